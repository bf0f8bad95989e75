import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findAccountById } from '../../src/ledger/accounts/account-queries.ts';
import '../../src/newsroom/content/releases/pdf/printer.ts';
import { listDeposits, listUsage, readMonthBalances, type UsageRow } from '../../src/statements/reads.ts';
import { buildStatementSheet } from '../../src/statements/sheets.ts';
import { writeStatementTable } from '../../src/statements/statement-table.ts';
import { exportTypes } from '../../src/statements/table.ts';
import { findAccount, findMonth, languageField, modeField, monthField, readBuyer } from './_shared.ts';

export default defineTool({
  title: 'Monthly statement',
  description: 'Download the statement of a month as PDF or CSV: balances, deposits, reversals and spending by tool.',
  route: 'GET /api/account/statements/{month}',
  effect: 'read',
  reply: 'bytes',
  openWhenSuspended: true,
  failsWith: ['NOT_FOUND', 'OVERLOADED'],
  input: z.object({
    month: monthField,
    format: z
      .enum(['pdf', 'csv'])
      .default('pdf')
      .describe('pdf: for reading. csv: the same lines for spreadsheets, amounts in USD.'),
    language: languageField,
    mode: modeField,
  }),
  output: z.unknown(),
  examples: [{ month: '2025-11', language: 'en' }],
  async run({ month, format, language, mode }, ctx) {
    const { database, printer, seller } = ctx.services;
    const account = await findAccount(ctx, mode);
    const { accountId } = account;
    const { fromMs, toMs, days } = findMonth(month);
    const nowMs = await database.now();
    const { created_at = nowMs } = (await findAccountById(database.db, accountId)) ?? {};
    if (toMs <= created_at || fromMs > nowMs)
      throw new FareboxError('NOT_FOUND', { message: 'The account did not exist in this month.' });
    const deposits = await database.read(listDeposits, { accountId });
    const usage = await database.read(listUsage, { accountId, lineage: null, days });
    const balances = await database.read(readMonthBalances, { accountId, fromMs, toMs });
    const lines = {
      month,
      openingMicros: balances?.openingMicros ?? null,
      closingMicros: balances?.closingMicros ?? null,
      deposits: deposits
        .filter(({ at }) => at >= fromMs && at < toMs)
        .reverse()
        .map(({ at, source, amount }) => ({ atMs: at, source, amountMicros: amount })),
      reversals: (balances?.reversals ?? []).map(({ at, amount }) => ({ atMs: at, amountMicros: amount })),
      tools: sumByTool(usage),
    };
    if (format === 'csv')
      return new Bytes(Buffer.from(writeStatementTable(lines)), exportTypes.csv, `statement-${month}.csv`);
    const sheet = buildStatementSheet({
      ...{ ...lines, language, seller, buyer: await readBuyer(ctx, account), accountId },
      ...{ isTest: account.mode === 'test', issuedAtMs: nowMs },
    });
    const { bytes } = await printer.print(sheet, ctx);
    return new Bytes(bytes, 'application/pdf', `statement-${month}.pdf`);
  },
});

function sumByTool(rows: readonly UsageRow[]) {
  return [...new Set(rows.map(({ tool }) => tool))].sort().map((tool) => {
    const own = rows.filter((row) => row.tool === tool);
    const sum = (read: (row: UsageRow) => number): number => own.reduce((total, row) => total + read(row), 0);
    return {
      tool,
      calls: sum(({ calls }) => calls),
      refunds: sum(({ refunds }) => refunds),
      spentMicros: sum(({ spentMicros }) => spentMicros),
    };
  });
}
