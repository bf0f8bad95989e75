import { z } from 'zod';
import { Bytes, NotModified } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { namesVersion } from '../../src/lib/etag.ts';
import { createArticleMissingError } from '../../src/newsroom/content/articles/reads.ts';
import { findFeedArticle } from '../../src/newsroom/content/feed/reads.ts';
import { isPictureFile, isShown, listFiles, readImages } from '../../src/newsroom/content/releases/files/file-reads.ts';
import { findPublicRelease } from '../../src/newsroom/content/releases/reads.ts';
import { buildSheet, buildSheetTag, nameFile } from '../../src/newsroom/content/releases/sheet.ts';

export default defineTool({
  title: 'Published release as PDF',
  description: 'Get a published press release as a PDF in its original language. Other articles have none.',
  route: 'GET /v1/articles/{article_id}/pdf',
  effect: 'read',
  reply: 'bytes',
  hasEtag: true,
  failsWith: ['NOT_FOUND', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({ article_id: z.number().int().describe('Number of the article.') }),
  output: z.unknown(),
  examples: [{ article_id: 41 }],
  async run({ article_id: id }, ctx) {
    const { database, feed, identity, printer } = ctx.services;
    const article = Number.isSafeInteger(id) ? await findFeedArticle(database.db, id, null, feed.site) : undefined;
    const release = article && article !== 'gone' ? await findPublicRelease(database.db, id) : undefined;
    if (!release) throw createArticleMissingError();
    const { name: company } = await identity.readCompany(release.company_id);
    const logo = await identity.findLogo(release.company_id);
    const files = await listFiles(database.db, release.company_id, release.id);
    const pictures = files.filter((file) => isPictureFile(file) && isShown(file));
    const sheet = buildSheet(release, {
      company,
      logo,
      pictures,
      timeZone: ctx.server.timeZone,
      nowMs: await database.now(),
    });
    const etag = buildSheetTag(release, sheet);
    if (namesVersion(ctx.browser?.ifNoneMatch, etag)) return new NotModified(etag);
    const { bytes } = await printer.print(sheet, ctx, await readImages(database.db, pictures));
    return new Bytes(bytes, 'application/pdf', nameFile(release), { plainName: `press-release-${id}.pdf`, etag });
  },
});
