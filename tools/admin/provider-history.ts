import { z } from 'zod';
import { formatDay } from '../../src/database/clock.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listUpstreamDays } from '../../src/ledger/receipts/record-reads.ts';
import { HISTORY_DAYS } from '../../src/ledger/receipts/record-writes.ts';
import { DAY_MS } from '../../src/lib/durations.ts';

export default defineTool({
  title: 'Provider history',
  description:
    'Return requests, failures and latency per provider and UTC day, across all servers. Kept for 90 days; the last minute may be missing.',
  route: 'GET /admin/provider-history',
  effect: 'read',
  input: z.object({
    days: z.number().int().min(1).max(HISTORY_DAYS).default(HISTORY_DAYS).describe('Number of days up to today.'),
    mode: z.enum(['live', 'test']).default('live').describe('live, or test for the sandbox.'),
  }),
  output: z.object({
    items: listOf('Rows by provider.', {
      provider: z.string().describe('ID of the provider; web stands for pages of other sites.'),
      requests: z.number().int().describe('Number of requests on all listed days.'),
      failures: z.number().int().describe('Number of requests that failed because of the provider.'),
      success_rate: z.number().describe('Share of successful requests, 0 to 1.'),
      days: listOf('Days with requests, oldest first.', {
        date: z.string().describe('UTC date in YYYY-MM-DD format.'),
        requests: z.number().int().describe('Number of requests sent.'),
        failures: z.number().int().describe('Number of failed requests.'),
        rate_limited: z.number().int().describe('Number of requests refused because of a rate limit.'),
        avg_latency_ms: z.number().int().describe('Average latency of all requests in milliseconds.'),
        max_latency_ms: z.number().int().describe('Longest latency in milliseconds.'),
      }),
    }),
    from: z.string().describe('First day of the range, UTC.'),
    to: z.string().describe('Date of today in UTC.'),
  }),
  examples: [{}, { days: 7 }],
  async run({ days, mode }, ctx) {
    const { database } = ctx.services;
    const nowMs = await database.now();
    const since = formatDay(nowMs - (days - 1) * DAY_MS);
    const rows = await database.read(listUpstreamDays, { mode, since });
    const items = [...new Set(rows.map(({ provider }) => provider))].map((provider) => {
      const own = rows.filter((row) => row.provider === provider);
      const requests = own.reduce((sum, row) => sum + row.requests, 0);
      const failures = own.reduce((sum, row) => sum + row.failures, 0);
      return { provider, requests, failures, success_rate: round(1 - failures / requests), days: own.map(formatRow) };
    });
    return { items, from: since, to: formatDay(nowMs) };
  },
});

const round = (share: number): number => Math.round(share * 10_000) / 10_000;

const formatRow = (row: {
  day: string;
  requests: number;
  failures: number;
  refusals: number;
  latency_ms: number;
  latency_ms_max: number;
}) => ({
  date: row.day,
  requests: row.requests,
  failures: row.failures,
  rate_limited: row.refusals,
  avg_latency_ms: Math.round(row.latency_ms / row.requests),
  max_latency_ms: row.latency_ms_max,
});
