import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { listSources } from '../../src/newsroom/content/sources/reads.ts';
import { SOURCE_HEALTHS, SOURCE_STATUSES } from '../../src/newsroom/content/sources/types.ts';

export default defineTool({
  title: 'Source statistics',
  description: 'Return source counts by status and health, and the articles of the last 24 hours.',
  route: 'GET /admin/sources/summary',
  effect: 'read',
  output: z.object({
    by_status: z.record(z.string(), z.number().int()).describe('Number of sources by status.'),
    by_health: z.record(z.string(), z.number().int()).describe('Number of sources by health.'),
    total: z.number().int().describe('Total number of sources.'),
    landed_24h: z.number().int().describe('Number of new articles in the last 24 hours.'),
    checked_at: z.string().describe('ISO 8601 timestamp with offset.'),
  }),
  async run(_input, ctx) {
    const { database } = ctx.services;
    const { timeZone: zone } = ctx.server;
    const reports = await database.read(listSources, { zone });
    const count = (words: readonly string[], read: (report: (typeof reports)[number]) => string) =>
      Object.fromEntries(words.map((word) => [word, reports.filter((report) => read(report) === word).length]));
    return {
      by_status: count(SOURCE_STATUSES, ({ source }) => source.status),
      by_health: count(SOURCE_HEALTHS, ({ health }) => health),
      total: reports.length,
      landed_24h: reports.reduce((sum, { landed24h }) => sum + landed24h, 0),
      checked_at: formatZonedTime(await database.now(), zone),
    };
  },
});
