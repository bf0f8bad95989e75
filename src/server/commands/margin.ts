/** `farebox margin`: what each tool has brought and cost, as a table or as JSON. */

import type { Mode } from '../../kernel/principal.ts';
import { readMargin, type ToolMargin } from '../../ledger/statistics/margin.ts';
import type { VerifySource } from '../../ledger/verification/verify.ts';
import { toUsd, toUsdText } from '../../lib/money.ts';
import { CommandError, formatTable } from '../printing.ts';
import { marginUsage } from './operator.ts';

const modes = ['live', 'test'] as const;
const DAYS_DEFAULT = 30;
const DAYS_MAX = 3_650;

interface MarginOptions {
  days: number;
  json: boolean;
}

export async function runMargin(source: VerifySource, words: readonly string[]): Promise<string[]> {
  const options = parseOptions(words);
  const rows = await readMargin(source, options.days);
  return options.json ? [JSON.stringify(buildDocument(rows, options.days), null, 2)] : formatLines(rows, options.days);
}

function parseOptions(words: readonly string[]): MarginOptions {
  const options: MarginOptions = { days: DAYS_DEFAULT, json: false };
  for (let i = 0; i < words.length; i++) {
    const [name, inline] = (words[i] ?? '').split('=', 2);
    if (name === '--json') options.json = true;
    else if (name === '--days') options.days = parseDays(inline ?? words[++i] ?? '');
    else throw new CommandError(`Use: farebox ${marginUsage}`);
  }
  return options;
}

function parseDays(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > DAYS_MAX) throw new CommandError(`--days needs a whole number from 1 to ${DAYS_MAX}.`);
  return days;
}

const sum = (rows: readonly ToolMargin[], of: (row: ToolMargin) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** All tools of one mode in one row. */
function computeTotal(mode: Mode, rows: readonly ToolMargin[]): ToolMargin {
  const reasons: Record<string, number> = {};
  for (const row of rows) {
    for (const [reason, count] of Object.entries(row.reasons)) reasons[reason] = (reasons[reason] ?? 0) + count;
  }
  return {
    mode,
    tool: 'total',
    settled: sum(rows, ({ settled }) => settled),
    revenueMicros: sum(rows, ({ revenueMicros }) => revenueMicros),
    costMicros: sum(rows, ({ costMicros }) => costMicros),
    unknownCost: sum(rows, ({ unknownCost }) => unknownCost),
    marginMicros: sum(rows, ({ marginMicros }) => marginMicros),
    refunded: sum(rows, ({ refunded }) => refunded),
    reasons: Object.fromEntries(Object.entries(reasons).sort(([, a], [, b]) => b - a)),
  };
}

function formatLines(all: readonly ToolMargin[], days: number): string[] {
  const period = days === 1 ? 'the last day' : `the last ${days} days`;
  return modes.flatMap((mode, index) => {
    const rows = all.filter((row) => row.mode === mode);
    const gap = index === 0 ? [] : [''];
    const title = mode === 'live' ? `Live, ${period}, in USD` : `Test mode, ${period}, in USD`;
    if (rows.length === 0) return [...gap, `${title}: no paid calls.`];
    const head = ['Tool', 'Calls', 'Revenue', 'Cost', 'Cost unknown', 'Margin', 'Refunds', 'Refund reasons'];
    return [
      ...gap,
      title,
      ...formatTable(alignColumns([head, ...[...rows, computeTotal(mode, rows)].map(formatCells)])),
    ];
  });
}

function formatCells(row: ToolMargin): string[] {
  const reasons = Object.entries(row.reasons).map(([reason, count]) => `${reason} ${count}`);
  const money = [row.revenueMicros, row.costMicros].map(toUsdText);
  const counts = [row.unknownCost, toUsdText(row.marginMicros), row.refunded].map(String);
  return [row.tool, String(row.settled), ...money, ...counts, reasons.join(', ')];
}

/** Numbers end in one column; the first and the last column are words. */
function alignColumns(rows: readonly (readonly string[])[]): string[][] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 || column === row.length - 1 ? cell : cell.padStart(widths[column] ?? 0))),
  );
}

/** Money in USD. */
function buildDocument(all: readonly ToolMargin[], days: number): object {
  const omitMicros = ({ mode: _mode, revenueMicros, costMicros, marginMicros, ...row }: ToolMargin): object => ({
    ...row,
    revenue: toUsd(revenueMicros),
    cost: toUsd(costMicros),
    margin: toUsd(marginMicros),
  });
  const buildMode = (mode: Mode): object => {
    const rows = all.filter((row) => row.mode === mode);
    const { tool: _tool, ...total } = computeTotal(mode, rows);
    return { tools: rows.map(omitMicros), total: omitMicros({ ...total, tool: 'total' }) };
  };
  return { days, live: buildMode('live'), test: buildMode('test') };
}
