import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { deleteList } from '../../src/newsroom/media/contacts/list-writes.ts';
import { listId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Delete a media list',
  description:
    'Delete a media list of the company. Its outlets stay in the database. A list that a campaign needs cannot be deleted.',
  route: 'DELETE /api/media/lists/{list_id}',
  effect: 'destroy',
  keywords: 'delete a media list, メディアリストを削除, 删除媒体列表',
  failsWith: ['CONFLICT'],
  input: z.object({ list_id: listId }),
  output: z.object({
    ok: z.literal(true).describe('The release was deleted.'),
    list_id: z.number().int().describe('Number of the deleted list; it is not reused.'),
  }),
  examples: [{ list_id: 9 }],
  async run({ list_id: id }, ctx) {
    await ctx.services.database.write(deleteList, { companyId: requireMember(ctx).companyId, listId: id });
    return { ok: true as const, list_id: id };
  },
});
