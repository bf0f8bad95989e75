import { z } from 'zod';
import { toReceiptJson } from '../../src/kernel/call/envelope.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { modeField, requireReader } from './_shared.ts';

export default defineTool({
  title: 'Signed receipt',
  description:
    'Get the signed receipt of a paid call as proof of payment. Anyone can verify the signature with the public keys of this server. A sub-key sees only receipts of its own calls.',
  keywords: 'prove payment, prove that i paid, signed proof, proof of payment, invoice, 領収書, レシート, 收据, 凭证',
  route: 'GET /api/account/receipts/{callId}',
  access: 'account-reader',
  effect: 'read',
  openWhenSuspended: true,
  mcpResource: 'farebox://receipts/{callId}',
  input: z.object({
    callId: z.string().min(1).max(64).describe('ID of the call, from the response of the call or `account-calls`.'),
    mode: modeField,
  }),
  output: z.object({
    receipt: objectOf('Content of the receipt.', {
      callId: z.string().describe('ID of the call.'),
      agentId: z.string().describe('ID of the account that paid.'),
      tool: z.string().describe('Name of the tool.'),
      mode: z.enum(['live', 'test']).describe('live: real money; test: test credit.'),
      state: z.enum(['settled', 'refunded']).describe('settled: paid; refunded: the call failed.'),
      amount: z.number().describe('Net charge in USD: 0 if refunded.'),
      at: z.string().describe('End of the call, ISO 8601 in UTC.'),
      parts: z
        .array(
          z.object({
            callId: z.string().describe('ID of the part; for the fee, the ID of the call.'),
            tool: z.string().describe('Name of the tool.'),
            state: z.enum(['settled', 'refunded']).describe('settled: paid; refunded: the part failed.'),
            amount: z.number().describe('Net charge of the part in USD.'),
          }),
        )
        .optional()
        .describe('Charges of a call that ran several tools: the fee first, then each tool. They add up to amount.'),
    }),
    jws: z
      .string()
      .describe(
        'Signed receipt as compact JWS (EdDSA). Its payload is the receipt as JSON with sorted keys and no spaces.',
      ),
  }),
  examples: [{ callId: 'call_0123456789' }],
  async run({ callId, mode }, ctx) {
    const { accounts } = ctx.services;
    const receipt = await accounts.readReceipt(await requireReader(ctx, mode), callId);
    return { receipt: toReceiptJson(receipt), jws: await accounts.signReceipt(receipt) };
  },
});
