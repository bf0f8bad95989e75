/** The proof of the days' margin: it is what its calls have brought and cost. Costs are estimates, and may be fractional. */

import { DAY_MS } from '../../lib/durations.ts';
import type { Check } from './verify-types.ts';

/** A day is written out for each group, not for each call. */
const SIDES = (day: (column: string) => string): string => `
  SELECT 1 AS side, day, mode, tool, outcome, calls, paid, revenue, cost, unknown FROM margin_days UNION ALL
  SELECT -1, ${day(`(day_number * ${DAY_MS})`)}, mode, tool, outcome, calls, paid, revenue, cost, unknown FROM (
    SELECT opened_at / ${DAY_MS} AS day_number, mode, tool, coalesce(reason, 'settled') AS outcome, count(*) AS calls,
    sum(CASE WHEN price > 0 THEN 1 ELSE 0 END) AS paid, sum(CASE WHEN state = 'settled' THEN price ELSE 0 END) AS revenue,
    sum(coalesce(cost, 0)) AS cost, sum(CASE WHEN state = 'settled' AND cost IS NULL THEN 1 ELSE 0 END) AS unknown FROM calls
    WHERE (price > 0 OR cost > 0) AND id <= coalesce((SELECT call_id FROM margin_position), '') GROUP BY 1, 2, 3, 4) told`;

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
