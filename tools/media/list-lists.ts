import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listLists } from '../../src/newsroom/media/contacts/reads.ts';
import { formatList, listOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'List media lists',
  description: 'List the media lists of the company, newest first.',
  route: 'GET /api/media/lists',
  effect: 'read',
  keywords: 'my media lists, メディアリスト一覧, 媒体列表一览',
  output: z.object({
    items: z.array(listOutput).describe('Whether all lists are included.'),
    total: z.number().int().describe('Total number of lists.'),
  }),
  async run(_input, ctx) {
    const { companyId } = requireMember(ctx);
    const { contacts, database } = ctx.services;
    const lists = await database.read(listLists, { companyId, isStrict: contacts.isConsentStrict });
    const items = lists.map(({ list, deliverableCount }) => formatList(list, deliverableCount, ctx));
    return { items, total: items.length };
  },
});
