import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { setBillingDetails } from '../../src/statements/writes.ts';
import { findAccount, modeField } from './_shared.ts';

const text = (charactersMax: number) =>
  z
    .string()
    .trim()
    .max(charactersMax)
    .refine((value) => !/[^\P{Cc}\n]/u.test(value), 'No control characters');

const input = {
  name: text(200).min(1).describe('Name of the person or company.'),
  address: text(500).default('').describe('Postal address; line breaks are kept.'),
  taxId: text(60).default('').describe('Tax ID, such as a VAT number.'),
};

export default defineTool({
  title: 'Set billing details',
  description:
    'Set the name, address and tax ID for receipts and statements. Receipts that were already issued do not change.',
  route: 'PUT /api/account/billing-details',
  effect: 'write',
  input: z.strictObject({ ...input, mode: modeField }),
  output: z.object(input),
  examples: [{ name: 'Studio Ltd', address: '1 High Street\nLondon', taxId: 'GB123456789' }],
  async run({ mode, ...party }, ctx) {
    const { accountId } = await findAccount(ctx, mode);
    await ctx.services.database.write(setBillingDetails, { accountId, ...party });
    return party;
  },
});
