import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { deleteContact } from '../../src/newsroom/media/own/writes.ts';
import { contactId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Delete a contact',
  description: 'Delete a contact of your company. Campaigns that were already created keep their emails.',
  route: 'DELETE /api/contacts/{contact_id}',
  effect: 'destroy',
  keywords: 'remove a contact, 連絡先を削除, 删除联系人',
  failsWith: ['NOT_FOUND'],
  input: z.object({ contact_id: contactId }),
  output: z.object({
    ok: z.literal(true).describe('Always `true`: the contact is deleted.'),
    contact_id: contactId,
  }),
  examples: [{ contact_id: 812 }],
  async run({ contact_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    await ctx.services.database.write(deleteContact, { companyId, id });
    return { ok: true as const, contact_id: id };
  },
});
