/** What has happened in a span of time. */
import { defineRead } from '../../database/define.ts';
import { countRows } from '../../database/dialect.ts';
import type { Db, View } from '../../database/types.ts';
import { formatZonedTime } from '../../kernel/zoned-time.ts';
import { MAILINGS, NO_MAILINGS } from '../sending/types.ts';
import { countMails, countResponses, type Responses, type Span } from './response-reads.ts';

export interface MailFigures {
  queued: number;
  sent: number;
  failed: number;
  unknown: number;
  suppressed: number;
  by_kind: { campaign: number; diagnosis: number };
}

export interface Figures {
  articles: number;
  analyzed: number;
  mail: MailFigures;
  /** Mails for the first time, by what may be people. */
  opens: number;
  clicks: number;
  signups: number;
}

export async function countSpan({ db }: Pick<View, 'db'>, { fromMs, toMs }: Span): Promise<Figures> {
  const rows = countRows().as('rows');
  const inSpan = async (table: 'articles' | 'companies', column: 'created_at' | 'analyzed_at'): Promise<number> => {
    const query =
      table === 'articles'
        ? db.selectFrom('articles').select(rows).where(column, '>=', fromMs).where(column, '<', toMs)
        : db.selectFrom('companies').select(rows).where('created_at', '>=', fromMs).where('created_at', '<', toMs);
    return (await query.executeTakeFirstOrThrow()).rows;
  };
  return {
    articles: await inSpan('articles', 'created_at'),
    analyzed: await inSpan('articles', 'analyzed_at'),
    mail: await countMail(db, { fromMs, toMs }),
    opens: await countMails(db, 'opened_at', { fromMs, toMs }),
    clicks: await countMails(db, 'clicked_at', { fromMs, toMs }),
    signups: await inSpan('companies', 'created_at'),
  };
}

async function countMail(db: Db, { fromMs, toMs }: Span): Promise<MailFigures> {
  const counts = await db
    .selectFrom('mail_items')
    .select(['kind', countRows().as('rows')])
    .where('sent_at', '>=', fromMs)
    .where('sent_at', '<', toMs)
    .where('kind', 'not in', NO_MAILINGS)
    .groupBy('kind')
    .execute();
  const ended = await db
    .selectFrom('mail_items')
    .select(['status', countRows().as('rows')])
    .where('kind', 'in', MAILINGS)
    .where('updated_at', '>=', fromMs)
    .where('updated_at', '<', toMs)
    .groupBy('status')
    .execute();
  const waiting = db.selectFrom('mail_items').select(countRows().as('rows')).where('kind', 'in', MAILINGS);
  const queued = await waiting.where('status', 'in', ['queued', 'retry']).executeTakeFirstOrThrow();
  const by = (status: string): number => ended.find((row) => row.status === status)?.rows ?? 0;
  const ofKind = (kind: string): number => counts.find((row) => row.kind === kind)?.rows ?? 0;
  const by_kind = { campaign: ofKind('campaign'), diagnosis: ofKind('diagnosis') };
  return {
    queued: queued.rows,
    sent: by_kind.campaign + by_kind.diagnosis,
    ...{ failed: by('failed'), unknown: by('unknown'), suppressed: by('suppressed'), by_kind },
  };
}

/** With opens told apart. */
export interface SplitFigures extends Omit<Figures, 'opens'> {
  opens: Responses;
}

export const readFigures = defineRead(
  'reports.readFigures',
  async (view: View, spans: { today: Span; month: Span }): Promise<{ today: SplitFigures; month: SplitFigures }> => {
    const read = async (span: Span) => ({
      ...(await countSpan(view, span)),
      opens: await countResponses(view.db, 'open', span),
    });
    return { today: await read(spans.today), month: await read(spans.month) };
  },
);

export interface PeriodReport {
  now: Figures;
  before: Figures;
  byHour: number[];
  /** Monday first. */
  byWeekday: number[];
  categories: { key: string; count: number }[];
  keywords: { term: string; count: number }[];
  sources: { source_type: string; count: number }[];
  top: { article_id: number; title: string; nq_score: number }[];
}

/** Articles that are looked at. */
const ARTICLES_MAX = 50_000;
const SHOWN = 20;
const TOP = 10;
const DAY_MS = 86_400_000;

/** Articles of a span by hour, weekday, category, keyword and source; with the span before. */
export const readPeriod = defineRead(
  'reports.readPeriod',
  async (view: View, { now, before, zone }: { now: Span; before: Span; zone: string }): Promise<PeriodReport> => {
    const rows = await view.db
      .selectFrom('articles')
      .select(['id', 'created_at', 'category', 'tags', 'source_type', 'nq_score'])
      .where('created_at', '>=', now.fromMs)
      .where('created_at', '<', now.toMs)
      .orderBy('created_at', 'desc')
      .limit(ARTICLES_MAX)
      .execute();
    const byHour = Array.from({ length: 24 }, () => 0);
    const byWeekday = Array.from({ length: 7 }, () => 0);
    const readMoment = createClock(zone);
    for (const { created_at } of rows) {
      const { hour, weekday } = readMoment(created_at);
      byHour[hour] = (byHour[hour] ?? 0) + 1;
      byWeekday[weekday] = (byWeekday[weekday] ?? 0) + 1;
    }
    const words = rows.flatMap(({ tags }): string[] => JSON.parse(tags));
    return {
      now: await countSpan(view, now),
      before: await countSpan(view, before),
      ...{ byHour, byWeekday },
      categories: rank(rows.flatMap(({ category }) => category ?? [])).map(([key, count]) => ({ key, count })),
      keywords: rank(words).map(([term, count]) => ({ term, count })),
      sources: rank(rows.map(({ source_type }) => source_type)).map(([source_type, count]) => ({ source_type, count })),
      top: await listBest(view.db, rows),
    };
  },
);

async function listBest(
  db: Db,
  rows: readonly { id: number; nq_score: number | null }[],
): Promise<PeriodReport['top']> {
  const best = rows
    .flatMap(({ id, nq_score }) => (nq_score === null ? [] : [{ article_id: id, nq_score }]))
    .sort((a, b) => b.nq_score - a.nq_score || a.article_id - b.article_id)
    .slice(0, TOP);
  if (best.length === 0) return [];
  const ids = best.map(({ article_id }) => article_id);
  const titles = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).execute();
  const byId = new Map(titles.map(({ id, title }) => [id, title]));
  return best.map((one) => ({ ...one, title: byId.get(one.article_id) ?? '' }));
}

/** The most frequent first; of equal ones by their letters. */
function rank(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, SHOWN);
}

/** On most days a zone keeps its distance to UTC, so that it is looked up once a day. */
function createClock(zone: string): (ms: number) => { hour: number; weekday: number } {
  const offsets = new Map<number, number | null>();
  const readOffset = (ms: number): number => {
    const seconds = Math.floor(ms / 1_000) * 1_000;
    return Date.parse(`${formatZonedTime(ms, zone).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`) - seconds;
  };
  const readDayOffset = (day: number): number | null => {
    const [first, last] = [readOffset(day * DAY_MS), readOffset((day + 1) * DAY_MS)];
    return first === last ? first : null;
  };
  return (ms) => {
    const day = Math.floor(ms / DAY_MS);
    let offset = offsets.get(day);
    if (offset === undefined) {
      offset = readDayOffset(day);
      offsets.set(day, offset);
    }
    const local = new Date(ms + (offset ?? readOffset(ms)));
    return { hour: local.getUTCHours(), weekday: (local.getUTCDay() + 6) % 7 };
  };
}
