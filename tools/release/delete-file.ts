import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { deleteFile } from '../../src/newsroom/content/releases/files/file-writes.ts';
import { fileId } from './_files.ts';
import { releaseId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Delete a file of a press release',
  description: 'Delete a picture or an attachment of a press release; its address answers 404 from then on.',
  route: 'DELETE /api/press-release/{press_release_id}/files/{file_id}',
  effect: 'destroy',
  keywords: 'delete a picture, remove an attachment, 画像を削除, 資料を削除, 删除图片, 删除附件',
  failsWith: ['NOT_FOUND'],
  input: z.object({ press_release_id: releaseId, file_id: fileId }),
  output: z.object({
    ok: z.literal(true).describe('The file was deleted.'),
    file_id: z.number().int().describe('Number of the deleted file; it is not reused.'),
  }),
  examples: [{ press_release_id: 12, file_id: 3 }],
  async run({ press_release_id: releaseId, file_id: id }, ctx) {
    await ctx.services.database.write(deleteFile, { companyId: requireMember(ctx).companyId, releaseId, id });
    return { ok: true as const, file_id: id };
  },
});
