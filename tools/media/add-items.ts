import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { countWithAddition } from '../../src/newsroom/media/contacts/list-reads.ts';
import { addListItems, createListFullError, MEMBERS_MAX } from '../../src/newsroom/media/contacts/list-writes.ts';
import { listTagged } from '../../src/newsroom/media/own/reads.ts';
import { listId, listPortions, mediaIds, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Add outlets to a list',
  description: `Add outlets, or your company’s contacts with a tag, to the end of a list of the company. A list holds up to ${MEMBERS_MAX.toLocaleString('en')} outlets.`,
  route: 'POST /api/media/lists/{list_id}/items',
  effect: 'write',
  keywords: 'add media to a list, メディアを追加, 添加媒体',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT'],
  input: z.object({
    list_id: listId,
    media_ids: mediaIds.describe('Numbers of outlets; your company’s contacts have numbers, too.'),
    tag: z.string().max(100).nullish().describe('Tag whose contacts of your company are added behind them.'),
  }),
  output: z.object({
    list_id: z.number().int().describe('Number of the list.'),
    added: z.number().int().describe('Number of outlets added.'),
    already: z.number().int().describe('Number of outlets that were already on the list.'),
    missing_media_ids: z.array(z.number().int()).describe('Numbers that belong to no outlet.'),
    item_count: z.number().int().describe('Number of outlets on the list now.'),
  }),
  examples: [{ list_id: 9, media_ids: [301, 302] }],
  async run({ list_id: listId, media_ids, tag }, ctx) {
    const { companyId } = requireMember(ctx);
    const answer = { list_id: listId, added: 0, already: 0, missing_media_ids: [] as number[], item_count: 0 };
    const { database } = ctx.services;
    const tagged = tag == null ? [] : await listTagged(database.db, companyId, tag.trim());
    const portions = listPortions([...media_ids, ...tagged]);
    // What is refused leaves the list as it was; a single portion is one write anyway.
    if (
      portions.length > 1 &&
      (await database.read(countWithAddition, { companyId, listId, portions })) > MEMBERS_MAX
    ) {
      throw createListFullError();
    }
    for (const portion of portions) {
      const change = { companyId, listId, mediaIds: portion };
      const { added, already, missing, itemCount } = await database.write(addListItems, change);
      answer.added += added;
      answer.already += already;
      answer.missing_media_ids.push(...missing);
      answer.item_count = itemCount;
    }
    return answer;
  },
});
