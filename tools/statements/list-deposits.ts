import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { depositFields, formatDeposit } from '../../src/statements/deposit-fields.ts';
import { listDeposits } from '../../src/statements/reads.ts';
import { formatReceiptNumber } from '../../src/statements/sheets.ts';
import { findAccount, modeField } from './_shared.ts';

const deposit = z.object({
  ...depositFields,
  receiptNumber: z.string().nullable().describe('Number of the receipt; `null` until it is first downloaded.'),
  receiptUrl: z.string().nullable().describe('Path of the PDF receipt; `null` if nothing was paid.'),
});

export default defineTool({
  title: 'List deposits',
  description: 'List card payments, payments by wallets, grants and rewards credited to this account, newest first.',
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
      deposits: rows.map((row) => ({
        ...formatDeposit(row),
        receiptNumber: row.number === null ? null : formatReceiptNumber(row.mode, row.number),
        receiptUrl: row.source === 'card' ? `/api/account/deposits/${row.transfer_id}/receipt` : null,
      })),
    };
  },
});
