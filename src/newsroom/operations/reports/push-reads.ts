/** Reads publications and deliveries. */
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { addDays, findDayStart, readDayOf } from '../../common/days.ts';

export interface RecentPush {
  id: number;
  title: string;
  at: number;
  httpStatus: number | null;
  durationMs: number | null;
}

export interface FailedPush {
  id: number;
  title: string;
  attempts: number;
  error: string | null;
  nextAt: number | null;
}

export interface PushReport {
  pushed: number;
  pending: number;
  failed: number;
  recent: RecentPush[];
  failures: FailedPush[];
  byDay: { date: string; pushed: number; failed: number }[];
}

const RECENT_MAX = 20;
const FAILURES_MAX = 50;
const DAYS = 14;
/** Events of these days that are looked at. */
const EVENTS_MAX = 50_000;

/** `isLocal`: there is no target, so what is public is all that there is to tell. */
export const readPushes = defineRead(
  'reports.readPushes',
  async (view: View, { isLocal, zone }: { isLocal: boolean; zone: string }): Promise<PushReport> => {
    const { db, nowMs } = view;
    const rows = countRows().as('rows');
    const fresh = db.selectFrom('articles').select(rows).where('push_due', 'is not', null);
    const waiting = (await fresh.executeTakeFirstOrThrow()).rows;
    const ofState = async (state: 'waiting' | 'pushed' | 'failed'): Promise<number> => {
      const pushes = db.selectFrom('article_pushes').select(rows).where('state', '=', state);
      return (await pushes.executeTakeFirstOrThrow()).rows;
    };
    const query = db.selectFrom('feed_entries').select(rows).where('reason', 'is', null);
    const inFeed = (await query.executeTakeFirstOrThrow()).rows;
    const failed = isLocal ? 0 : await ofState('failed');
    const pushed = isLocal ? inFeed : await ofState('pushed');
    const pending = waiting + (isLocal ? 0 : await ofState('waiting'));
    const sinceMs = findDayStart(addDays(readDayOf(nowMs, zone), 1 - DAYS), zone);
    const events = isLocal ? await listPublished(db, sinceMs) : await listTried(db, sinceMs);
    const today = readDayOf(nowMs, zone);
    const byDay = Array.from({ length: DAYS }, (_, index) => {
      const date = addDays(today, index + 1 - DAYS);
      const [from, to] = [findDayStart(date, zone), findDayStart(addDays(date, 1), zone)];
      const own = events.filter(({ at }) => at >= from && at < to);
      const failures = own.filter(({ isFailed }) => isFailed).length;
      return { date, pushed: own.length - failures, failed: failures };
    });
    const recent = isLocal ? await listRecentPublished(db) : await listRecentPushed(db);
    return { pushed, pending, failed, recent, failures: isLocal ? [] : await listFailures(db), byDay };
  },
);

async function listPublished(db: Db, sinceMs: number): Promise<{ at: number; isFailed: boolean }[]> {
  const rows = await db
    .selectFrom('feed_entries')
    .select('published_at as at')
    .where('reason', 'is', null)
    .where('published_at', '>=', sinceMs)
    .limit(EVENTS_MAX)
    .execute();
  return rows.map(({ at }) => ({ at, isFailed: false }));
}

async function listTried(db: Db, sinceMs: number): Promise<{ at: number; isFailed: boolean }[]> {
  const rows = await db
    .selectFrom('article_pushes')
    .select(['tried_at as at', 'state'])
    .where('tried_at', '>=', sinceMs)
    .limit(EVENTS_MAX)
    .execute();
  return rows.flatMap(({ at, state }) => (at === null ? [] : [{ at, isFailed: state !== 'pushed' }]));
}

async function listRecentPublished(db: Db): Promise<RecentPush[]> {
  const rows = await db
    .selectFrom('feed_entries')
    .innerJoin('articles', 'articles.id', 'feed_entries.article_id')
    .select(['articles.id', 'articles.title', 'feed_entries.published_at as at'])
    .where('feed_entries.reason', 'is', null)
    .orderBy('feed_entries.published_at', 'desc')
    .orderBy('feed_entries.article_id', 'desc')
    .limit(RECENT_MAX)
    .execute();
  return rows.map((row) => ({ ...row, httpStatus: null, durationMs: null }));
}

async function listRecentPushed(db: Db): Promise<RecentPush[]> {
  const rows = await db
    .selectFrom('article_pushes')
    .innerJoin('articles', 'articles.id', 'article_pushes.article_id')
    .select(['articles.id', 'articles.title', 'tried_at as at', 'http_status', 'duration_ms'])
    .where('state', '=', 'pushed')
    .orderBy('tried_at', 'desc')
    .limit(RECENT_MAX)
    .execute();
  return rows.map(({ id, title, at, http_status, duration_ms }) => ({
    ...{ id, title, at: at ?? 0 },
    httpStatus: http_status,
    durationMs: duration_ms,
  }));
}

async function listFailures(db: Db): Promise<FailedPush[]> {
  const rows = await db
    .selectFrom('article_pushes')
    .innerJoin('articles', 'articles.id', 'article_pushes.article_id')
    .select(['articles.id', 'articles.title', 'attempts', 'error', 'next_at as nextAt'])
    .where('state', 'in', ['failed', 'waiting'])
    .where('error', 'is not', null)
    .orderBy('tried_at', 'desc')
    .limit(FAILURES_MAX)
    .execute();
  return rows;
}
