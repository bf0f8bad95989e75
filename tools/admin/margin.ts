import { z } from 'zod';
import { formatDay } from '../../src/database/clock.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { addUp, findFirstDay } from '../../src/ledger/statistics/margin.ts';
import { readMarginByDay } from '../../src/ledger/statistics/margin-reads.ts';
import type { MarginSum } from '../../src/ledger/statistics/margin-store.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { toUsd } from '../../src/lib/money.ts';

const DAYS_MAX = 90;

const sums = {
  settled: z.number().int().describe('Number of paid calls that succeeded.'),
  refunded: z.number().int().describe('Number of paid calls that failed and were refunded.'),
  revenue: z.number().describe('Amount in USD.'),
  cost: z.number().describe('Known provider cost in USD, including refunded calls.'),
  margin: z.number().describe('Revenue less cost, in USD.'),
  unknown_cost: z.number().int().describe('Number of successful calls with unknown cost.'),
};

export default defineTool({
  title: 'Margin',
  description:
    'Return revenue and cost per tool for the last UTC days, including today. Live mode comes before test mode.',
  route: 'GET /admin/margin',
  effect: 'read',
  input: z.object({
    days: z.number().int().min(1).max(DAYS_MAX).default(1).describe('Number of UTC days, including today; 1 is today.'),
  }),
  output: z.object({
    from: z.string().describe('Start of the range, ISO 8601 UTC.'),
    total: objectOf('Totals of all tools.', {
      live: z.object(sums).describe('Figures of live mode.'),
      test: z.object(sums).describe('Figures of test mode.'),
    }),
    items: listOf('Rows by mode and tool.', {
      mode: z.enum(['live', 'test']).describe('`live` for real money, `test` for test credit.'),
      tool: z.string().describe('Name of the tool.'),
      ...sums,
    }),
    by_day: listOf('The days of the range, oldest first.', {
      date: z.string().describe('UTC date in YYYY-MM-DD format.'),
      live: z.object(sums).describe('Figures of live mode.'),
      test: z.object(sums).describe('Figures of test mode.'),
    }),
  }),
  examples: [{}, { days: 30 }],
  async run({ days }, { services: { database } }) {
    const fromMs = findFirstDay(await database.now(), days);
    const rows = await database.read(readMarginByDay, { fromMs });
    const dates = Array.from({ length: days }, (_, at) => formatDay(fromMs + at * DAY_MS));
    return {
      from: new Date(fromMs).toISOString(),
      total: formatModes(rows),
      items: groupBy(rows, ({ mode, tool }) => `${mode} ${tool}`).flatMap((own) =>
        own.slice(0, 1).map(({ mode, tool }) => ({ mode, tool, ...formatSums(own) })),
      ),
      by_day: dates.map((date) => ({ date, ...formatModes(rows.filter(({ day }) => day === date)) })),
    };
  },
});

/** In the order in which the first of each comes. */
function groupBy<A>(rows: readonly A[], nameGroup: (row: A) => string): A[][] {
  const groups = new Map<string, A[]>();
  for (const row of rows) {
    const own = groups.get(nameGroup(row)) ?? [];
    own.push(row);
    groups.set(nameGroup(row), own);
  }
  return [...groups.values()];
}

const formatModes = (rows: readonly MarginSum[]) => ({
  live: formatSums(rows.filter(({ mode }) => mode === 'live')),
  test: formatSums(rows.filter(({ mode }) => mode === 'test')),
});

function formatSums(rows: readonly MarginSum[]) {
  const { settled, refunded, revenueMicros, costMicros, marginMicros, unknownCost } = addUp(rows);
  return {
    settled,
    refunded,
    revenue: toUsd(revenueMicros),
    cost: toUsd(costMicros),
    margin: toUsd(marginMicros),
    unknown_cost: unknownCost,
  };
}
