/** Tables of revenue and cost; the SQL is in `schema.ts`. */
import type { RefundReason } from '../../kernel/errors/failure.ts';
import type { Mode } from '../../kernel/principal.ts';

/**
 * Of the calls of a UTC day (when they were opened) that have ended so, and were paid or cost something. Money in micro-USD; `cost`
 * is an estimate and may be fractional.
 */
export interface MarginDayRow {
  day: string;
  mode: Mode;
  tool: string;
  outcome: 'settled' | RefundReason;
  calls: number;
  /** Those that had a price. */
  paid: number;
  /** Prices of settled calls. */
  revenue: number;
  /** Of all whose cost is known. */
  cost: number;
  /** Settled calls of which nobody knows what they cost. */
  unknown: number;
}

/** The calls up to this id are in `margin_days`. One row, or none while no call is. */
export interface MarginPositionRow {
  id: 1;
  call_id: string;
}

declare module '../../database/types.ts' {
  interface Tables {
    margin_days: MarginDayRow;
    margin_position: MarginPositionRow;
  }
}
