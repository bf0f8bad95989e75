import { z } from 'zod';
import { toReceiptJson } from '../../src/kernel/call/envelope.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { modeField, requireReader } from './_shared.ts';

export default defineTool({
  title: 'Signed receipt',
  description:
    'The receipt of a paid call, with a signature that anybody can check against the public keys of this server. A sub-key sees the receipts of its own calls.',
  keywords: 'proof of payment, invoice, 領収書, レシート, 收据, 凭证',
  route: 'GET /api/account/receipts/{callId}',
  access: 'account-reader',
  effect: 'read',
  openWhenSuspended: true,
  mcpResource: 'farebox://receipts/{callId}',
  input: z.object({
    callId: z.string().min(1).max(64).describe('Id of the call, from receipt.callId of its answer.'),
    mode: modeField,
  }),
  output: z.object({
    receipt: z.object({
      callId: z.string().describe('Id of the call.'),
      agentId: z.string().describe('Id of the account that paid.'),
      tool: z.string().describe('Name of the tool.'),
      mode: z.enum(['live', 'test']).describe('Real or test money.'),
      state: z.enum(['settled', 'refunded']).describe('Whether the charge stands.'),
      amount: z.number().describe('USD charged, net: 0 when refunded.'),
      at: z.string().describe('When the call was closed, ISO 8601 UTC.'),
      parts: z
        .array(
          z.object({
            callId: z.string().describe('Id of this charge; of the fee, the call itself.'),
            tool: z.string().describe('Name of the tool.'),
            state: z.enum(['settled', 'refunded']).describe('Whether this charge stands.'),
            amount: z.number().describe('USD charged, net.'),
          }),
        )
        .optional()
        .describe('Of a composed call: each charge, the fee first. Their amounts make up the amount above.'),
    }),
    jws: z
      .string()
      .describe('Compact JWS (EdDSA) whose payload is the receipt as JSON with sorted members and no spaces.'),
  }),
  examples: [{ callId: 'call_0123456789' }],
  async run({ callId, mode }, ctx) {
    const { accounts } = ctx.services;
    const receipt = await accounts.readReceipt(await requireReader(ctx, mode), callId);
    return { receipt: toReceiptJson(receipt), jws: await accounts.signReceipt(receipt) };
  },
});
