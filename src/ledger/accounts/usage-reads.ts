/** Reads an account's spending per day from its daily totals. */
import { formatDay } from '../../database/clock.ts';
import { defineRead } from '../../database/define.ts';
import type { Db } from '../../database/types.ts';
import * as store from './account-queries.ts';

const TOP_SERVICES_MAX = 10;
const BREAKDOWN_MAX = 200;

export type Division = 'day' | 'tool' | 'key' | 'task';

export interface UsageInput {
  scope: store.Scope;
  /** Oldest first. */
  days: readonly string[];
  /** Null: no further breakdown. */
  by: Division | null;
}

export interface UsageCounts {
  charges: number;
  settled: number;
  spent: number;
}

/** One part of the breakdown: of a day, a tool, or a key and those that it was rotated from and to. */
export interface UsagePart extends UsageCounts {
  day?: string;
  tool?: string;
  lineage?: string;
  /** Of the key. */
  name?: string;
  taskRef?: string;
  /** Of the task; null: it has no limit. */
  maxTotalMicros?: number | null;
}

export interface Usage {
  byDay: (UsageCounts & { day: string })[];
  byTool: (UsageCounts & { tool: string })[];
  /** Days oldest first, all else by what it cost. */
  breakdown: UsagePart[] | null;
}

export const readUsage = defineRead('usage.readUsage', async ({ db }, input: UsageInput): Promise<Usage> => {
  const { scope, days, by } = input;
  const open = (await store.listPaidOpenCalls(db, scope))
    .map(({ opened_at, ...call }) => ({ ...call, day: formatDay(opened_at) }))
    .filter(({ day }) => days.includes(day));
  const byDay = countSettled(await store.listUsageByDay(db, scope, days), open, isOfDay);
  const byTool = countSettled(await store.listUsageByTool(db, scope, days, TOP_SERVICES_MAX), open, isOfTool);
  return { byDay, byTool, breakdown: by === null ? null : await divide(db, input, by, open) };
});

type OpenCall = Record<'day' | 'tool' | 'lineage', string>;

/** Transfers that are neither refunded nor open were settled. */
function countSettled<Row extends store.UsageSum>(
  rows: readonly Row[],
  open: readonly OpenCall[],
  isPart: (row: Row, call: OpenCall) => boolean,
): (Omit<Row, 'refunds'> & { settled: number })[] {
  return rows.map((row) => {
    const { refunds, ...part } = row;
    const running = open.filter((call) => isPart(row, call)).length;
    return { ...part, settled: row.charges - refunds - running };
  });
}

const isOfDay = (row: { day: string }, call: OpenCall): boolean => row.day === call.day;
const isOfTool = (row: { tool: string }, call: OpenCall): boolean => row.tool === call.tool;
const isOfKey = (row: { lineage: string }, call: OpenCall): boolean => row.lineage === call.lineage;

async function divide(
  db: Db,
  { scope, days }: UsageInput,
  by: Division,
  open: readonly OpenCall[],
): Promise<UsagePart[]> {
  if (by === 'day') {
    const parts = countSettled(await store.listUsageByDay(db, scope, days), open, isOfDay);
    return parts.sort((a, b) => (a.day < b.day ? -1 : 1));
  }
  if (by === 'tool') return countSettled(await store.listUsageByTool(db, scope, days, BREAKDOWN_MAX), open, isOfTool);
  if (by === 'task') return await store.listUsageByTask(db, scope, days, BREAKDOWN_MAX);
  const parts = countSettled(await store.listUsageByKey(db, scope, days, BREAKDOWN_MAX), open, isOfKey);
  const names = await store.findKeyNames(
    db,
    parts.map(({ lineage }) => lineage),
  );
  return parts.map((part) => ({ ...part, name: names.get(part.lineage) ?? '' }));
}
