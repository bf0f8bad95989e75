import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createContact } from '../../src/newsroom/media/own/writes.ts';
import {
  buildClaim,
  contactFields,
  contactOutput,
  formatContact,
  nameField,
  readChanges,
  requireContact,
  requireMember,
} from './_shared.ts';

export default defineTool({
  title: 'Add a contact',
  description:
    'Add a journalist that only your company sees. The contact can be put on media lists and gets campaigns by the same rules as other outlets.',
  route: 'POST /api/contacts',
  effect: 'write',
  keywords: 'new contact, add a journalist, save a reporter, 連絡先を追加, 記者を登録, 添加联系人, 新增记者',
  status: 201,
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ name: nameField, ...contactFields }),
  output: contactOutput,
  examples: [{ name: 'Mina Ito', email: 'mina@paper.example', outlet: 'Paper', consent_basis: 'business_card' }],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const claim = buildClaim(ctx, 'contact-create', input);
    const contact = { companyId, changes: readChanges(input) };
    const { output: id, replayed } = await ctx.services.database.write(createContact, { contact, claim });
    if (replayed) ctx.markReplayed();
    return formatContact(await requireContact(ctx, id), ctx);
  },
});
