/** Sums over days of costs. */
import { type Micros, toUsd } from '../../src/lib/money.ts';
import type { CostDayRow } from '../../src/newsroom/costs/tables.ts';

export type CostCounts = Pick<
  CostDayRow,
  'calls' | 'errors' | 'input_tokens' | 'output_tokens' | 'cost_micros' | 'market_micros' | 'latency_ms' | 'estimates'
>;

const NOTHING: CostCounts = {
  calls: 0,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_micros: 0,
  market_micros: 0,
  latency_ms: 0,
  estimates: 0,
};

export const addCosts = (rows: readonly CostCounts[]): CostCounts =>
  rows.reduce(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      errors: sum.errors + row.errors,
      input_tokens: sum.input_tokens + row.input_tokens,
      output_tokens: sum.output_tokens + row.output_tokens,
      cost_micros: sum.cost_micros + row.cost_micros,
      market_micros: sum.market_micros + row.market_micros,
      latency_ms: sum.latency_ms + row.latency_ms,
      estimates: sum.estimates + row.estimates,
    }),
    NOTHING,
  );

/** Groups in the order of their keys. */
export function groupCosts(
  rows: readonly CostDayRow[],
  read: (row: CostDayRow) => string,
): { key: string; rows: CostDayRow[]; sum: CostCounts }[] {
  const keys = [...new Set(rows.map(read))].sort();
  return keys.map((key) => {
    const own = rows.filter((row) => read(row) === key);
    return { key, rows: own, sum: addCosts(own) };
  });
}

/** USD a unit; 0 where there is none. */
export const spread = (micros: Micros, units: number): number => (units === 0 ? 0 : toUsd(Math.round(micros / units)));
