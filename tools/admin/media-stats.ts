import { z } from 'zod';
import { count, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { readMediaStats } from '../../src/newsroom/media/contacts/stats-reads.ts';

const counts = z.record(z.string(), z.number().int());

export default defineTool({
  title: 'Media in numbers',
  description:
    'The media database in numbers: by kind, place, industry and way of delivery, and how many can be written to.',
  route: 'GET /admin/media/stats',
  effect: 'read',
  output: z.object({
    total: count('Number of outlets.'),
    by_type: counts.describe('Counts by type, most frequent first.'),
    by_prefecture: counts.describe('Counts by prefecture.'),
    by_delivery: counts.describe('Counts by delivery method.'),
    by_industry: counts.describe('Counts by industry.'),
    with_email: count('They have an address.'),
    deliverable: count('They have an address, refuse nothing, and are not suppressed for everybody.'),
    suppressed: count('No company may write to them.'),
    refusing: count('They refuse such mail.'),
    stale_over_180d: count('Nobody has looked for half a year.'),
    profiles: objectOf('Origin of the profiles.', {
      empty: count('Unused in this response.'),
      imported: count('From a file.'),
      scanned: count('From their page.'),
    }),
    embedded: count('They can be compared by meaning.'),
    last_import: z
      .object({ at: z.string().describe('ISO 8601 with offset.'), counts: counts.describe('Results of the import.') })
      .nullable()
      .describe('Last import; `null` if none has run.'),
    last_scan: z
      .object({
        at: z.string().describe('ISO 8601 with offset.'),
        counts: counts.describe('Numbers of pages read.'),
      })
      .nullable()
      .describe('Last scan; `null` if none has finished.'),
  }),
  async run(_input, ctx) {
    const stats = await ctx.services.database.read(readMediaStats, undefined);
    const { lastImport } = stats;
    const scan = await ctx.services.jobs.readProgress('media-scan');
    return {
      total: stats.total,
      by_type: stats.byType,
      by_prefecture: stats.byPrefecture,
      by_delivery: stats.byDelivery,
      by_industry: stats.byIndustry,
      with_email: stats.withEmail,
      deliverable: stats.deliverable,
      suppressed: stats.suppressed,
      refusing: stats.refusing,
      stale_over_180d: stats.stale,
      profiles: stats.profiles,
      embedded: stats.embedded,
      last_import: lastImport && {
        at: formatZonedTime(lastImport.endedAt, ctx.server.timeZone),
        counts: lastImport.counts,
      },
      last_scan:
        scan.finished_at === null
          ? null
          : { at: scan.finished_at, counts: { total: scan.total, succeeded: scan.succeeded, failed: scan.failed } },
    };
  },
});
