/** When releases are published, and when the mails about them are read: by hour and weekday of the service's zone. */
import { sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows, sumOf } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';

const HOURS_OF_DAY = 24;
const HOURS_OF_WEEK = 7 * HOURS_OF_DAY;
/** No zone is apart from UTC by less. */
const QUARTER_MS = 900_000;
/** Each row is a quarter of an hour and a category: more than a year of them is more than anybody publishes. */
const ROWS_MAX = 200_000;
const SOURCES_MAX = 30;

export interface TimesOfWeek {
  total: number;
  /** 168 counts, from Monday 00:00 on. */
  hours: number[];
}

export interface TimeReport {
  published: TimesOfWeek;
  /** By the key of the first category; null: none was found. */
  byCategory: { category: string | null; times: TimesOfWeek }[];
  sources: { name: string; articles: number }[];
  /** Mails opened by people. */
  opened: TimesOfWeek;
}

export const readTimeReport = defineRead(
  'reports.readTimes',
  async ({ db }: View, query: { fromMs: number; toMs: number; zone: string }): Promise<TimeReport> => {
    const findHour = createHourFinder(query.zone);
    const published = createTimes();
    const byCategory = new Map<string | null, TimesOfWeek>();
    for (const { at, category, count } of await listPublished(db, query)) {
      const times = byCategory.get(category) ?? createTimes();
      byCategory.set(category, times);
      for (const one of [published, times]) addTimes(one, findHour(at), count);
    }
    const opened = createTimes();
    for (const { at, count } of await listOpened(db, query)) addTimes(opened, findHour(at), count);
    return {
      published,
      byCategory: [...byCategory]
        .map(([category, times]) => ({ category, times }))
        .sort((a, b) => b.times.total - a.times.total),
      sources: await listSources(db, query),
      opened,
    };
  },
);

const createTimes = (): TimesOfWeek => ({ total: 0, hours: Array.from({ length: HOURS_OF_WEEK }, () => 0) });

function addTimes(times: TimesOfWeek, hour: number, count: number): void {
  times.total += count;
  times.hours[hour] = (times.hours[hour] ?? 0) + count;
}

/** The hour of the week of an instant, in a zone. */
function createHourFinder(zone: string): (ms: number) => number {
  const offsets = new Map<number, number>();
  return (ms) => {
    const cached = offsets.get(ms);
    if (cached !== undefined) return cached;
    const local = formatZonedTime(ms, zone);
    const weekday = (new Date(`${local.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`).getUTCDay() + 6) % 7;
    const hour = weekday * HOURS_OF_DAY + Number(local.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH'.length));
    offsets.set(ms, hour);
    return hour;
  };
}

interface Period {
  fromMs: number;
  toMs: number;
}

/** Collected articles: no company's own, no example, each text once. */
const selectCollected = (db: Db, { fromMs, toMs }: Period) =>
  db
    .selectFrom('articles')
    .where('company_id', 'is', null)
    .where('is_demo', '=', sql.lit(0))
    .where('duplicate_of', 'is', null)
    .where('published_at', '>=', fromMs)
    .where('published_at', '<', toMs);

function listPublished(db: Db, period: Period) {
  const at = sql<number>`published_at - published_at % ${sql.lit(QUARTER_MS)}`;
  return selectCollected(db, period)
    .select([at.as('at'), 'category', countRows().as('count')])
    .groupBy(['at', 'category'])
    .limit(ROWS_MAX)
    .execute();
}

async function listSources(db: Db, period: Period): Promise<TimeReport['sources']> {
  const rows = await selectCollected(db, period)
    .select(['source_type', countRows().as('articles')])
    .groupBy('source_type')
    .orderBy('articles', 'desc')
    .limit(SOURCES_MAX)
    .execute();
  const types = rows.map(({ source_type }) => source_type);
  const sources =
    types.length === 0 ? [] : await db.selectFrom('sources').selectAll().where('source_type', 'in', types).execute();
  return rows.map(({ source_type: type, articles }) => ({
    name: sources.find(({ source_type }) => source_type === type)?.name ?? type,
    articles,
  }));
}

function listOpened(db: Db, { fromMs, toMs }: Period) {
  const at = sql<number>`at - at % ${sql.lit(QUARTER_MS)}`;
  return (
    db
      .selectFrom('mail_events')
      .select([at.as('at'), sumOf('events').as('count')])
      .where('at', '>=', fromMs)
      .where('at', '<', toMs)
      .where('kind', '=', 'open')
      // Without either, the hour isn't known.
      .where((is) => is.or([is('email_id', 'is not', null), is('campaign_id', 'is not', null)]))
      .where('actor_class', '=', 'human')
      .groupBy(sql`at - at % ${sql.lit(QUARTER_MS)}`)
      .limit(ROWS_MAX)
      .execute()
  );
}
