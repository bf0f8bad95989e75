import { z } from 'zod';
import { Bytes, NotModified } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { namesVersion } from '../../src/lib/etag.ts';
import {
  createFileMissingError,
  findFile,
  readFileBytes,
} from '../../src/newsroom/content/releases/files/file-reads.ts';
import { fileId } from './_files.ts';
import { releaseId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Get a file of a press release',
  description: 'Get the bytes of a picture or an attachment of a press release of the company, published or not.',
  route: 'GET /api/press-release/{press_release_id}/files/{file_id}',
  effect: 'read',
  keywords: 'download a picture, download an attachment, 画像をダウンロード, 資料をダウンロード, 下载图片, 下载附件',
  reply: 'bytes',
  hasEtag: true,
  failsWith: ['NOT_FOUND'],
  input: z.object({ press_release_id: releaseId, file_id: fileId }),
  output: z.unknown(),
  examples: [{ press_release_id: 12, file_id: 3 }],
  async run({ press_release_id, file_id: id }, ctx) {
    const { db } = ctx.services.database;
    const file = await findFile(db, requireMember(ctx).companyId, { releaseId: press_release_id, id });
    if (!file) throw createFileMissingError();
    const etag = `"${file.hash}"`;
    if (namesVersion(ctx.browser?.ifNoneMatch, etag)) return new NotModified(etag);
    return new Bytes(await readFileBytes(db, file), file.type, file.name, { etag });
  },
});
