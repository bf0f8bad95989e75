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
    total: z.number().int().describe('Articles that are public or wait for it.'),
    pushed: z.number().int().describe('Public, and delivered where there is a target.'),
    pending: z.number().int().describe('Number of waiting items.'),
    failed: z.number().int().describe('Refused, or tried too often.'),
    success_rate: z.number().describe('Share of finished deliveries that succeeded, 0 to 1; 0 if none finished.'),
    recent: listOf('The newest twenty.', {
      article_id: z.number().int().describe('ID of the article.'),
      title: z.string().describe('Headline of the article.'),
      url: z.string().describe('URL in the feed.'),
      at: z.string().describe('ISO 8601 with offset.'),
      http_status: z.number().int().nullable().describe('HTTP status of the target’s response.'),
      duration_ms: z.number().int().nullable().describe('Until it answered.'),
    }),
    failures: listOf('Deliveries that failed or are being retried, at most 50.', {
      article_id: z.number().int().describe('ID of the article.'),
      title: z.string().describe('Headline of the article.'),
      attempts: z.number().int().describe('Number of delivery attempts.'),
      last_error: z.string().nullable().describe('Error of the last attempt.'),
      next_retry_at: z.string().nullable().describe('ISO 8601 with offset.'),
      permanent: z.boolean().describe('`true` if it won’t be retried.'),
    }),
    by_day: listOf('Fourteen days, the oldest first.', {
      date: z.string().describe('Date in YYYY-MM-DD format.'),
      pushed: z.number().int().describe('Became public, or were delivered last on this day.'),
      failed: z.number().int().describe('Failed last on this day.'),
    }),
    indexnow: objectOf('Telling search engines which articles have changed.', {
      enabled: z.boolean().describe('INDEXNOW_KEY is set; without it search engines are told nothing.'),
      waiting: z.number().int().describe('Changed articles that they have not been told of.'),
      last_told_at: z.string().nullable().describe('Time of the last successful notification. ISO 8601 with offset.'),
      last_tried_at: z.string().nullable().describe('ISO 8601 with offset.'),
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
