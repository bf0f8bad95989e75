/** Reads the all-time results of all emails. */
import { sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { MAILINGS, type Mailing } from '../../mailing/queue/types.ts';
import { countResponses, type Responses } from './response-reads.ts';

export interface MailingFigures {
  sent: number;
  /** Of these, without those that came back. */
  delivered: number;
  opens: Responses;
  clicks: Responses;
}

export interface TrackedCategory {
  category: string;
  sent: number;
  delivered: number;
  opens: number;
  clicks: number;
}

export interface TrackingReport {
  byKind: Record<Mailing, MailingFigures>;
  /** Companies that were made within 30 days after a mail to their mail domain. */
  signups: number;
  categories: TrackedCategory[];
  /** For each of the days that were asked for. */
  days: { sent: number; opens: number; clicks: number }[];
}

const CATEGORIES_MAX = 100;
const INSTANTS_MAX = 100_000;
const SIGNUP_MS = 30 * 86_400_000;
/** Domains that are asked about at once. */
const ASKED_MAX = 200;

export const readTracking = defineRead(
  'reports.readTracking',
  async ({ db, nowMs }: View, { dayStarts }: { dayStarts: readonly number[] }): Promise<TrackingReport> => ({
    byKind: {
      campaign: await countMailing(db, 'campaign', nowMs),
      diagnosis: await countMailing(db, 'diagnosis', nowMs),
    },
    signups: await countSignups(db),
    categories: await countCategories(db),
    days: await countDays(db, dayStarts),
  }),
);

const countOf = (column: 'bounced_at' | 'opened_at' | 'clicked_at') =>
  sql<number>`cast(count(${sql.ref(`mail_items.${column}`)}) as bigint)`;

const selectSent = (db: Db, mailings: readonly Mailing[]) =>
  db
    .selectFrom('mail_items')
    .where('mail_items.kind', 'in', mailings)
    .where('mail_items.status', '=', 'sent')
    .select([countRows().as('sent'), countOf('bounced_at').as('bounced')]);

async function countMailing(db: Db, mailing: Mailing, nowMs: number): Promise<MailingFigures> {
  const { sent, bounced } = await selectSent(db, [mailing]).executeTakeFirstOrThrow();
  const ever = { fromMs: 0, toMs: nowMs + 1 };
  return {
    sent,
    delivered: sent - bounced,
    opens: await countResponses(db, 'open', ever, mailing),
    clicks: await countResponses(db, 'click', ever, mailing),
  };
}

async function countCategories(db: Db): Promise<TrackedCategory[]> {
  const rows = await selectSent(db, MAILINGS)
    .innerJoin('articles', 'articles.id', 'mail_items.article_id')
    .select(['articles.category', countOf('opened_at').as('opens'), countOf('clicked_at').as('clicks')])
    .groupBy('articles.category')
    .execute();
  return rows
    .map(({ category, sent, bounced, opens, clicks }) => ({
      ...{ category: category ?? 'other', sent, delivered: sent - bounced, opens, clicks },
    }))
    .sort((one, other) => other.sent - one.sent || (one.category < other.category ? -1 : 1))
    .slice(0, CATEGORIES_MAX);
}

const QUARTER_MS = 900_000;

/** `dayStarts`: the first instants of the days, and of the one behind them. */
async function countDays(db: Db, dayStarts: readonly number[]): Promise<TrackingReport['days']> {
  const days = dayStarts.slice(1).map(() => ({ sent: 0, opens: 0, clicks: 0 }));
  for (const [name, column] of [
    ['sent', 'sent_at'],
    ['opens', 'opened_at'],
    ['clicks', 'clicked_at'],
  ] as const) {
    // Days begin at full quarters of an hour, in every zone.
    const quarter = sql<number>`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(QUARTER_MS)}`;
    const rows = await db
      .selectFrom('mail_items')
      .select([quarter.as('quarter'), countRows().as('rows')])
      .where(column, '>=', dayStarts[0] ?? 0)
      .where('kind', 'in', MAILINGS)
      .groupBy('quarter')
      .execute();
    for (const { quarter: at, rows: counted } of rows) {
      const day = days[dayStarts.findLastIndex((start) => start <= at)];
      if (day) day[name] += counted;
    }
  }
  return days;
}

/** A company's people have mail at its domains; one that has none cannot be told. */
async function countSignups(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('companies')
    .innerJoin('memberships', 'memberships.company_id', 'companies.id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['companies.id', 'companies.created_at', 'users.email_norm'])
    .execute();
  const people = rows.map(({ id, created_at, email_norm }) => ({
    ...{ id, madeAt: created_at, domain: email_norm.slice(email_norm.lastIndexOf('@') + 1) },
  }));
  const sendings = await listSendings(db, [...new Set(people.map(({ domain }) => domain))]);
  const isSignup = ({ madeAt, domain }: (typeof people)[number]): boolean =>
    (sendings.get(domain) ?? []).some((at) => at <= madeAt && madeAt - at <= SIGNUP_MS);
  return new Set(people.filter(isSignup).map(({ id }) => id)).size;
}

/** When mail was delivered to each domain. */
async function listSendings(db: Db, domains: readonly string[]): Promise<Map<string, number[]>> {
  const counts = new Map<string, number[]>();
  for (let start = 0; start < domains.length; start += ASKED_MAX) {
    const rows = await db
      .selectFrom('mail_items')
      .select(['domain', 'sent_at'])
      .where('domain', 'in', domains.slice(start, start + ASKED_MAX))
      .where('sent_at', 'is not', null)
      .where('bounced_at', 'is', null)
      .where('kind', 'in', MAILINGS)
      .limit(INSTANTS_MAX)
      .execute();
    for (const { domain, sent_at } of rows)
      counts.set(domain, [...(counts.get(domain) ?? []), ...(sent_at === null ? [] : [sent_at])]);
  }
  return counts;
}
