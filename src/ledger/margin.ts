/** What each tool has brought and cost, read from the books beside a running server or without one. */
import { existsSync } from 'node:fs';
import { type Prepare, prepareOnPostgres, prepareOnSqlite } from '../database/rows.ts';
import { buildDatabasePath, loadSqlite, openForReading } from '../database/sqlite/open.ts';
import type { Micros } from '../kernel/money.ts';
import type { Mode } from '../kernel/principal.ts';
import { type MarginSums, type RefundCount, readMarginSums } from './margin-store.ts';
import type { VerifySource } from './verify.ts';

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
  refunded: number;
  /** Refunds by reason, most first. */
  reasons: Readonly<Record<string, number>>;
}

const DAY_MS = 86_400_000;

/** Tools with paid calls in the last `days` days, live before test, by name. Reads only; no books hold nothing. */
export async function readMargin(source: VerifySource, days: number): Promise<ToolMargin[]> {
  const fromMs = Date.now() - days * DAY_MS;
  const { sums, refunds } = await readBooks(source, (prepare) => readMarginSums(prepare, fromMs));
  return sums.map((row) => buildToolMargin(row, refunds));
}

function buildToolMargin({ mode, tool, settled, revenue, cost, unknown, refunded }: MarginSums, all: RefundCount[]) {
  const costMicros = Math.round(cost);
  const own = all.filter((row) => row.mode === mode && row.tool === tool);
  return {
    mode,
    tool,
    settled,
    revenueMicros: revenue,
    costMicros,
    unknownCost: unknown,
    marginMicros: revenue - costMicros,
    refunded,
    reasons: Object.fromEntries(own.map(({ reason, count }) => [reason ?? 'unknown', count])),
  };
}

type Read = (prepare: Prepare) => ReturnType<typeof readMarginSums>;

async function readBooks({ databaseUrl, dataDir }: VerifySource, read: Read): ReturnType<typeof readMarginSums> {
  if (databaseUrl !== undefined) {
    const { openPool } = await import('../database/postgres/open.ts');
    const pool = openPool({ url: databaseUrl, name: 'farebox margin', patient: true }, () => {});
    try {
      return await read(prepareOnPostgres(pool, 'margin'));
    } finally {
      await pool.end();
    }
  }
  if (!existsSync(buildDatabasePath(dataDir))) return { sums: [], refunds: [] };
  const db = openForReading(await loadSqlite(), dataDir);
  try {
    return await read(prepareOnSqlite(db));
  } finally {
    db.close();
  }
}
