import { z } from 'zod';
import { toUsd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { readMarginByTool } from '../../src/ledger/margin-reads.ts';
import type { MarginSums } from '../../src/ledger/margin-store.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 90;

const sums = {
  settled: z.number().int().describe('Paid calls that were settled.'),
  refunded: z.number().int().describe('Paid calls that failed and were refunded.'),
  revenue: z.number().describe('USD.'),
  cost: z.number().describe('USD: what the upstreams cost, where that is known, of refunded calls too.'),
  margin: z.number().describe('USD: revenue less cost.'),
  unknown_cost: z.number().int().describe('Settled calls of which nobody knows what they cost.'),
};

export default defineTool({
  title: 'Margin',
  description: 'What each tool has brought and cost in the last UTC days, today included; live before test.',
  route: 'GET /admin/margin',
  effect: 'read',
  input: z.object({
    days: z.number().int().min(1).max(DAYS_MAX).default(1).describe('How many UTC days; 1 is today.'),
  }),
  output: z.object({
    from: z.string().describe('Since when, ISO 8601 UTC.'),
    total: z
      .object({ live: z.object(sums).describe('Real money.'), test: z.object(sums).describe('Play money.') })
      .describe('Of all tools.'),
    items: z
      .array(
        z.object({
          mode: z.enum(['live', 'test']).describe('Real or play money.'),
          tool: z.string().describe('Name of the tool.'),
          ...sums,
        }),
      )
      .describe('By mode and tool.'),
  }),
  examples: [{}, { days: 30 }],
  async run({ days }, { services: { database } }) {
    const nowMs = await database.now();
    const fromMs = Math.floor(nowMs / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
    const rows = await database.read(readMarginByTool, { fromMs });
    return {
      from: new Date(fromMs).toISOString(),
      total: {
        live: formatSums(rows.filter(({ mode }) => mode === 'live')),
        test: formatSums(rows.filter(({ mode }) => mode === 'test')),
      },
      items: rows.map((row) => ({ mode: row.mode, tool: row.tool, ...formatSums([row]) })),
    };
  },
});

function formatSums(rows: readonly MarginSums[]) {
  const add = (of: (row: MarginSums) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const [revenue, cost] = [add((row) => row.revenue), Math.round(add((row) => row.cost))];
  return {
    settled: add((row) => row.settled),
    refunded: add((row) => row.refunded),
    revenue: toUsd(revenue),
    cost: toUsd(cost),
    margin: toUsd(revenue - cost),
    unknown_cost: add((row) => row.unknown),
  };
}
