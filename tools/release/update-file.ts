import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { updateFile } from '../../src/newsroom/content/releases/files/file-writes.ts';
import { fileId, fileOutput, fileTexts, formatFile } from './_files.ts';
import { releaseId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Describe a file of a press release',
  description:
    'Change the alt text, caption, credit or position of a picture or an attachment; null clears a text. A published release shows the change immediately.',
  route: 'PUT /api/press-release/{press_release_id}/files/{file_id}',
  effect: 'write',
  keywords: 'alt text, caption of a picture, photo credit, 代替テキスト, キャプション, 图片说明, 替代文本',
  failsWith: ['NOT_FOUND'],
  input: z.object({
    press_release_id: releaseId,
    file_id: fileId,
    ...fileTexts,
    place: z.number().int().min(1).optional().describe('New position among the files of its kind, starting at 1.'),
  }),
  output: fileOutput,
  examples: [
    { press_release_id: 12, file_id: 3, alt: 'The new store seen from the street', credit: 'Photo: Studio' },
    { press_release_id: 12, file_id: 3, place: 1 },
  ],
  async run({ press_release_id: releaseId, file_id: id, place, ...changes }, ctx) {
    const { companyId } = requireMember(ctx);
    const file = await ctx.services.database.write(updateFile, { companyId, releaseId, id, changes, place });
    return formatFile(file, ctx);
  },
});
