/** Reads the figures of a period. */
import { type Expression, sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows, eachJsonText } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { MAILINGS, NO_MAILINGS } from '../../mailing/queue/types.ts';
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

/** Articles that are looked at: the newest. */
const ARTICLES_MAX = 50_000;
const SHOWN = 20;
const TOP = 10;
/** Zones differ from UTC by whole quarters of an hour. */
const QUARTER_MS = 900_000;

/** Articles of a span by hour, weekday, category, keyword and source; with the span before. */
export const readPeriod = defineRead(
  'reports.readPeriod',
  async (view: View, { now, before, zone }: { now: Span; before: Span; zone: string }): Promise<PeriodReport> => {
    const newest = <Column extends ReportColumn>(column: Column) => selectNewest(view.db, now, column);
    const tags = view.db
      .selectFrom([newest('tags'), eachJsonText(view, 'newest.tags', 'tag')])
      .select('tag.value as term');
    const categories = view.db
      .selectFrom(newest('category'))
      .select('category as term')
      .where('category', 'is not', null);
    const sources = view.db.selectFrom(newest('source_type')).select('source_type as term');
    return {
      now: await countSpan(view, now),
      before: await countSpan(view, before),
      ...(await countByClock(view.db, now, zone)),
      categories: (await rank(view, categories)).map(({ term: key, count }) => ({ key, count })),
      keywords: await rank(view, tags),
      sources: (await rank(view, sources)).map(({ term: source_type, count }) => ({ source_type, count })),
      top: await listBest(view.db, now),
    };
  },
);

type ReportColumn = 'category' | 'created_at' | 'nq_score' | 'source_type' | 'tags';

const selectNewest = <Column extends ReportColumn>(db: Db, { fromMs, toMs }: Span, column: Column) =>
  db
    .selectFrom('articles')
    .select(['id', column])
    .where('created_at', '>=', fromMs)
    .where('created_at', '<', toMs)
    .orderBy('created_at', 'desc')
    .limit(ARTICLES_MAX)
    .as('newest');

async function countByClock(db: Db, span: Span, zone: string): Promise<Pick<PeriodReport, 'byHour' | 'byWeekday'>> {
  const quarter = sql<number>`created_at / ${sql.lit(QUARTER_MS)}`;
  const quarters = await db
    .selectFrom(selectNewest(db, span, 'created_at'))
    .select([quarter.as('quarter'), countRows().as('count')])
    .groupBy(quarter)
    .execute();
  const byHour = Array.from({ length: 24 }, () => 0);
  const byWeekday = Array.from({ length: 7 }, () => 0);
  const readMoment = createClock(zone);
  for (const { quarter: number, count } of quarters) {
    const { hour, weekday } = readMoment(number * QUARTER_MS);
    byHour[hour] = (byHour[hour] ?? 0) + count;
    byWeekday[weekday] = (byWeekday[weekday] ?? 0) + count;
  }
  return { byHour, byWeekday };
}

async function listBest(db: Db, span: Span): Promise<PeriodReport['top']> {
  const best = db
    .selectFrom(selectNewest(db, span, 'nq_score'))
    .select(['id', 'nq_score'])
    .where('nq_score', 'is not', null)
    .orderBy('nq_score', 'desc')
    .orderBy('id')
    .limit(TOP)
    .as('best');
  return await db
    .selectFrom(best)
    .innerJoin('articles', 'articles.id', 'best.id')
    .select(['best.id as article_id', sql<number>`best.nq_score`.as('nq_score'), 'articles.title'])
    .orderBy('best.nq_score', 'desc')
    .orderBy('best.id')
    .execute();
}

/** The most frequent first; of equal ones by their letters. `rows`: a query of `term`. */
async function rank({ db, engine }: View, rows: Expression<unknown>): Promise<{ term: string; count: number }[]> {
  const inOrder = engine === 'postgres' ? sql`term COLLATE "C"` : sql`term`;
  const ranked = sql<{ term: string; count: number }>`SELECT term, ${countRows()} AS count FROM ${rows} AS terms
    GROUP BY term ORDER BY count DESC, ${inOrder} LIMIT ${sql.lit(SHOWN)}`;
  return (await ranked.execute(db)).rows;
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
