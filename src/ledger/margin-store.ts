/** What calls have brought and cost, for the operator. Bounded by time along the primary key: ids sort by time. */

import type { Prepare } from '../database/rows.ts';
import { createTimeOrderedId } from '../kernel/ids.ts';
import type { Mode } from '../kernel/principal.ts';
import type { CallRow } from './tables.ts';

/** Calls of one tool and mode that have ended, and were paid or cost something. Money in micro-USD; `cost` is an estimate and may be fractional. */
export interface MarginSums {
  mode: Mode;
  tool: string;
  settled: number;
  revenue: number;
  /** Of all calls whose cost is known, refunded ones too. */
  cost: number;
  /** Settled calls of which nobody knows what they cost. */
  unknown: number;
  refunded: number;
}

export interface RefundCount extends Pick<CallRow, 'mode' | 'tool' | 'reason'> {
  count: number;
}

/** Ids are made by a server's clock and times by the database's: they may differ by so much. */
const CLOCKS_APART_MS = 3_600_000;
const TIME_CHARACTERS = 'call_'.length + 9;

/** What is free itself may cost the operator: the model that a composed call asks. */
const fromEndedCalls = 'FROM calls WHERE id >= ? AND opened_at >= ? AND (price > 0 OR cost > 0)';

export const marginStatements = {
  sums: `SELECT mode, tool,
    count(*) FILTER (WHERE state = 'settled' AND price > 0) AS settled,
    coalesce(sum(price) FILTER (WHERE state = 'settled'), 0) AS revenue,
    coalesce(sum(cost), 0) AS cost,
    count(*) FILTER (WHERE state = 'settled' AND cost IS NULL) AS unknown,
    count(*) FILTER (WHERE state = 'refunded' AND price > 0) AS refunded
    ${fromEndedCalls} GROUP BY mode, tool ORDER BY mode, tool`,
  refunds: `SELECT mode, tool, reason, count(*) AS count ${fromEndedCalls} AND state = 'refunded'
    GROUP BY mode, tool, reason ORDER BY mode, tool, count DESC, reason`,
} as const;

/** Sums over the calls that were opened at `fromMs` or later. */
export async function readMarginSums(
  prepare: Prepare,
  fromMs: number,
): Promise<{ sums: MarginSums[]; refunds: RefundCount[] }> {
  const fromId = createTimeOrderedId('call_', Math.max(0, fromMs - CLOCKS_APART_MS)).slice(0, TIME_CHARACTERS);
  const sums = prepare<[string, number], MarginSums>(marginStatements.sums);
  const refunds = prepare<[string, number], RefundCount>(marginStatements.refunds);
  return { sums: await sums(fromId, fromMs), refunds: await refunds(fromId, fromMs) };
}
