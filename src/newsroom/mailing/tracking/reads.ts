/** Reads opens and clicks, with machines apart from people. */
import { sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows, sumOf } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import type { MailEventRow } from './tables.ts';

/** Links of an article. */
export interface ArticleLinks {
  /** The article's own URL. */
  url: string | null;
  /** URLs of its facts; none while it isn't published. */
  urls: string[];
  /** The text that it shows; empty while it isn't published. */
  text: string;
  isPublic: boolean;
}

/** Undefined if the article doesn't exist. */
export async function findArticleLinks(db: Db, articleId: number): Promise<ArticleLinks | undefined> {
  const article = await db
    .selectFrom('articles')
    .select(['url', 'canonical_url', 'company_url', 'body', 'shows_body', 'is_public'])
    .where('id', '=', articleId)
    .executeTakeFirst();
  if (!article) return undefined;
  const { url, canonical_url, company_url, body, shows_body, is_public } = article;
  if (is_public !== 1) return { url, urls: [], text: '', isPublic: false };
  const urls = [url, canonical_url, company_url].flatMap((one) => one ?? []);
  return { url, urls, text: shows_body === 1 ? body : '', isPublic: true };
}

/** Number of a campaign's emails that were opened or clicked by each class of actor, and events without an email. */
export interface EngagementCounts {
  unique_human: number;
  unique_unknown: number;
  unique_machine: number;
  anonymous: number;
  total: number;
}

export interface Engagement {
  opens: EngagementCounts;
  clicks: EngagementCounts;
  /** The most followed first. */
  links: { url: string; unique_human: number; total: number }[];
  /** Oldest first. */
  timeline: EngagementHour[];
}

export interface EngagementHour {
  /** Its beginning, in milliseconds. */
  at: number;
  opens: number;
  clicks: number;
  /** Of these, by machines. */
  machine_opens: number;
  machine_clicks: number;
}

const HOUR_MS = 3_600_000;
const LINKS_MAX = 100;
const HOURS_MAX = 2_000;

/** A mail counts once, for the most human of those that opened it. The caller has seen that the campaign is the company's. */
export const readEngagement = defineRead(
  'tracking.readEngagement',
  async ({ db }: View, { companyId, campaignId }: { companyId: string; campaignId: number }): Promise<Engagement> => {
    const owner = db
      .selectFrom('mail_lanes')
      .select('lane')
      .where('campaign_id', '=', campaignId)
      .where('lane', '=', `campaign ${campaignId}`)
      .where('company_id', '=', companyId);
    if (!(await owner.executeTakeFirst())) return { opens: none, clicks: none, links: [], timeline: [] };
    const [opens, clicks] = [await countEvents(db, campaignId, 'open'), await countEvents(db, campaignId, 'click')];
    return { opens, clicks, links: await listLinks(db, campaignId), timeline: await listHours(db, campaignId) };
  },
);

const none: EngagementCounts = { unique_human: 0, unique_unknown: 0, unique_machine: 0, anonymous: 0, total: 0 };

async function countEvents(db: Db, campaignId: number, kind: MailEventRow['kind']): Promise<EngagementCounts> {
  const ofCampaign = db.selectFrom('mail_events').where('campaign_id', '=', campaignId).where('kind', '=', kind);
  const rank = sql<number>`max(CASE actor_class WHEN 'human' THEN 3 WHEN 'unknown' THEN 2 ELSE 1 END)`;
  // A reader who follows a link has the mail open, though its pixel was never loaded.
  const byMail = db
    .selectFrom('mail_events')
    .select(rank.as('rank'))
    .where('campaign_id', '=', campaignId)
    .where('email_id', 'is not', null)
    .where((is) =>
      kind === 'click'
        ? is('kind', '=', 'click')
        : is.or([is('kind', '=', 'open'), is.and([is('kind', '=', 'click'), is('actor_class', '<>', 'machine')])]),
    )
    .groupBy('email_id')
    .as('by_mail');
  const ranks = await db
    .selectFrom(byMail)
    .select(['rank', countRows().as('count')])
    .groupBy('rank')
    .execute();
  const unique = (limit: number): number => ranks.find((row) => Number(row.rank) === limit)?.count ?? 0;
  const total = await ofCampaign.select(sumOf('events').as('count')).executeTakeFirstOrThrow();
  const anonymous = ofCampaign.select(sumOf('events').as('count')).where('email_id', 'is', null);
  return {
    unique_human: unique(3),
    unique_unknown: unique(2),
    unique_machine: unique(1),
    anonymous: (await anonymous.executeTakeFirstOrThrow()).count,
    total: total.count,
  };
}

async function listLinks(db: Db, campaignId: number): Promise<Engagement['links']> {
  const human = sql<number>`cast(count(DISTINCT CASE WHEN actor_class = 'human' THEN email_id END) as bigint)`;
  const rows = await db
    .selectFrom('mail_events')
    .select(['url', sumOf('events').as('total'), human.as('unique_human')])
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', 'click')
    .where('is_trap', '=', 0)
    .where('url', 'is not', null)
    .groupBy('url')
    .orderBy('total', 'desc')
    .limit(LINKS_MAX)
    .execute();
  return rows.map(({ url, unique_human, total }) => ({ url: url ?? '', unique_human, total }));
}

async function listHours(db: Db, campaignId: number): Promise<Engagement['timeline']> {
  const hour = sql<number>`at - at % ${sql.lit(HOUR_MS)}`;
  const machine = sql<number>`cast(sum(CASE WHEN actor_class = 'machine' THEN events ELSE 0 END) as bigint)`;
  const rows = await db
    .selectFrom('mail_events')
    .select([hour.as('hour'), 'kind', sumOf('events').as('count'), machine.as('machine')])
    .where('campaign_id', '=', campaignId)
    .groupBy(['hour', 'kind'])
    .orderBy('hour')
    .limit(HOURS_MAX)
    .execute();
  const hours = new Map<number, EngagementHour>();
  for (const { hour: at, kind, count, machine } of rows) {
    const bucket = hours.get(at) ?? { at, opens: 0, clicks: 0, machine_opens: 0, machine_clicks: 0 };
    const counts =
      kind === 'open' ? { opens: count, machine_opens: machine } : { clicks: count, machine_clicks: machine };
    hours.set(at, { ...bucket, ...counts });
  }
  return [...hours.values()];
}
