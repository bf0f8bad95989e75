import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listLists } from '../../src/newsroom/media/contacts/reads.ts';
import { formatList, listOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'List the lists of media',
  description: 'The company’s lists of media, the newest first.',
  route: 'GET /api/media/lists',
  effect: 'read',
  keywords: 'my media lists, メディアリスト一覧, 媒体列表一览',
  output: z.object({
    items: z.array(listOutput).describe('All of them.'),
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
