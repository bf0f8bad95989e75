import { z } from 'zod';
import { Bytes, NotModified } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { namesVersion } from '../../src/lib/etag.ts';
import {
  createFileMissingError,
  findPublicFile,
  readFileBytes,
} from '../../src/newsroom/content/releases/files/file-reads.ts';

export default defineTool({
  title: 'File of a published release',
  description:
    'Get a picture or an attachment of a published press release. Pictures appear once they have an alt text.',
  route: 'GET /v1/articles/{article_id}/files/{file_id}',
  effect: 'read',
  reply: 'bytes',
  hasEtag: true,
  failsWith: ['NOT_FOUND'],
  input: z.object({
    article_id: z.number().int().describe('Number of the article.'),
    file_id: z.number().int().describe('Number of the file.'),
  }),
  output: z.unknown(),
  examples: [{ article_id: 41, file_id: 3 }],
  async run({ article_id: articleId, file_id: id }, ctx) {
    const { db } = ctx.services.database;
    const isPossible = Number.isSafeInteger(articleId) && Number.isSafeInteger(id);
    const file = isPossible ? await findPublicFile(db, { articleId, id }) : undefined;
    if (!file) throw createFileMissingError();
    const etag = `"${file.hash}"`;
    if (namesVersion(ctx.browser?.ifNoneMatch, etag)) return new NotModified(etag);
    return new Bytes(await readFileBytes(db, file), file.type, file.name, { etag });
  },
});
