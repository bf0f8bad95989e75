/** Sending domains of a company, and those whose records are due for a check. */
import type { Selectable } from 'kysely';
import { countRows } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import type { SendingDomainRow } from './tables.ts';

export type SendingDomain = Selectable<SendingDomainRow>;

export const listDomains = (db: Db, companyId: string): Promise<SendingDomain[]> =>
  db.selectFrom('sending_domains').selectAll().where('company_id', '=', companyId).orderBy('domain').execute();

export const findDomain = (db: Db, companyId: string, id: number): Promise<SendingDomain | undefined> =>
  db
    .selectFrom('sending_domains')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();

export const findDomainByName = (db: Db, companyId: string, domain: string): Promise<SendingDomain | undefined> =>
  db
    .selectFrom('sending_domains')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .executeTakeFirst();

export const listDueDomains = (db: Db, nowMs: number, afterId: number, most: number): Promise<SendingDomain[]> =>
  db
    .selectFrom('sending_domains')
    .selectAll()
    .where('next_check_at', '<=', nowMs)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute();

export async function countDueDomains(db: Db, nowMs: number): Promise<number> {
  const due = db.selectFrom('sending_domains').select(countRows().as('count')).where('next_check_at', '<=', nowMs);
  return (await due.executeTakeFirstOrThrow()).count;
}

export const findDueDomain = (db: Db, id: number, nowMs: number): Promise<SendingDomain | undefined> =>
  db
    .selectFrom('sending_domains')
    .selectAll()
    .where('id', '=', id)
    .where('next_check_at', '<=', nowMs)
    .executeTakeFirst();

export const findAdmins = (db: Db, companyId: string): Promise<{ email: string; locale: string }[]> =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.locale'])
    .where('memberships.company_id', '=', companyId)
    .where('memberships.role', '=', 'admin')
    .orderBy('users.id')
    .execute();
