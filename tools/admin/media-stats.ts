import { z } from 'zod';
import { count, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { readMediaStats } from '../../src/newsroom/media/contacts/stats-reads.ts';

const counts = z.record(z.string(), z.number().int());

export default defineTool({
  title: 'Media statistics',
  description:
    'Return the media database in numbers: by type, prefecture, industry and delivery method, and how many outlets can be emailed.',
  route: 'GET /admin/media/stats',
  effect: 'read',
  output: z.object({
    total: count('Number of outlets.'),
    by_type: counts.describe('Counts by type, most frequent first.'),
    by_prefecture: counts.describe('Counts by prefecture.'),
    by_delivery: counts.describe('Counts by delivery method.'),
    by_industry: counts.describe('Counts by industry.'),
    with_email: count('Number of outlets with an email address.'),
    deliverable: count('Number of outlets with an address that accept such email and are not suppressed for everyone.'),
    suppressed: count('Number of outlets that no company may email.'),
    refusing: count('Number of outlets that refuse unsolicited email.'),
    stale_over_180d: count('Number of outlets not checked within the last six months.'),
    profiles: objectOf('Origin of the profiles.', {
      empty: count('Always 0 in this response.'),
      imported: count('Number of profiles imported from a file.'),
      scanned: count('Number of profiles read from the outlet’s page.'),
    }),
    embedded: count('Number of outlets that can be compared by meaning.'),
    last_import: z
      .object({
        at: z.string().describe('ISO 8601 timestamp with offset.'),
        counts: counts.describe('Results of the import.'),
      })
      .nullable()
      .describe('Last import; `null` if none has run.'),
    last_scan: z
      .object({
        at: z.string().describe('ISO 8601 timestamp with offset.'),
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
