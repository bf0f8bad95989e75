/** Articles whose companies may get the service's own mail today, the newest first. Rules: newsroom.md §7.5. */
import type { Selectable } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { parseMailAddress, readDomain } from '../../../lib/mail-address.ts';
import type { ArticleRow } from '../../content/article-tables.ts';
import { type ContactedCompanies, listContacted } from '../contacted-reads.ts';
import { ALL, countDays, countUsed } from '../queue/budget-writes.ts';
import { computeWarmup, findDay, type MailLimits } from '../queue/limits.ts';
import { findMailState } from '../queue/worker/worker-reads.ts';
import { DAILY_LIMIT } from '../state-writes.ts';

/** Position of an article in the order of candidates. */
export interface CandidatePlace {
  /** Null for an article without a date: those come last. */
  publishedAt: number | null;
  id: number;
}

export interface Candidate extends CandidatePlace {
  title: string;
}

export interface CandidateQuery {
  after: CandidatePlace | null;
  most: number;
  limits: MailLimits;
}

/** Looked at in one query, and in all of one list. */
const PORTION = 200;
const LOOKED_MAX = 20_000;

export const listCandidates = defineRead(
  'outreach.listCandidates',
  async (view: View, { after, most, limits }: CandidateQuery): Promise<Candidate[]> => {
    const { db } = view;
    const left = Math.min(most, await countRemaining(view, limits));
    const rules = left > 0 ? await readRules(view) : null;
    const candidates: Candidate[] = [];
    for (let place = after, looked = 0; rules && candidates.length < left && looked < LOOKED_MAX; looked += PORTION) {
      const rows = await listContactable(db, place);
      candidates.push(...rows.filter((row) => isWanted(row, rules)).map(describe));
      const last = rows.at(-1);
      if (!last || rows.length < PORTION) break;
      place = describe(last);
    }
    return candidates.slice(0, left);
  },
);

/** Rest of the daily limit for such email; waiting emails count as used. */
export async function countRemaining({ db, nowMs }: Pick<View, 'db' | 'nowMs'>, limits: MailLimits): Promise<number> {
  const day = findDay(nowMs, limits.zone);
  const daily = (await findMailState(db))?.daily_limit ?? DAILY_LIMIT;
  const isGrowing = limits.transport === 'smtp' && limits.hasWarmup;
  const most = isGrowing ? Math.min(daily, computeWarmup((await countDays(db, day)) + 1)) : daily;
  const waiting = await db
    .selectFrom('mail_items')
    .select(countRows().as('rows'))
    .where('kind', '=', 'diagnosis')
    .where('status', 'in', ['queued', 'retry'])
    .executeTakeFirstOrThrow();
  return Math.max(0, most - (await countUsed(db, ALL, day)) - waiting.rows);
}

const COLUMNS = ['id', 'title', 'categories', 'company_name', 'contact_email', 'published_at'] as const;
type ContactableArticle = Pick<Selectable<ArticleRow>, (typeof COLUMNS)[number]>;

async function listContactable(db: Db, place: CandidatePlace | null): Promise<ContactableArticle[]> {
  const dated = place?.publishedAt === null ? [] : await listDated(db, place?.publishedAt ?? null, place?.id ?? 0);
  if (dated.length === PORTION) return dated;
  const undated = selectContactable(db).where('published_at', 'is', null);
  const behind = place?.publishedAt === null ? undated.where('id', '<', place.id) : undated;
  return [
    ...dated,
    ...(await behind
      .orderBy('id', 'desc')
      .limit(PORTION - dated.length)
      .execute()),
  ];
}

const selectContactable = (db: Db) =>
  db
    .selectFrom('articles')
    .select(COLUMNS)
    .where('contact_basis', '<>', 'none')
    .where('contact_refuses', '=', 0)
    .where('skip_reason', 'is', null)
    .where('analyzed_at', 'is not', null)
    .where('company_id', 'is', null);

function listDated(db: Db, publishedAt: number | null, id: number): Promise<ContactableArticle[]> {
  const articles = selectContactable(db).where('published_at', 'is not', null);
  const behind =
    publishedAt === null
      ? articles
      : articles.where((is) =>
          is.or([
            is('published_at', '<', publishedAt),
            is.and([is('published_at', '=', publishedAt), is('id', '<', id)]),
          ]),
        );
  return behind.orderBy('published_at', 'desc').orderBy('id', 'desc').limit(PORTION).execute();
}

const describe = ({ id, title, published_at }: ContactableArticle): Candidate => ({
  id,
  title,
  publishedAt: published_at,
});

interface Rules {
  /** Empty: all categories. */
  targets: ReadonlySet<string>;
  contacted: ContactedCompanies;
  customers: { domains: ReadonlySet<string>; names: ReadonlySet<string> };
}

async function readRules(view: View): Promise<Rules> {
  const { db } = view;
  const settings = db.selectFrom('newsroom_settings').select('categories').where('id', '=', 1);
  const targets: string[] = JSON.parse((await settings.executeTakeFirstOrThrow()).categories);
  return { targets: new Set(targets), contacted: await listContacted(view), customers: await listCustomers(db) };
}

/** Companies of this server, by their names and by where their people have mail. */
async function listCustomers(db: Db): Promise<Rules['customers']> {
  const rows = await db
    .selectFrom('companies')
    .leftJoin('memberships', 'memberships.company_id', 'companies.id')
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .select(['companies.name', 'companies.name_en', 'companies.domain', 'users.email_norm'])
    .execute();
  const readPart = (norm: string | null): string[] => (norm === null ? [] : [norm.slice(norm.lastIndexOf('@') + 1)]);
  return {
    domains: new Set(rows.flatMap(({ domain, email_norm }) => [domain ?? [], readPart(email_norm)].flat())),
    names: new Set(rows.flatMap(({ name, name_en }) => [name, name_en ?? []].flat())),
  };
}

function isWanted(article: ContactableArticle, { targets, contacted, customers }: Rules): boolean {
  const address = parseMailAddress(article.contact_email ?? '');
  if (!address) return false;
  const categories: string[] = JSON.parse(article.categories);
  const name = article.company_name;
  return (
    (targets.size === 0 || categories.some((key) => targets.has(key))) &&
    !contacted.norms.has(address.norm) &&
    !customers.domains.has(readDomain(address)) &&
    (name === null || !(contacted.names.has(name) || customers.names.has(name)))
  );
}
