import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { listDeposits } from '../../src/statements/reads.ts';
import { formatReceiptNumber } from '../../src/statements/sheets.ts';
import { findAccount, modeField } from './_shared.ts';

const deposit = z.object({
  depositId: z.string().describe('ID of the transaction (tr_…).'),
  amount: z.number().describe('Amount in USD.'),
  source: z.enum(['card', 'welcome', 'grant', 'reward', 'wallet']).describe('`card` deposits have a receipt.'),
  at: z.string().describe('ISO 8601 timestamp in UTC.'),
  receiptNumber: z.string().nullable().describe('Number of the receipt; `null` until it is first downloaded.'),
  receiptUrl: z.string().nullable().describe('Path of the PDF receipt; `null` if nothing was paid.'),
});

export default defineTool({
  title: 'List deposits',
  description: 'List card payments, grants and rewards credited to this account, newest first.',
  route: 'GET /api/account/deposits',
  effect: 'read',
  openWhenSuspended: true,
  input: z.object({ mode: modeField }),
  output: z.object({ deposits: z.array(deposit).describe('Deposits, newest first; at most 1,000.') }),
  examples: [{}],
  async run({ mode }, ctx) {
    const { accountId } = await findAccount(ctx, mode);
    const rows = await ctx.services.database.read(listDeposits, { accountId });
    return {
      deposits: rows.map(({ transfer_id, amount, source, at, number, mode: of }) => ({
        ...{ depositId: transfer_id, amount: toUsd(amount), source, at: new Date(at).toISOString() },
        receiptNumber: number === null ? null : formatReceiptNumber(of, number),
        receiptUrl: source === 'card' ? `/api/account/deposits/${transfer_id}/receipt` : null,
      })),
    };
  },
});
