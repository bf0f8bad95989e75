import { z } from 'zod';
import { Bytes, NotModified } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { namesVersion } from '../../src/lib/etag.ts';
import { isPictureFile, listFiles, readImages } from '../../src/newsroom/content/releases/files/file-reads.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { buildSheet, buildSheetTag, nameFile } from '../../src/newsroom/content/releases/sheet.ts';
import { releaseId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Get a press release as PDF',
  description:
    'Get a press release of the company as a PDF, set in Japanese, Chinese or English type. During an embargo it states the end of the embargo. Characters that no typeface has appear as boxes.',
  route: 'GET /api/press-release/{press_release_id}/pdf',
  effect: 'read',
  keywords:
    'pdf of a press release, announcement as pdf, export as pdf, printable press release, press release as pdf, download pdf, PDFで出力, PDFをダウンロード, 导出PDF, 下载PDF',
  reply: 'bytes',
  hasEtag: true,
  answerHeaders: ['X-Pdf-Missing-Glyphs'],
  failsWith: ['TOO_LARGE', 'OVERLOADED'],
  input: z.object({ press_release_id: releaseId }),
  output: z.unknown(),
  examples: [{ press_release_id: 12 }],
  async run({ press_release_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database, identity, printer } = ctx.services;
    const release = await findRelease(database.db, companyId, id);
    if (!release) throw createReleaseMissingError();
    const { name: company } = await identity.readCompany(companyId);
    const logo = await identity.findLogo(companyId);
    const pictures = (await listFiles(database.db, companyId, id)).filter(isPictureFile);
    const sheet = buildSheet(release, {
      company,
      logo,
      pictures,
      timeZone: ctx.server.timeZone,
      nowMs: await database.now(),
    });
    const etag = buildSheetTag(release, sheet);
    if (namesVersion(ctx.browser?.ifNoneMatch, etag)) return new NotModified(etag);
    const { bytes, missingGlyphs } = await printer.print(sheet, ctx, await readImages(database.db, pictures));
    if (missingGlyphs > 0) ctx.warn(`No typeface has ${missingGlyphs} of the characters; they appear as boxes.`);
    return new Bytes(bytes, 'application/pdf', nameFile(release), {
      plainName: `press-release-${id}.pdf`,
      etag,
      headers: { 'X-Pdf-Missing-Glyphs': String(missingGlyphs) },
    });
  },
});
