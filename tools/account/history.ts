import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { HistoryEntry } from '../../src/ledger/accounts/accounts-types.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

const entry = z.object({
  id: z.string().describe('ID of the transaction.'),
  type: z.enum(['deposit', 'charge', 'refund']).describe('Type of the transaction.'),
  amount: z.number().describe('Amount in USD; negative for charges.'),
  balanceAfter: z.number().describe('Balance after the transaction in USD.'),
  tool: z.string().optional().describe('Tool that was charged or refunded.'),
  callId: z.string().optional().describe('ID of the call; pass it to `account-receipt` for the receipt.'),
  reason: z.string().optional().describe('Reason for a refund or grant.'),
  source: z.string().optional().describe('Source of a deposit: card, welcome, grant, reward or wallet.'),
  at: z.string().describe('Time of the transaction, ISO 8601 in UTC.'),
});

export default defineTool({
  title: 'Transaction history',
  description:
    'List deposits, charges and refunds of this account, newest first. A sub-key sees only its own. For failed and refused calls use `account-calls`.',
  keywords:
    'deposits, list of payments, refunded calls, transactions, charges, refunds, payments, statement, 利用履歴, 取引履歴, 明細, 消费记录, 交易记录, 账单',
  route: 'GET /api/proxy/account/history',
  access: 'account-reader',
  effect: 'read',
  openWhenSuspended: true,
  input: z.object({
    limit: z.number().int().min(1).max(200).default(20).describe('Maximum number of transactions.'),
    cursor: z
      .string()
      .max(200)
      .optional()
      .describe('nextCursor of the previous page. Default: start with the newest transactions.'),
    mode: modeField,
  }),
  output: z.object({
    transactions: z.array(entry).describe('Transactions, newest first.'),
    nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
  }),
  examples: [{}, { limit: 50 }],
  async run({ limit, cursor, mode }, ctx) {
    const page = await ctx.services.accounts.listHistory(
      await requireReader(ctx, mode),
      cursor === undefined ? { limit } : { limit, cursor },
    );
    return { transactions: page.entries.map(formatEntry), nextCursor: page.nextCursor };
  },
});

function formatEntry({ amountMicros, balanceAfterMicros, id, type, at, ...rest }: HistoryEntry): z.input<typeof entry> {
  return { id, type, amount: toUsd(amountMicros), balanceAfter: toUsd(balanceAfterMicros), ...rest, at };
}
