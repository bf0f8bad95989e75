import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findAccount, modeField, readBuyer } from './_shared.ts';

export default defineTool({
  title: 'Billing details',
  description: 'Return the name, address and tax ID shown on the receipts and statements of this account.',
  route: 'GET /api/account/billing-details',
  effect: 'read',
  input: z.object({ mode: modeField }),
  output: z.object({
    name: z.string().describe('Name of the customer; the account ID until it is set.'),
    address: z.string().describe('Postal address with line breaks; empty until it is set.'),
    taxId: z.string().describe('Tax ID; empty if none is set.'),
  }),
  examples: [{}],
  run: async ({ mode }, ctx) => readBuyer(ctx, await findAccount(ctx, mode)),
});
