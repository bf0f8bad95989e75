import { z } from 'zod';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listContacts } from '../../src/newsroom/media/own/reads.ts';
import { bringIntoRange, companyPage, describePage, rangeFields } from '../../src/newsroom/operations/reports/pages.ts';
import { contactOutput, formatContact, requireMember } from './_shared.ts';

export default defineTool({
  title: 'List contacts',
  description:
    'List your company’s own journalists by name, filtered by words or tag, page by page. To find outlets shared by all companies use `media-search`.',
  route: 'GET /api/contacts',
  effect: 'read',
  keywords:
    'own contacts, address book, my journalists, contact list, 自社の連絡先, 連絡先一覧, 自有联系人, 联系人列表',
  input: z.object({
    q: z.string().max(200).nullish().describe('Part of the name, outlet, address or notes.'),
    tag: z.string().max(100).nullish().describe('Tag that the contacts must have.'),
    ...rangeFields,
  }),
  output: z.object({
    ...companyPage(contactOutput),
    tags: listOf('Tags of your company, most frequent first.', {
      tag: z.string().describe('Tag as it was entered.'),
      count: count('Number of contacts with the tag.'),
    }),
  }),
  examples: [{}, { tag: 'tech' }],
  async run({ q, tag, page, per_page }, ctx) {
    const { companyId } = requireMember(ctx);
    const range = bringIntoRange(page, per_page);
    const query = { companyId, text: q?.trim() ?? '', tag: tag?.trim() || undefined, ...range };
    const { contacts, total, tags } = await ctx.services.database.read(listContacts, query);
    return { items: contacts.map((contact) => formatContact(contact, ctx)), ...describePage(total, range), tags };
  },
});
