/** The proof of the days' margin: it is what its calls have brought and cost. Costs are estimates, and may be fractional. */
import type { Check } from './verify-types.ts';

const SIDES = (day: (column: string) => string): string => `
  SELECT 1 AS side, day, mode, tool, outcome, calls, paid, revenue, cost, unknown FROM margin_days UNION ALL
  SELECT -1, ${day('opened_at')}, mode, tool, coalesce(reason, 'settled'), 1, CASE WHEN price > 0 THEN 1 ELSE 0 END,
  CASE WHEN state = 'settled' THEN price ELSE 0 END, coalesce(cost, 0),
  CASE WHEN state = 'settled' AND cost IS NULL THEN 1 ELSE 0 END FROM calls
  WHERE (price > 0 OR cost > 0) AND id <= coalesce((SELECT call_id FROM margin_position), '')`;

const formatSide = (side: 1 | -1): string =>
  `sum(CASE WHEN side = ${side} THEN calls ELSE 0 END) || ' calls, ' || sum(CASE WHEN side = ${side} THEN revenue ELSE 0 END)
   || ' of revenue, ' || sum(CASE WHEN side = ${side} THEN cost ELSE 0 END) || ' of cost'`;

export const buildMarginCheck = (day: (column: string) => string): Check => ({
  what: "a day's margin differs from its calls",
  sql: `SELECT mode, day || ' ' || tool || ' ' || outcome AS subject, ${formatSide(1)} AS found, ${formatSide(-1)} AS expected
    FROM (${SIDES(day)}) both_sides GROUP BY day, mode, tool, outcome
    HAVING sum(side * calls) <> 0 OR sum(side * paid) <> 0 OR sum(side * revenue) <> 0 OR sum(side * unknown) <> 0
    OR abs(sum(side * cost)) > 0.01`,
});
