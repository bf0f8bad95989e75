import { z } from 'zod';
import type { CompanyChanges } from '../../src/identity/companies/company-writes.ts';
import { CREDENTIAL_IN_NAME, isNoCredential } from '../../src/kernel/credential.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { isDisplayName } from '../../src/lib/mail-address.ts';
import { isZone } from '../../src/lib/zoned-time.ts';
import { companyOutput, emailField, requireCompanyCaller } from './_shared.ts';

const text = (about: string) =>
  z.string().max(500).refine(isNoCredential, CREDENTIAL_IN_NAME).nullish().describe(`${about} null takes it away.`);

const displayName = z
  .string()
  .max(500)
  .refine(isDisplayName, 'must not contain @, <, >, control or bidirectional characters')
  .nullish()
  .describe('Name in the From header of its emails. `null` removes it.');

const mail = (about: string) => emailField(about).nullish().describe(`${about} null takes it away.`);

const input = z.object({
  name: z.string().min(1).max(500).refine(isNoCredential, CREDENTIAL_IN_NAME).optional().describe('Its name.'),
  name_en: text('Its name in English;'),
  domain: text('Domain of its website;'),
  timezone: z
    .string()
    .refine(isZone, 'not the name of a time zone, such as Asia/Tokyo')
    .optional()
    .describe('Its own zone, such as Asia/Tokyo.'),
  sender: z
    .object({
      name: displayName,
      email: mail('Address in the From of its mails, to be verified anew when it changes;'),
      postal_address: text('Stands at the end of its mails;'),
      reply_to: mail('Where replies go: a member’s address, or one at the domain of the verified sender address;'),
    })
    .optional()
    .describe('As whom it sends; absent members stay as they are.'),
  individual_tracking: z.boolean().optional().describe('Whether opens and clicks are noted for each recipient.'),
  prtimes_company_id: z.number().int().min(1).max(2_147_483_647).nullish().describe('Its number at PR TIMES.'),
});

export default defineTool({
  title: 'Change the company',
  description: 'Changes what is given of the company’s name, sender and settings. Admins only.',
  route: 'PUT /auth/company',
  access: 'company-admin',
  effect: 'write',
  input,
  output: companyOutput,
  examples: [{ name: 'Studio', sender: { name: 'Studio', email: 'press@studio.example' } }],
  async run(given, ctx) {
    return await ctx.services.identity.updateCompany(requireCompanyCaller(ctx).member.companyId, readChanges(given));
  },
});

/** Only what is given changes; null takes away. */
function readChanges({ sender = {}, individual_tracking, ...facts }: z.output<typeof input>): CompanyChanges {
  const { name, email, postal_address, reply_to } = sender;
  return {
    ...facts,
    ...(name === undefined ? {} : { sender_name: name }),
    ...(email === undefined ? {} : { sender_email: email }),
    ...(postal_address === undefined ? {} : { sender_postal_address: postal_address }),
    ...(reply_to === undefined ? {} : { sender_reply_to: reply_to }),
    ...(individual_tracking === undefined
      ? {}
      : { individual_tracking: individual_tracking ? (1 as const) : (0 as const) }),
  };
}
