/** The registry with what its runs have left. */
import { defineRead } from '../../../database/define.ts';
import type { Db, View } from '../../../database/types.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { shippedSources } from './catalog.ts';
import { type HealthOpinion, judgeHealth, shiftDay } from './health.ts';
import type { Source, SourceError, SourceHourRow } from './tables.ts';

/** Days over which the usual gap is measured. */
const MEASURED_DAYS = 28;
const SOURCES_MAX = 500;

export const findSource = (db: Db, type: string): Promise<Source | undefined> =>
  db.selectFrom('sources').selectAll().where('source_type', '=', type).executeTakeFirst();

export const listSourceRows = (db: Db, types: readonly string[]): Promise<Source[]> =>
  types.length === 0
    ? Promise.resolve([])
    : db.selectFrom('sources').selectAll().where('source_type', 'in', types).orderBy('source_type').execute();

/** Which of these entries of the source are articles already. */
export async function listKnown(db: Db, type: string, ids: readonly string[]): Promise<ReadonlySet<string | null>> {
  if (ids.length === 0) return new Set();
  const articles = db.selectFrom('articles').select('external_id').where('source_type', '=', type);
  const rows = await articles.where('external_id', 'in', ids).execute();
  return new Set(rows.map(({ external_id }) => external_id));
}

/** A source with what is computed of it. */
export interface SourceReport extends HealthOpinion {
  source: Source;
  landed24h: number;
  landed7d: number;
}

/** By key. */
export const listSources = defineRead(
  'sources.list',
  async (view: View, { zone }: { zone: string }): Promise<SourceReport[]> => {
    const rows = await view.db.selectFrom('sources').selectAll().orderBy('source_type').limit(SOURCES_MAX).execute();
    const hours = await listHours(view, rows, zone);
    const reports: SourceReport[] = [];
    for (const row of rows) reports.push(await report(view, row, hours.get(row.source_type) ?? [], zone));
    return reports;
  },
);

export interface SourceDay {
  date: string;
  landed: number;
  errors: number;
}

export interface SourceDetail extends SourceReport {
  /** Fourteen, the oldest first. */
  daily: SourceDay[];
  errors: SourceError[];
}

const DAYS_SHOWN = 14;
const ERRORS_SHOWN = 20;

export const readSource = defineRead(
  'sources.read',
  async (view: View, { type, zone }: { type: string; zone: string }): Promise<SourceDetail | undefined> => {
    const row = await findSource(view.db, type);
    if (!row) return undefined;
    const hours = (await listHours(view, [row], zone)).get(type) ?? [];
    const errors = view.db.selectFrom('source_errors').selectAll().where('source_type', '=', type);
    const today = readNow(view.nowMs, zone).day;
    const daily = Array.from({ length: DAYS_SHOWN }, (_, index): SourceDay => {
      const date = shiftDay(today, index - DAYS_SHOWN + 1);
      const own = hours.filter(({ day }) => day === date);
      const sum = (column: 'landed' | 'errors'): number => own.reduce((total, hour) => total + hour[column], 0);
      return { date, landed: sum('landed'), errors: sum('errors') };
    });
    return {
      ...(await report(view, row, hours, zone)),
      daily,
      errors: await errors.orderBy('id', 'desc').limit(ERRORS_SHOWN).execute(),
    };
  },
);

async function report(view: View, row: Source, hours: readonly SourceHourRow[], zone: string): Promise<SourceReport> {
  const now = readNow(view.nowMs, zone);
  const last = row.method === 'internal' ? await findLastArrival(view.db, row.source_type) : row.last_item_at;
  const source = { ...row, last_item_at: last };
  const opinion = judgeHealth({ source, hours, nowMs: view.nowMs, now });
  const count = (days: number): number => {
    const since = { ...now, day: shiftDay(now.day, -days) };
    const isSince = ({ day, hour }: SourceHourRow): boolean =>
      day > since.day || (day === since.day && hour > since.hour);
    return hours.filter(isSince).reduce((sum, { landed }) => sum + landed, 0);
  };
  return { source, ...opinion, landed24h: count(1), landed7d: count(7) };
}

function readNow(nowMs: number, zone: string): { day: string; hour: number } {
  const [day = '', time = ''] = formatZonedTime(nowMs, zone).split('T');
  return { day, hour: Number(time.slice(0, 2)) };
}

async function listHours(
  view: View,
  rows: readonly Source[],
  zone: string,
): Promise<ReadonlyMap<string, SourceHourRow[]>> {
  const since = shiftDay(readNow(view.nowMs, zone).day, -MEASURED_DAYS);
  const hoursByType = new Map<string, SourceHourRow[]>();
  for (const { source_type, method } of rows) {
    const hours =
      method === 'internal'
        ? await listArrivals(view, source_type, zone)
        : await view.db
            .selectFrom('source_hours')
            .selectAll()
            .where('source_type', '=', source_type)
            .where('day', '>=', since)
            .execute();
    hoursByType.set(source_type, hours);
  }
  return hoursByType;
}

const findArticleType = (type: string): string =>
  shippedSources.find((source) => source.type === type)?.articleType ?? type;

const ARRIVALS_MAX = 10_000;

/** Releases that companies made on this server, by hour: counted from their articles. */
async function listArrivals({ db, nowMs }: View, type: string, zone: string): Promise<SourceHourRow[]> {
  const arrivals = await db
    .selectFrom('articles')
    .select('created_at')
    .where('source_type', '=', findArticleType(type))
    .where('created_at', '>', nowMs - (DAYS_SHOWN + 1) * DAY_MS)
    .orderBy('created_at', 'desc')
    .limit(ARRIVALS_MAX)
    .execute();
  const hours = new Map<string, SourceHourRow>();
  const none = { errors: 0, entries: 0, titles: 0, bodies: 0, emails: 0 };
  for (const { created_at } of arrivals) {
    const { day, hour } = readNow(created_at, zone);
    const key = `${day} ${hour}`;
    const row = hours.get(key) ?? { source_type: type, day, hour, landed: 0, ...none };
    hours.set(key, { ...row, landed: row.landed + 1 });
  }
  return [...hours.values()];
}

async function findLastArrival(db: Db, type: string): Promise<number | null> {
  const articles = db.selectFrom('articles').select('created_at').where('source_type', '=', findArticleType(type));
  return (await articles.orderBy('created_at', 'desc').limit(1).executeTakeFirst())?.created_at ?? null;
}
