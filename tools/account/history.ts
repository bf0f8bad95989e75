import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { HistoryEntry } from '../../src/ledger/accounts/accounts-types.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

const entry = z.object({
  id: z.string().describe('Id of the ledger transfer.'),
  type: z.enum(['deposit', 'charge', 'refund']).describe('What moved the balance.'),
  amount: z.number().describe('USD, signed as the balance moved: charges are negative.'),
  balanceAfter: z.number().describe('USD.'),
  tool: z.string().optional().describe('The tool that was charged or refunded.'),
  callId: z.string().optional().describe('The call; account-receipt has its receipt.'),
  reason: z.string().optional().describe('Why a refund or a grant was made.'),
  source: z.string().optional().describe('Where a deposit came from: card, welcome, grant or reward.'),
  at: z.string().describe('ISO 8601 UTC.'),
});

export default defineTool({
  title: 'Transaction history',
  description:
    'Deposits, charges and refunds of the account, newest first. A sub-key sees its own charges and refunds.',
  keywords: 'transactions, charges, refunds, payments, statement, 利用履歴, 取引履歴, 明細, 消费记录, 交易记录, 账单',
  route: 'GET /api/proxy/account/history',
  access: 'account-reader',
  effect: 'read',
  openWhenSuspended: true,
  input: z.object({
    limit: z.number().int().min(1).max(200).default(20).describe('How many entries, 1 to 200.'),
    cursor: z.string().max(200).optional().describe('nextCursor of the page before; absent for the newest entries.'),
    mode: modeField,
  }),
  output: z.object({
    transactions: z.array(entry).describe('Newest first.'),
    nextCursor: z.string().nullable().describe('Send it as cursor to get the next page; null on the last one.'),
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
