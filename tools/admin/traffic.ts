import { z } from 'zod';
import { formatDay } from '../../src/database/clock.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { summarizeLatencies } from '../../src/ledger/statistics/latency-classes.ts';
import { sumLatencies } from '../../src/ledger/statistics/latency-reads.ts';
import { DAY_MS } from '../../src/lib/durations.ts';

const DAYS_MAX = 30;

const sums = {
  attempts: z.number().int().describe('Calls that ran, free ones too. Refused calls and invalid input are left out.'),
  failures: z.number().int().describe('Calls that failed and were refunded.'),
  error_rate: z.number().describe('Failures divided by attempts, 0 to 1.'),
  p50_ms: z.number().int().nullable().describe('Median duration in milliseconds; `null` without successful calls.'),
  p95_ms: z.number().int().nullable().describe('95th percentile in milliseconds; `null` without successful calls.'),
};

export default defineTool({
  title: 'Traffic',
  description:
    'Return attempts, error rate and latency of calls and of requests to providers for the last UTC days including today, across all servers. The last minute may be missing.',
  route: 'GET /admin/traffic',
  effect: 'read',
  input: z.object({
    days: z.number().int().min(1).max(DAYS_MAX).default(1).describe('Number of UTC days, including today; 1 is today.'),
    mode: z.enum(['live', 'test']).default('live').describe('live, or test for the sandbox.'),
  }),
  output: z.object({
    total: objectOf('Calls of all tools.', sums),
    tools: listOf('Calls by tool.', { name: z.string().describe('Name of the tool.'), ...sums }),
    providers: listOf('Requests by provider.', { name: z.string().describe('ID of the provider.'), ...sums }),
  }),
  examples: [{}, { days: 7 }],
  async run({ days, mode }, { services: { database } }) {
    const since = formatDay((await database.now()) - (days - 1) * DAY_MS);
    const rows = await database.read(sumLatencies, { mode, since });
    const list = (subject: 'tool' | 'provider') => rows.filter((row) => row.subject === subject);
    return {
      total: formatSums(list('tool')),
      tools: groupByName(list('tool')),
      providers: groupByName(list('provider')),
    };
  },
});

type Totals = Parameters<typeof summarizeLatencies>[0];

function formatSums(rows: Totals) {
  const { successes, failures, p50Ms, p95Ms } = summarizeLatencies(rows);
  const attempts = successes + failures;
  const rate = attempts === 0 ? 0 : Math.round((failures / attempts) * 10_000) / 10_000;
  return { attempts, failures, error_rate: rate, p50_ms: p50Ms, p95_ms: p95Ms };
}

const groupByName = <R extends Totals[number] & { name: string }>(rows: readonly R[]) =>
  [...new Set(rows.map(({ name }) => name))]
    .sort()
    .map((name) => ({ name, ...formatSums(rows.filter((row) => row.name === name)) }));
