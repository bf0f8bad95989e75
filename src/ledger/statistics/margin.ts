/** Reads each tool's revenue and cost from the ledger, with or without a running server. */
import { existsSync } from 'node:fs';
import { buildDatabasePath, createSqliteKysely, loadSqlite, openForReading } from '../../database/sqlite/open.ts';
import type { Db, EngineKind } from '../../database/types.ts';
import type { Mode } from '../../kernel/principal.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Micros } from '../../lib/money.ts';
import type { VerifySource } from '../verification/verify.ts';
import { type MarginSum, sumMargin } from './margin-store.ts';

export interface ToolMargin {
  mode: Mode;
  tool: string;
  /** Paid calls that were settled. */
  settled: number;
  revenueMicros: Micros;
  /** Known upstream cost, that of refunded calls included; rounded to whole micro-USD. */
  costMicros: Micros;
  /** Settled calls whose cost is not known: the margin is at most what is shown. */
  unknownCost: number;
  /** `revenueMicros - costMicros`; negative where money was lost. */
  marginMicros: Micros;
  /** Paid calls that were refunded. */
  refunded: number;
  /** Refunds by reason, most first. */
  reasons: Readonly<Record<string, number>>;
}

/** Tools with paid calls on the last `days` UTC days, today included, live before test, by name. Reads only; no books hold nothing. */
export async function readMargin(source: VerifySource, days: number, nowMs = Date.now()): Promise<ToolMargin[]> {
  const fromMs = findFirstDay(nowMs, days);
  const rows = await readBooks(source, async (db, engine) => {
    return (await sumMargin({ engine }, { fromMs, byDay: false }).execute(db)).rows;
  });
  const tools = new Map<string, MarginSum[]>();
  for (const row of rows) {
    const name = `${row.mode} ${row.tool}`;
    tools.set(name, [...(tools.get(name) ?? []), row]);
  }
  return [...tools.values()].flatMap((own) => own.slice(0, 1).map(({ mode, tool }) => ({ mode, tool, ...addUp(own) })));
}

/** Midnight in UTC; one day is today. */
export const findFirstDay = (nowMs: number, days: number): number => (Math.floor(nowMs / DAY_MS) - (days - 1)) * DAY_MS;

/** The sums of one tool, or of several. */
export function addUp(rows: readonly MarginSum[]): Omit<ToolMargin, 'mode' | 'tool'> {
  const add = (part: readonly MarginSum[], of: (row: MarginSum) => number): number =>
    part.reduce((sum, row) => sum + of(row), 0);
  const settled = rows.filter(({ outcome }) => outcome === 'settled');
  const refunded = rows.filter(({ outcome }) => outcome !== 'settled');
  const [revenueMicros, costMicros] = [add(settled, (row) => row.revenue), Math.round(add(rows, (row) => row.cost))];
  return {
    settled: add(settled, (row) => row.paid),
    revenueMicros,
    costMicros,
    unknownCost: add(settled, (row) => row.unknown),
    marginMicros: revenueMicros - costMicros,
    refunded: add(refunded, (row) => row.paid),
    reasons: Object.fromEntries(refunded.map(({ outcome, calls }) => [outcome, calls])),
  };
}

type Read = (db: Db, engine: EngineKind) => Promise<MarginSum[]>;

async function readBooks({ databaseUrl, dataDir }: VerifySource, read: Read): Promise<MarginSum[]> {
  if (databaseUrl !== undefined) {
    const { createPoolKysely, openPool } = await import('../../database/postgres/open.ts');
    const pool = openPool({ url: databaseUrl, name: 'farebox margin', patient: true }, () => {});
    try {
      return await read(createPoolKysely(pool), 'postgres');
    } finally {
      await pool.end();
    }
  }
  if (!existsSync(buildDatabasePath(dataDir))) return [];
  const db = openForReading(await loadSqlite(), dataDir);
  try {
    return await read(createSqliteKysely(db), 'sqlite');
  } finally {
    db.close();
  }
}
