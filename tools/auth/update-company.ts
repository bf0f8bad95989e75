import { z } from 'zod';
import type { CompanyChanges } from '../../src/identity/companies/company-writes.ts';
import { CREDENTIAL_IN_NAME, isNoCredential } from '../../src/kernel/credential.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { isDisplayName } from '../../src/lib/mail-address.ts';
import { isZone } from '../../src/lib/zoned-time.ts';
import { companyOutput, emailField, requireCompanyCaller } from './_shared.ts';

const text = (about: string) =>
  z.string().max(500).refine(isNoCredential, CREDENTIAL_IN_NAME).nullish().describe(`${about} \`null\` removes it.`);

const displayName = z
  .string()
  .max(500)
  .refine(isDisplayName, 'must not contain @, <, >, control or bidirectional characters')
  .nullish()
  .describe('Sender name of emails. `null` removes it.');

const mail = (about: string) => emailField(about).nullish().describe(`${about} \`null\` removes it.`);

const input = z.object({
  name: z
    .string()
    .min(1)
    .max(500)
    .refine(isNoCredential, CREDENTIAL_IN_NAME)
    .optional()
    .describe('Name of the company.'),
  name_en: text('English name of the company.'),
  domain: text('Domain of the company website.'),
  timezone: z
    .string()
    .refine(isZone, 'not the name of a time zone, such as Asia/Tokyo')
    .optional()
    .describe('Time zone of the company, IANA name such as Asia/Tokyo.'),
  sender: z
    .object({
      name: displayName,
      email: mail('Sender address of emails; a new address must be verified.'),
      postal_address: text('Postal address in the email footer.'),
      reply_to: mail('Reply-To address: a member’s address, or one at the domain of the verified sender address.'),
    })
    .optional()
    .describe('Sender of emails; missing fields stay unchanged.'),
  require_approval: z.boolean().optional().describe('Whether campaigns need the approval of a second member.'),
  individual_tracking: z.boolean().optional().describe('Whether to record opens and clicks per recipient.'),
  prtimes_company_id: z
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .nullish()
    .describe('PR TIMES company ID. `null` removes it.'),
});

export default defineTool({
  title: 'Update company settings',
  description: 'Update the name, email sender or settings of the company; missing fields stay unchanged. Admins only.',
  keywords: 'change company name, change sender, time zone, 会社情報を変更, 送信元, 修改公司信息, 发件人',
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
function readChanges({
  sender = {},
  individual_tracking,
  require_approval,
  ...facts
}: z.output<typeof input>): CompanyChanges {
  const { name, email, postal_address, reply_to } = sender;
  return {
    ...facts,
    ...(name === undefined ? {} : { sender_name: name }),
    ...(email === undefined ? {} : { sender_email: email }),
    ...(postal_address === undefined ? {} : { sender_postal_address: postal_address }),
    ...(reply_to === undefined ? {} : { sender_reply_to: reply_to }),
    ...(require_approval === undefined ? {} : { requires_approval: require_approval ? (1 as const) : (0 as const) }),
    ...(individual_tracking === undefined
      ? {}
      : { individual_tracking: individual_tracking ? (1 as const) : (0 as const) }),
  };
}
