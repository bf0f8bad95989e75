import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { countUntold, findAnnouncement } from '../../src/newsroom/content/announcing/reads.ts';
import { readPushes } from '../../src/newsroom/operations/reports/push-reads.ts';

const CAVEATS = ['llms.txt and FAQ markup are not ranking signals', 'FAQ rich results are closed to ordinary sites'];

export default defineTool({
  title: 'Publishing dashboard',
  description:
    'Return publication and delivery figures: published, delivered, waiting and failed articles, and the last 14 days.',
  route: 'GET /admin/aeo-dashboard',
  effect: 'read',
  output: z.object({
    target: z.string().describe('Destination: local for this server’s feed only, otherwise the API.'),
    total: z.number().int().describe('Number of articles that are public or waiting to be published.'),
    pushed: z
      .number()
      .int()
      .describe('Number of articles that are public and, if a target is configured, delivered to it.'),
    pending: z.number().int().describe('Number of waiting items.'),
    failed: z.number().int().describe('Number of articles that the target rejected or that failed too often.'),
    success_rate: z.number().describe('Share of finished deliveries that succeeded, 0 to 1; 0 if none finished.'),
    recent: listOf('The 20 latest deliveries.', {
      article_id: z.number().int().describe('ID of the article.'),
      title: z.string().describe('Headline of the article.'),
      url: z.string().describe('URL in the feed.'),
      at: z.string().describe('ISO 8601 timestamp with offset.'),
      http_status: z.number().int().nullable().describe('HTTP status of the target’s response.'),
      duration_ms: z.number().int().nullable().describe('Response time in milliseconds.'),
    }),
    failures: listOf('Deliveries that failed or are being retried, at most 50.', {
      article_id: z.number().int().describe('ID of the article.'),
      title: z.string().describe('Headline of the article.'),
      attempts: z.number().int().describe('Number of delivery attempts.'),
      last_error: z.string().nullable().describe('Error of the last attempt.'),
      next_retry_at: z.string().nullable().describe('ISO 8601 timestamp with offset.'),
      permanent: z.boolean().describe('`true` if it won’t be retried.'),
    }),
    by_day: listOf('The last 14 days, oldest first.', {
      date: z.string().describe('Date in YYYY-MM-DD format.'),
      pushed: z.number().int().describe('Number of articles published or last delivered on this day.'),
      failed: z.number().int().describe('Number of articles whose last failure was on this day.'),
    }),
    indexnow: objectOf('Search engine notifications about changed articles (IndexNow).', {
      enabled: z.boolean().describe('`true` if INDEXNOW_KEY is set. Search engines are notified only then.'),
      waiting: z.number().int().describe('Number of changed articles not yet sent to search engines.'),
      last_told_at: z.string().nullable().describe('Time of the last successful notification. ISO 8601 with offset.'),
      last_tried_at: z.string().nullable().describe('ISO 8601 timestamp with offset.'),
      http_status: z.number().int().nullable().describe('HTTP status of the last response.'),
      error: z.string().nullable().describe('Reason why the last notification failed.'),
      next_at: z
        .string()
        .nullable()
        .describe('Earliest time of the next notification, if any are waiting. ISO 8601 with offset.'),
      note: z.string().nullable().describe('Note for the operator.'),
    }),
    caveats: z.array(z.string()).describe('Limitations of these figures.'),
  }),
  async run(_input, ctx) {
    const { database, publishing } = ctx.services;
    const { timeZone: zone, baseUrl } = ctx.server;
    const isLocal = publishing.target === null;
    const pushes = await database.read(readPushes, { isLocal, zone });
    const { pushed, pending, failed, recent, failures, byDay } = pushes;
    const ended = pushed + failed;
    return {
      target: publishing.target ?? 'local',
      total: ended + pending,
      pushed,
      pending,
      failed,
      success_rate: ended === 0 ? 0 : Math.round((pushed / ended) * 1000) / 1000,
      recent: recent.map(({ id, title, at, httpStatus, durationMs }) => ({
        article_id: id,
        title,
        url: `${baseUrl}/v1/articles/${id}`,
        at: formatZonedTime(at, zone),
        http_status: httpStatus,
        duration_ms: durationMs,
      })),
      failures: failures.map(({ id, title, attempts, error, nextAt }) => ({
        article_id: id,
        title,
        attempts,
        last_error: error,
        next_retry_at: nextAt === null ? null : formatZonedTime(nextAt, zone),
        permanent: nextAt === null,
      })),
      by_day: byDay,
      indexnow: await describeAnnouncements(ctx),
      caveats: CAVEATS,
    };
  },
});

async function describeAnnouncements({ services: { announcer, database }, server: { timeZone } }: CallContext) {
  const enabled = announcer.isOn;
  const row = enabled ? await findAnnouncement(database.db) : undefined;
  const waiting = row ? await countUntold(database.db, row) : 0;
  const format = (ms: number | null | undefined): string | null => (ms == null ? null : formatZonedTime(ms, timeZone));
  return {
    enabled,
    waiting,
    last_told_at: format(row?.told_at),
    last_tried_at: format(row?.tried_at),
    http_status: row?.http_status ?? null,
    error: row?.error ?? null,
    next_at: waiting === 0 ? null : format(row?.next_at),
    note: enabled ? null : 'INDEXNOW_KEY is not set: search engines are told nothing',
  };
}
