/** Everything held about an address. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import type { Db, Tables, View } from '../../../database/types.ts';
import { hashAddress } from '../../suppression-list/reads.ts';
import type { Person } from './types.ts';

/** Of each kind; of mails the newest, and what came of them. */
const ROWS_MAX = 500;

export type HeldRows = Awaited<ReturnType<typeof readHeld>>;

export const readPersonalData = defineRead(
  'personalData.read',
  ({ db }: View, person: Person): Promise<HeldRows> => readHeld(db, person),
);

async function readHeld(db: Db, person: Person) {
  const { norm } = person;
  const mails = await listMails(db, norm);
  const ids = mails.map(({ id }) => id);
  return {
    media: await selectMedia(db, norm).selectAll().limit(ROWS_MAX).execute(),
    consents: await db
      .selectFrom('consent_proofs')
      .selectAll()
      .where('email_norm', '=', norm)
      .limit(ROWS_MAX)
      .execute(),
    mails,
    events: ids.length === 0 ? [] : await listEvents(db, ids),
    bounces: ids.length === 0 ? [] : await listBounces(db, ids),
    suppressions: await listSuppressions(db, norm),
    articles: await selectArticles(db, person)
      .select(['id', 'title', 'url', 'contact_email', 'contact_basis', 'contact_basis_url', 'contact_basis_at'])
      .select(['contact_refuses', 'fetched_at', 'created_at'])
      .limit(ROWS_MAX)
      .execute(),
    invitations: await db
      .selectFrom('invitations')
      .select(['company_id', 'email', 'invited_at', 'expires_at'])
      .where('email_norm', '=', norm)
      .limit(ROWS_MAX)
      .execute(),
    user: await findUser(db, norm),
    companies: await listCompanies(db, person),
    audit: await listAudit(db, norm),
  };
}

export const selectMedia = (db: Db, norm: string) => db.selectFrom('media_items').where('email_norm', '=', norm);

const listMails = (db: Db, norm: string) =>
  db
    .selectFrom('mail_items')
    .selectAll()
    .where('address_norm', '=', norm)
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute();

const listEvents = (db: Db, mailIds: readonly number[]) =>
  db
    .selectFrom('mail_events')
    .selectAll()
    .where('email_id', 'in', mailIds)
    .orderBy('email_id', 'desc')
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute();

const listBounces = (db: Db, mailIds: readonly number[]) =>
  db.selectFrom('bounces').selectAll().where('mail_id', 'in', mailIds).orderBy('id', 'desc').limit(ROWS_MAX).execute();

async function listSuppressions(db: Db, norm: string) {
  const state = await db.selectFrom('mail_state').select('salt').where('id', '=', 1).executeTakeFirst();
  if (!state) return [];
  const rows = db.selectFrom('suppressions').selectAll().where('address_hash', '=', hashAddress(state.salt, norm));
  return (await rows.limit(ROWS_MAX).execute()).sort((one, other) => other.id - one.id);
}

/** Contacts of articles stand there as their source wrote them. */
export const selectArticles = (db: Db, { norm, typed }: Person) =>
  db.selectFrom('articles').where(sql<string>`lower(contact_email)`, 'in', [norm, typed]);

async function findUser(db: Db, norm: string) {
  const user = await db.selectFrom('users').selectAll().where('email_norm', '=', norm).executeTakeFirst();
  if (!user) return null;
  const memberships = await db
    .selectFrom('memberships')
    .select(['company_id', 'role', 'joined_at', 'last_login_at'])
    .where('user_id', '=', user.id)
    .limit(ROWS_MAX)
    .execute();
  return { ...user, memberships };
}

/** Companies that send in its name, or have answers sent there. */
export async function listCompanies(db: Db, { norm, typed }: Person) {
  const of = async (column: 'sender_email' | 'sender_reply_to') =>
    await db
      .selectFrom('companies')
      .select(['id', 'name'])
      .where(sql<string>`lower(${sql.ref(column)})`, 'in', [norm, typed])
      .limit(ROWS_MAX)
      .execute();
  const rows = [...(await of('sender_email')), ...(await of('sender_reply_to'))];
  return [...new Map(rows.map((company) => [company.id, company])).values()];
}

/** Audit entries by or about a person. */
export async function listAudit(db: Db, norm: string) {
  const of = (column: 'actor' | 'subject') =>
    newest(
      db.selectFrom('audit').select(['id', 'at', 'actor', 'action', 'subject']).where(column, '=', norm),
    ).execute();
  const rows = [...(await of('actor')), ...(await of('subject'))];
  return [...new Map(rows.map((entry) => [entry.id, entry])).values()].sort((one, other) => other.at - one.at);
}

const newest = <Row>(query: SelectQueryBuilder<Tables, 'audit', Row>) => query.orderBy('at', 'desc').limit(ROWS_MAX);
