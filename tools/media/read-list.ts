import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createListMissingError, readListMembers } from '../../src/newsroom/media/contacts/reads.ts';
import { formatList, formatMedium, listId, listOutput, mediaItemOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Get a media list',
  description: 'Get a media list of the company with its outlets, in the order in which they were added.',
  route: 'GET /api/media/lists/{list_id}',
  effect: 'read',
  keywords: 'show a media list, メディアリストを表示, 查看媒体列表',
  input: z.object({ list_id: listId }),
  output: listOutput.extend({
    items: z.array(mediaItemOutput).describe('Outlets on the list.'),
    missing_media_ids: z.array(z.number().int()).describe('Numbers of outlets that were removed from the database.'),
  }),
  examples: [{ list_id: 9 }],
  async run({ list_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const members = await ctx.services.database.read(readListMembers, { companyId, listId: id });
    if (!members) throw createListMissingError();
    const items = members.members.flatMap(({ medium }) => (medium === null ? [] : [formatMedium(medium, ctx)]));
    const missing = members.members.flatMap(({ mediaId, medium }) => (medium === null ? [mediaId] : []));
    const deliverableCount = items.filter(({ deliverable }) => deliverable).length;
    return { ...formatList(members.list, deliverableCount, ctx), items, missing_media_ids: missing };
  },
});
