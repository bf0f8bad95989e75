/** Reads of sessions, members and keys. Every query uses an index. */

import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/types.ts';
import type { AccountPrincipal, Mode, Role } from '../kernel/principal.ts';
import { selectLastPayment, selectSubKeySpending } from '../ledger/accounts/account-queries.ts';
import type { AccountRow, ApiKeyRow } from '../ledger/tables.ts';
import { parseMailAddress, readDomain } from '../lib/mail-address.ts';
import type { CompanyRow, UserRow } from './tables.ts';

type Db = Kysely<Tables>;

export type UserWithId = Selectable<UserRow>;

export function findUserByAddress(db: Db, emailNorm: string): Promise<UserWithId | undefined> {
  return db.selectFrom('users').selectAll().where('email_norm', '=', emailNorm).executeTakeFirst();
}

export function findUserById(db: Db, id: number): Promise<UserWithId | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findCompanyById(db: Db, id: string): Promise<CompanyRow | undefined> {
  return db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface SessionWithUser {
  id: string;
  expires_at: number;
  ended_at: number | null;
  user_id: number;
  email: string;
  email_norm: string;
  is_operator: 0 | 1;
  company_id: string;
  account_id: string;
  status: AccountRow['status'];
  /** Null: not a member any more. */
  role: Role | null;
}

/** One row by the token's hash, ended and expired sessions included. */
export function findSessionByHash(db: Db, hash: string): Promise<SessionWithUser | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('companies', 'companies.id', 'sessions.company_id')
    .innerJoin('accounts', 'accounts.id', 'companies.account_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.company_id', '=', 'sessions.company_id')
        .onRef('memberships.user_id', '=', 'sessions.user_id'),
    )
    .select(['sessions.id', 'sessions.expires_at', 'sessions.ended_at', 'sessions.user_id'])
    .select(['users.email', 'users.email_norm', 'users.is_operator'])
    .select(['companies.id as company_id', 'companies.account_id', 'accounts.status', 'memberships.role'])
    .where('sessions.hash', '=', hash)
    .executeTakeFirst();
}

export function findSessionExpiry(db: Db, id: string): Promise<{ expires_at: number } | undefined> {
  return db.selectFrom('sessions').select('expires_at').where('id', '=', id).executeTakeFirst();
}

export interface KeyHolder {
  company_id: string;
  kind: CompanyKey['kind'] | null;
  /** Who made the key, if anybody did. */
  created_by: number | null;
  /** Of whoever made it, as long as they belong to the company. */
  role: Role | null;
}

/** Member who made a key, with their present role in the company. */
export type KeyMaker = Pick<KeyHolder, 'kind' | 'created_by' | 'role'>;

/** A root key that no member has issued is from the operator's hand. */
export const isMakerPresent = ({ kind, created_by, role }: KeyMaker): boolean =>
  role !== null || (kind === 'root' && created_by === null);

/** The company whose account this is, and for whom the key acts. */
export function findKeyHolder(
  db: Db,
  { accountId, keyId, mode }: Pick<AccountPrincipal, 'accountId' | 'keyId' | 'mode'>,
): Promise<KeyHolder | undefined> {
  return db
    .selectFrom('companies')
    .leftJoin('company_keys', (join) => join.on('company_keys.key_id', '=', keyId))
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.company_id', '=', 'companies.id')
        .onRef('memberships.user_id', '=', 'company_keys.created_by'),
    )
    .select(['companies.id as company_id', 'company_keys.kind', 'company_keys.created_by', 'memberships.role'])
    .where(mode === 'test' ? 'companies.test_account_id' : 'companies.account_id', '=', accountId)
    .executeTakeFirst();
}

/** Undefined for the key of an account without a company. */
export function findKeyMaker(db: Db, keyId: string): Promise<KeyMaker | undefined> {
  return db
    .selectFrom('company_keys')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.company_id', '=', 'company_keys.company_id')
        .onRef('memberships.user_id', '=', 'company_keys.created_by'),
    )
    .select(['company_keys.kind', 'company_keys.created_by', 'memberships.role'])
    .where('company_keys.key_id', '=', keyId)
    .executeTakeFirst();
}

export interface AddressRoles {
  isMember: boolean;
  isInvited: boolean;
  isOperator: boolean;
}

/** Relations of an address to accounts and companies here. */
export async function findAddressRoles(db: Db, emailNorm: string, nowMs: number): Promise<AddressRoles> {
  const [member, invitation, user] = await Promise.all([
    db
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select('users.id')
      .where('users.email_norm', '=', emailNorm)
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('invitations')
      .select('company_id')
      .where('email_norm', '=', emailNorm)
      .where('expires_at', '>', nowMs)
      .limit(1)
      .executeTakeFirst(),
    findUserByAddress(db, emailNorm),
  ]);
  return { isMember: member !== undefined, isInvited: invitation !== undefined, isOperator: user?.is_operator === 1 };
}

export interface TeamMember {
  email: string;
  name: string;
  role: Role;
  joined_at: number;
  last_login_at: number;
}

export function listMembers(db: Db, companyId: string, limit: number): Promise<TeamMember[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.name', 'memberships.role', 'memberships.joined_at', 'memberships.last_login_at'])
    .where('memberships.company_id', '=', companyId)
    .orderBy('memberships.joined_at')
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

export function listOpenInvitations(
  db: Db,
  companyId: string,
  nowMs: number,
  limit: number,
): Promise<{ email: string; invited_at: number }[]> {
  return db
    .selectFrom('invitations')
    .select(['email', 'invited_at'])
    .where('company_id', '=', companyId)
    .where('expires_at', '>', nowMs)
    .orderBy('invited_at')
    .orderBy('email_norm')
    .limit(limit)
    .execute();
}

/** A secret of a company's account with what the company knows about it. */
export interface CompanyKey {
  id: number;
  kind: 'key' | 'root' | 'oauth';
  key: ApiKeyRow;
  /** Of its account. */
  mode: Mode;
  createdBy: string | null;
  /** With which the key acts now. */
  role: Role;
  /** When it, or what it was rotated from, last paid for a call. */
  lastPaidAt: number | null;
}

const selectCompanyKeys = (db: Db, companyId: string) =>
  db
    .selectFrom('company_keys')
    .innerJoin('api_keys', 'api_keys.id', 'company_keys.key_id')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('users', 'users.id', 'company_keys.created_by')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.company_id', '=', 'company_keys.company_id')
        .onRef('memberships.user_id', '=', 'company_keys.created_by'),
    )
    .selectAll('api_keys')
    .select(['company_keys.id as number', 'company_keys.kind', 'users.email as creator', 'memberships.role'])
    .select(['accounts.mode', 'accounts.spent as account_spent', 'accounts.root_paid_at'])
    .select(selectLastPayment)
    .select(selectSubKeySpending)
    .where('company_keys.company_id', '=', companyId);

type CompanyKeySelection = ApiKeyRow & {
  number: number;
  kind: CompanyKey['kind'];
  mode: Mode;
  creator: string | null;
  role: Role | null;
  paid_at: number | null;
  account_spent: number;
  root_paid_at: number | null;
  sub_keys_spent: number | null;
};

function buildCompanyKey(selection: CompanyKeySelection): CompanyKey {
  const { number, kind, mode, creator, role, paid_at, account_spent, root_paid_at, sub_keys_spent, ...key } = selection;
  const about = { id: number, kind, mode, createdBy: creator, role: role ?? 'member' } as const;
  if (!key.is_root || key.replaced_by !== null) return { ...about, key, lastPaidAt: paid_at };
  // A root key has no counters of its own: what no sub-key has spent is its spending.
  return { ...about, key: { ...key, spent_total: account_spent - (sub_keys_spent ?? 0) }, lastPaidAt: root_paid_at };
}

/** Newest first: all that have not been revoked, and the latest `revokedMax` that have. */
export async function listCompanyKeys(db: Db, companyId: string, revokedMax: number): Promise<CompanyKey[]> {
  const newest = selectCompanyKeys(db, companyId).orderBy('company_keys.id', 'desc');
  const [live, revoked] = await Promise.all([
    newest.where('api_keys.revoked_at', 'is', null).limit(1_000).execute(),
    newest.where('api_keys.revoked_at', 'is not', null).limit(revokedMax).execute(),
  ]);
  return [...live, ...revoked].sort((a, b) => b.number - a.number).map(buildCompanyKey);
}

/** A key of the company that has not been revoked, by its number, or by what the gateway calls a key that is no root key. */
export function findLiveKey(
  db: Db,
  companyId: string,
  key: { number: number } | { lineage: string },
): Promise<{ id: number; key_id: string; account_id: string; lineage: string } | undefined> {
  const live = db
    .selectFrom('company_keys')
    .innerJoin('api_keys', 'api_keys.id', 'company_keys.key_id')
    .select(['company_keys.id', 'company_keys.key_id', 'api_keys.account_id', 'api_keys.lineage'])
    .where('company_keys.company_id', '=', companyId)
    .where('api_keys.revoked_at', 'is', null);
  const query =
    'number' in key
      ? live.where('company_keys.id', '=', key.number)
      : live.where('api_keys.lineage', '=', key.lineage).where('api_keys.is_root', '=', 0);
  return query.executeTakeFirst();
}

/** The company's number of a key. */
export async function findKeyNumber(db: Db, keyId: string): Promise<number | undefined> {
  const row = await db.selectFrom('company_keys').select('id').where('key_id', '=', keyId).executeTakeFirst();
  return row?.id;
}

export function listLiveKeysMadeBy(
  db: Db,
  companyId: string,
  userId: number,
  nowMs: number,
): Promise<{ id: number; name: string; key_id: string; account_id: string }[]> {
  return db
    .selectFrom('company_keys')
    .innerJoin('api_keys', 'api_keys.id', 'company_keys.key_id')
    .select(['company_keys.id', 'api_keys.name', 'company_keys.key_id', 'api_keys.account_id'])
    .where('company_keys.company_id', '=', companyId)
    .where('company_keys.created_by', '=', userId)
    .where('api_keys.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', nowMs)]))
    .orderBy('company_keys.id', 'desc')
    .limit(1_000)
    .execute();
}

/** Whether an address is the company's: a member has signed in with it, or it shares the domain of the verified sender. */
export async function isOwnAddress(
  db: Db,
  company: Pick<CompanyRow, 'id' | 'sender_email' | 'sender_verified'>,
  address: string,
): Promise<boolean> {
  const parsed = parseMailAddress(address);
  if (!parsed) return false;
  const sender = company.sender_verified === 1 ? parseMailAddress(company.sender_email ?? '') : null;
  if (sender && readDomain(sender) === readDomain(parsed)) return true;
  const members = db.selectFrom('memberships').innerJoin('users', 'users.id', 'memberships.user_id').select('users.id');
  const member = members.where('memberships.company_id', '=', company.id).where('users.email_norm', '=', parsed.norm);
  return (await member.executeTakeFirst()) !== undefined;
}
