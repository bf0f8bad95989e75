import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { removeListItems } from '../../src/newsroom/media/contacts/list-writes.ts';
import { listId, listPortions, mediaIds, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Remove outlets from a list',
  description: 'Remove outlets from a list of the company. They stay in the database.',
  route: 'DELETE /api/media/lists/{list_id}/items',
  effect: 'destroy',
  keywords: 'remove media from a list, メディアを外, 移除媒体',
  input: z.object({
    list_id: listId,
    media_ids: mediaIds.describe('Numbers of outlets; in the query as ?media_ids=1,2 if a body is not possible.'),
  }),
  output: z.object({
    list_id: z.number().int().describe('Number of the list.'),
    removed: z.number().int().describe('Number of outlets removed.'),
    not_in_list: z.number().int().describe('Number of outlets that were not on the list.'),
    item_count: z.number().int().describe('Number of outlets on the list now.'),
  }),
  examples: [{ list_id: 9, media_ids: [301] }],
  async run({ list_id: listId, media_ids }, ctx) {
    const { companyId } = requireMember(ctx);
    const answer = { list_id: listId, removed: 0, not_in_list: 0, item_count: 0 };
    for (const portion of listPortions(media_ids)) {
      const change = { companyId, listId, mediaIds: portion };
      const { removed, itemCount } = await ctx.services.database.write(removeListItems, change);
      answer.removed += removed;
      answer.not_in_list += portion.length - removed;
      answer.item_count = itemCount;
    }
    return answer;
  },
});
