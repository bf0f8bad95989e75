import { z } from 'zod';
import { toReceiptJson } from '../../src/kernel/call/envelope.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findCallsByReceipt } from '../../src/ledger/wallets/receipt-lookup.ts';
import { toUsd } from '../../src/lib/money.ts';

export default defineTool({
  title: 'Look up a call by its receipt',
  description:
    'Show the present state of a call to whoever holds its signed receipt: amount, refund, and the settlement of a wallet. Takes receipts of this server and of x402’s extension offer-receipt. No key is needed.',
  keywords: 'check a receipt, verify a receipt, was my call refunded, settlement of a payment, 領収書の確認, 查询收据',
  route: 'POST /api/receipts/lookup',
  access: 'public',
  effect: 'read',
  mcpLists: [],
  failsWith: ['NOT_FOUND'],
  input: z.object({
    receipt: z.string().min(1).max(8_192).describe('Signed receipt as compact JWS.'),
  }),
  output: z.object({
    calls: listOf(
      'The call; several if a receipt of x402 fits more than one call of the wallet within the same second.',
      {
        callId: z.string().describe('ID of the call.'),
        tool: z.string().describe('Name of the tool.'),
        mode: z.enum(['live', 'test']).describe('live: real money; test: test credit.'),
        state: z.enum(['settled', 'refunded']).describe('settled: paid; refunded: the call failed.'),
        amount: z.number().describe('Net charge in USD: 0 if refunded.'),
        reason: z.string().nullable().describe('Reason for the refund; `null` without one.'),
        at: z.string().describe('End of the call, ISO 8601 in UTC.'),
        jws: z.string().describe('Newly signed receipt of the present state.'),
        settlement: z
          .object({
            network: z.string().describe('Network as CAIP-2, such as eip155:8453.'),
            payer: z.string().describe('Address of the wallet in lower case.'),
            transaction: z.string().nullable().describe('Hash of the transaction; `null` if nothing was settled.'),
          })
          .nullable()
          .describe('Payment by a wallet; `null` for a call that was paid from a balance.'),
      },
    ),
  }),
  examples: [{ receipt: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl' }],
  async run({ receipt: jws }, { services: { accounts, database } }) {
    const found = await findCallsByReceipt(database.db, await accounts.listPublicReceiptKeys(), jws);
    if (found.length === 0) throw new FareboxError('NOT_FOUND', { message: 'The call of this receipt is not there.' });
    const calls = found.map(async ({ call, payment }) => {
      const reader = { accountId: call.account_id, keyId: '', lineage: '', isRoot: true, caps: {} };
      const receipt = await accounts.readReceipt(reader, call.id);
      const { callId, tool, mode, state, at } = toReceiptJson(receipt);
      return {
        ...{ callId, tool, mode, state, amount: toUsd(receipt.amountMicros), reason: call.reason, at },
        jws: await accounts.signReceipt(receipt),
        settlement: payment
          ? { network: payment.network, payer: payment.payer, transaction: payment.transaction_hash }
          : null,
      };
    });
    return { calls: await Promise.all(calls) };
  },
});
