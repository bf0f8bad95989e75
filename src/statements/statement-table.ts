/** Writes a monthly statement as CSV: the lines of its PDF, with amounts in USD as the balance moved. */
import { toUsd } from '../lib/money.ts';
import type { StatementLines } from './sheets.ts';
import { type ExportRow, writeHead, writeRows } from './table.ts';

const COLUMNS = ['month', 'line', 'date', 'source', 'tool', 'calls', 'refunds', 'amount', 'currency'];

export function writeStatementTable({ month, deposits, reversals, tools, ...balances }: StatementLines): string {
  const { openingMicros, closingMicros } = balances;
  const spentMicros = tools.reduce((sum, tool) => sum + tool.spentMicros, 0);
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const line = (name: string, amountMicros: number, more: ExportRow = {}): ExportRow => ({
    ...{ month, line: name, amount: toUsd(amountMicros), currency: 'USD' },
    ...more,
  });
  const rows = [
    ...(openingMicros === null ? [] : [line('opening_balance', openingMicros)]),
    ...deposits.map(({ atMs, source, amountMicros }) => line('deposit', amountMicros, { date: day(atMs), source })),
    ...reversals.map(({ atMs, amountMicros }) => line('reversal', amountMicros, { date: day(atMs) })),
    ...tools.map(({ tool, calls, refunds, spentMicros: micros }) => line('usage', -micros, { tool, calls, refunds })),
    line('usage_total', -spentMicros),
    ...(closingMicros === null ? [] : [line('closing_balance', closingMicros)]),
  ];
  return writeHead(COLUMNS, 'csv') + writeRows(rows, COLUMNS, 'csv');
}
