/** What an account has spent in some days, from its rollups. */
import { defineRead } from '../database/define.ts';
import type { Db } from '../database/types.ts';
import * as store from './accounts-store.ts';

const TOP_SERVICES_MAX = 10;
const BREAKDOWN_MAX = 200;

export type Division = 'day' | 'tool' | 'key';

export interface UsageInput {
  scope: store.Scope;
  fromDay: string;
  /** Null: no further breakdown. */
  by: Division | null;
}

/** One part of the breakdown: of a day, a tool, or a key and those that it was rotated from and to. */
export interface UsagePart extends store.UsageSum {
  day?: string;
  tool?: string;
  lineage?: string;
  /** Of the key. */
  name?: string;
}

export interface Usage {
  byDay: (store.UsageSum & { day: string })[];
  byTool: (store.UsageSum & { tool: string })[];
  /** Days oldest first, all else by what it cost. */
  breakdown: UsagePart[] | null;
}

export const readUsage = defineRead('usage.readUsage', async ({ db }, input: UsageInput): Promise<Usage> => {
  const { scope, fromDay, by } = input;
  const byDay = await store.listUsageByDay(db, scope, fromDay);
  const byTool = await store.listUsageByTool(db, scope, fromDay, TOP_SERVICES_MAX);
  return { byDay, byTool, breakdown: by === null ? null : await divide(db, input, by, byDay) };
});

async function divide(
  db: Db,
  { scope, fromDay }: UsageInput,
  by: Division,
  byDay: Usage['byDay'],
): Promise<UsagePart[]> {
  if (by === 'day') return byDay.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  if (by === 'tool') return await store.listUsageByTool(db, scope, fromDay, BREAKDOWN_MAX);
  const parts = await store.listUsageByKey(db, scope, fromDay, BREAKDOWN_MAX);
  const names = await store.findKeyNames(
    db,
    parts.map(({ lineage }) => lineage),
  );
  return parts.map((part) => ({ ...part, name: names.get(part.lineage) ?? '' }));
}
