/**
 * Revenue and cost of calls for operators: daily totals plus the calls not yet in them, read along their primary key,
 * since ids sort by time.
 */
import { type RawBuilder, sql } from 'kysely';
import { CLOCKS_APART_MS, formatDay } from '../../database/clock.ts';
import { readDay, sumOf } from '../../database/dialect.ts';
import type { View } from '../../database/types.ts';
import { buildIdStart } from '../../lib/ids.ts';
import type { MarginDayRow } from './margin-tables.ts';

/** Of a tool and mode, by outcome, and by day where that was asked for. */
export type MarginSum = Omit<MarginDayRow, 'day'>;

/** All ids of calls that were opened then or later are above it, but for the clocks. */
export const buildIdBefore = (ms: number): string => buildIdStart('call_', Math.max(0, ms - CLOCKS_APART_MS));

const sums = sql`${sumOf('calls')} AS calls, ${sumOf('paid')} AS paid, ${sumOf('revenue')} AS revenue, sum(cost) AS cost,
  ${sumOf('unknown')} AS "unknown"`;

/** A row for each call, in the words of the rollup. What is free itself may cost the operator: the model that a composed call asks. */
const selectCalls = (view: Pick<View, 'engine'>): RawBuilder<unknown> => sql`
  SELECT ${readDay(view, 'opened_at')} AS day, mode, tool, coalesce(reason, 'settled') AS outcome, 1 AS calls,
  CASE WHEN price > 0 THEN 1 ELSE 0 END AS paid, CASE WHEN state = 'settled' THEN price ELSE 0 END AS revenue,
  coalesce(cost, 0) AS cost, CASE WHEN state = 'settled' AND cost IS NULL THEN 1 ELSE 0 END AS "unknown"
  FROM calls WHERE (price > 0 OR cost > 0)`;

/** Sums over the calls that were opened on that UTC day or later and have ended. */
export function sumMargin<ByDay extends boolean>(
  view: Pick<View, 'engine'>,
  { fromMs, byDay }: { fromMs: number; byDay: ByDay },
): RawBuilder<ByDay extends true ? MarginDayRow : MarginSum> {
  const day = byDay ? sql`day, ` : sql``;
  const before = buildIdBefore(fromMs);
  return sql`SELECT ${day}mode, tool, outcome, ${sums} FROM (
    SELECT day, mode, tool, outcome, calls, paid, revenue, cost, unknown FROM margin_days WHERE day >= ${formatDay(fromMs)}
    UNION ALL ${selectCalls(view)} AND opened_at >= ${fromMs}
    AND id > coalesce((SELECT CASE WHEN call_id > ${before} THEN call_id END FROM margin_position), ${before})
    ) AS every_call GROUP BY ${day}mode, tool, outcome ORDER BY mode, tool, ${day}calls DESC, outcome`;
}

export interface MarginPortion {
  /** It goes on after this call. */
  after: string;
  upTo: string;
  days: MarginDayRow[];
}

/** Whether a call is old enough to be added that is not in the rollup; it may still run. */
export async function isAnyCallToAdd({ db, nowMs }: Pick<View, 'db' | 'nowMs'>): Promise<boolean> {
  const after = await readPosition(db);
  const next = db.selectFrom('calls').select('id').where('id', '>', after).where('id', '<', buildIdBefore(nowMs));
  return (await next.limit(1).executeTakeFirst()) !== undefined;
}

const readPosition = async (db: View['db']): Promise<string> =>
  (await db.selectFrom('margin_position').select('call_id').executeTakeFirst())?.call_id ?? '';

/**
 * The next ended calls that are not in the rollup, at most so many; null when there are none. Only what is above `before` can
 * still be added to: what runs is, and what may be opened with an id of an earlier time.
 */
export async function sumNextCalls({ db, engine, nowMs }: View, most: number): Promise<MarginPortion | null> {
  const after = await readPosition(db);
  const { oldest } = await db
    .selectFrom('open_calls')
    .select(({ fn }) => fn.min('id').as('oldest'))
    .executeTakeFirstOrThrow();
  const settled = buildIdBefore(nowMs);
  const before = oldest !== null && oldest < settled ? oldest : settled;
  const next = db
    .selectFrom('calls')
    .select('id')
    .where('id', '>', after)
    .where('id', '<', before)
    .orderBy('id')
    .limit(most);
  const { last } = await db
    .selectFrom(next.as('next'))
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  if (last === null) return null;
  const { rows } = await sql<MarginDayRow>`SELECT day, mode, tool, outcome, ${sums} FROM (
    ${selectCalls({ engine })} AND id > ${after} AND id <= ${last}) AS next_calls GROUP BY day, mode, tool, outcome`.execute(
    db,
  );
  return { after, upTo: last, days: rows };
}
