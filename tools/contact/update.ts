import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { updateContact } from '../../src/newsroom/media/own/writes.ts';
import {
  contactFields,
  contactId,
  contactOutput,
  formatContact,
  nameField,
  readChanges,
  requireContact,
  requireMember,
} from './_shared.ts';

export default defineTool({
  title: 'Edit a contact',
  description:
    'Change details, tags or notes of a contact of your company. Fields that are left out keep their values.',
  route: 'PUT /api/contacts/{contact_id}',
  effect: 'write',
  keywords: 'tag a contact, note about a journalist, 連絡先を編集, 编辑联系人',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ contact_id: contactId, name: nameField.optional(), ...contactFields }),
  output: contactOutput,
  examples: [{ contact_id: 812, tags: ['tech', 'osaka'], notes: 'Prefers short emails.' }],
  async run({ contact_id: id, ...input }, ctx) {
    const { companyId } = requireMember(ctx);
    await ctx.services.database.write(updateContact, { companyId, id, changes: readChanges(input) });
    return formatContact(await requireContact(ctx, id), ctx);
  },
});
