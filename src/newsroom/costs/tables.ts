/** Tables of the newsroom's costs for models and other providers; the SQL is in `schema.ts`. */
import type { Generated } from 'kysely';
import type { Flag } from '../../database/types.ts';
import type { FailureKind } from '../../kernel/errors/failure.ts';

export type CostService = 'llm' | 'translate' | 'read' | 'embed' | 'mail';
export type CostOperation =
  | 'analyze'
  | 'generate'
  | 'optimize'
  | 'pitch'
  | 'rewrite'
  | 'nq'
  | 'translate'
  | 'scan'
  | 'push'
  | 'recommend';

/** `open`: on its way. `lost`: nobody has told its end. Else it answered, or failed as the word says. */
export type CostStatus = 'open' | 'ok' | 'lost' | 'ended' | FailureKind;

/** One call to an upstream. */
export interface UpstreamCostRow {
  id: Generated<number>;
  at: number;
  /** Of the service's zone: `2026-11-21`. */
  day: string;
  provider: string;
  service: CostService;
  operation: CostOperation;
  company_id: string | null;
  article_id: number | null;
  job_id: string | null;
  input_tokens: number;
  output_tokens: number;
  /** Of an open call the most that it can cost. */
  cost_micros: number;
  /** What the same call costs whoever buys it here. */
  market_micros: number;
  /** The upstream has not told what it used: the cost is the most that it can be. */
  is_estimated: Flag;
  status: CostStatus;
  latency_ms: number;
}

/** All ended calls of a day of the service's zone. */
export interface CostDayRow {
  day: string;
  service: CostService;
  provider: string;
  operation: CostOperation;
  calls: number;
  errors: number;
  input_tokens: number;
  output_tokens: number;
  cost_micros: number;
  market_micros: number;
  latency_ms: number;
  /** How many of the calls have an estimated cost. */
  estimates: number;
}

/** Spending of a month's budget, including calls on their way. */
export interface CostMonthRow {
  /** `2026-11` */
  month: string;
  spent_micros: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    upstream_costs: UpstreamCostRow;
    cost_days: CostDayRow;
    cost_months: CostMonthRow;
  }
}
