/**
 * Signs a person in to a company. User, company, account and session of a new person are created in one transaction.
 */

import { sql } from 'kysely';
import { defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Role } from '../../kernel/principal.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { nameAccount } from '../../ledger/accounts/account-names.ts';
import type { AccountOpening } from '../../ledger/accounts/accounts-types.ts';
import { openAccount } from '../../ledger/accounts/accounts-writes.ts';
import type { Micros } from '../../lib/money.ts';
import { cutCodePoints } from '../../text/truncate.ts';
import { assertOpen, lockInvite, type RedeemedInvite, useInvite } from '../invites/invite-writes.ts';
import { findUserByAddress, type UserWithId } from '../reads.ts';
import type { CompanyRow, MembershipRow } from '../tables.ts';

/** Any fixed number: sign-ins of one address take turns on it. */
const SIGN_IN_LOCK = 7_246_305;

/** Records for a person who belongs to no company yet. */
export interface NewCompany {
  companyId: string;
  timezone: string;
  account: AccountOpening;
}

export interface NewSession {
  id: string;
  /** SHA-256 of the token. */
  hash: string;
  lifetimeMs: number;
}

/** Person whose address has been proved. */
export interface SignInInput {
  email: string;
  emailNorm: string;
  name: string;
  companyName: string;
  /** The company asked for, first choice first; one that the address has nothing to do with is passed over. */
  companyIds: readonly string[];
  /** Who belongs to no company may found one. */
  maySignUp: boolean;
  /** Null: say so before one is made. */
  newCompany: NewCompany | null;
  /** Hash of an invite's code: its holder may sign up, and the company's account uses it. */
  inviteHash?: string;
  session: NewSession;
}

export interface SignInResult {
  state: 'signed-in';
  user: UserWithId;
  company: CompanyRow;
  role: Role;
  expiresAtMs: number;
  isNewUser: boolean;
  isNewCompany: boolean;
  /** Of the new company's account. */
  welcomeMicros: Micros;
  /** What the invite has brought; null without one. */
  invite: RedeemedInvite | null;
}

/** `closed`: belongs to no company and may not found one. `needs-company`: a new company is needed and was not offered. */
export type SignInOutcome = SignInResult | { state: 'closed' } | { state: 'needs-company' };

/** Signs in an address that has been proved in another way than by a code. */
export const signIn = defineWrite(
  'sign-in.signIn',
  (ctx: Tx, input: SignInInput): Promise<SignInOutcome> => performSignIn(ctx, input),
  { forgets: 'keys' },
);

interface Seat {
  companyId: string;
  role: Role;
  isInvited: boolean;
}

/** The same as a part of larger operations. Throws `inviteFault` for an invite that can't be used. */
export async function performSignIn(ctx: Tx, input: SignInInput): Promise<SignInOutcome> {
  const { emailNorm } = input;
  if (ctx.engine === 'postgres') {
    await sql`SELECT pg_advisory_xact_lock(${SIGN_IN_LOCK}, hashtext(${emailNorm}))`.execute(ctx.db);
  }
  const existingUser = await findUserByAddress(ctx.db, emailNorm);
  const seat = await findSeat(ctx, input, existingUser);
  const invite = input.inviteHash === undefined ? null : await lockInvite(ctx, input.inviteHash);
  if (!seat && invite) assertOpen(invite, ctx.nowMs);
  const mayCreateCompany = input.maySignUp || invite !== null || existingUser?.is_operator === 1;
  if (!seat && !mayCreateCompany) return { state: 'closed' };
  if (!seat && !input.newCompany) return { state: 'needs-company' };
  const user = await ensureUser(ctx, input, existingUser);
  const seated = seat ? await takeSeat(ctx, seat, user, emailNorm) : await createCompany(ctx, input, user);
  const redeemed = invite && (await useInvite(ctx, invite, await lockAccount(ctx, seated.company.account_id)));
  const expiresAtMs = await openSession(ctx, input.session, user.id, seated.company.id);
  const isNewUser = (existingUser?.last_login_at ?? null) === null;
  return { state: 'signed-in', user, expiresAtMs, isNewUser, ...seated, invite: redeemed };
}

/** The company asked for; else the one signed in to last; else that of the latest open invitation. */
async function findSeat(
  { db, nowMs }: Tx,
  { emailNorm, companyIds }: SignInInput,
  user: UserWithId | undefined,
): Promise<Seat | null> {
  const members = user
    ? await db
        .selectFrom('memberships')
        .selectAll()
        .where('user_id', '=', user.id)
        .orderBy('last_login_at', 'desc')
        .limit(SEATS_MAX)
        .execute()
    : [];
  const invited = await db
    .selectFrom('invitations')
    .selectAll()
    .where('email_norm', '=', emailNorm)
    .where('expires_at', '>', nowMs)
    .orderBy('invited_at', 'desc')
    .limit(SEATS_MAX)
    .execute();
  const seats: Seat[] = [
    ...members.map(({ company_id, role }) => ({ companyId: company_id, role, isInvited: false })),
    ...invited.map(({ company_id }) => ({ companyId: company_id, role: 'member' as const, isInvited: true })),
  ];
  const requestedSeats = companyIds.flatMap((id) => seats.find(({ companyId }) => companyId === id) ?? []);
  return requestedSeats[0] ?? seats[0] ?? null;
}

/** Companies of one address that are looked at. */
const SEATS_MAX = 1_000;

async function ensureUser(
  { db, nowMs }: Tx,
  { email, emailNorm, name }: SignInInput,
  user: UserWithId | undefined,
): Promise<UserWithId> {
  if (user) {
    const changed = { last_login_at: nowMs, name: user.name === '' ? name : user.name };
    await db.updateTable('users').set(changed).where('id', '=', user.id).execute();
    return { ...user, ...changed };
  }
  return await db
    .insertInto('users')
    .values({
      email,
      email_norm: emailNorm,
      name,
      locale: 'ja',
      is_operator: 0,
      created_at: nowMs,
      last_login_at: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

type CompanySeat = Pick<SignInResult, 'company' | 'role' | 'isNewCompany' | 'welcomeMicros'>;

async function takeSeat(ctx: Tx, seat: Seat, user: UserWithId, emailNorm: string): Promise<CompanySeat> {
  const { db, nowMs } = ctx;
  const { companyId } = seat;
  const company = await lockCompany(ctx, companyId);
  const membership = db.updateTable('memberships').set({ last_login_at: nowMs });
  if (!seat.isInvited) {
    const { numUpdatedRows } = await membership
      .where('company_id', '=', companyId)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw createMembershipEndedError();
    return { company, role: seat.role, isNewCompany: false, welcomeMicros: 0 };
  }
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('company_id', '=', companyId)
    .where('email_norm', '=', emailNorm)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw createMembershipEndedError();
  await insertMembership(ctx, { company_id: companyId, user_id: user.id, role: seat.role });
  return { company, role: seat.role, isNewCompany: false, welcomeMicros: 0 };
}

/** An admin has removed them in this very moment. */
const createMembershipEndedError = (): FareboxError =>
  new FareboxError('CONFLICT', { message: 'The membership has just ended.', next: 'Sign in again.' });

async function insertMembership({ db, nowMs }: Tx, seat: Pick<MembershipRow, 'company_id' | 'user_id' | 'role'>) {
  await db
    .insertInto('memberships')
    .values({ ...seat, joined_at: nowMs, last_login_at: nowMs })
    .execute();
}

const ACCOUNT_NAME_CHARS_MAX = 100;

/** Name of the company's account. */
export const cutAccountName = (name: string): string => cutCodePoints(name, ACCOUNT_NAME_CHARS_MAX);

/** A company with its one live account; its founder is its admin. */
async function createCompany(ctx: Tx, input: SignInInput, user: UserWithId): Promise<CompanySeat> {
  const { newCompany, companyName } = input;
  if (!newCompany) throw new FareboxError('INTERNAL', { message: 'A company was founded without being offered.' });
  const { companyId, timezone, account: opening } = newCompany;
  const name = companyName === '' ? input.emailNorm.slice(input.emailNorm.lastIndexOf('@') + 1) : companyName;
  const { balanceMicros } = await openAccount(ctx, { ...opening, name: cutAccountName(name), mode: 'live' });
  const company: CompanyRow = {
    id: companyId,
    account_id: opening.agentId,
    test_account_id: null,
    name,
    name_en: null,
    domain: null,
    plan: 'free',
    plan_status: 'active',
    plan_until: null,
    timezone,
    sender_name: null,
    sender_email: null,
    sender_postal_address: null,
    sender_reply_to: null,
    sender_verified: 0,
    individual_tracking: 1,
    requires_approval: 0,
    prtimes_company_id: null,
    shop_slug: null,
    logo_at: null,
    created_at: ctx.nowMs,
  };
  await ctx.db.insertInto('companies').values(company).execute();
  await nameAccount(ctx, company.account_id, [name]);
  await insertMembership(ctx, { company_id: companyId, user_id: user.id, role: 'admin' });
  return { company, role: 'admin', isNewCompany: true, welcomeMicros: balanceMicros };
}

async function openSession(
  { db, nowMs }: Tx,
  { id, hash, lifetimeMs }: NewSession,
  userId: number,
  companyId: string,
): Promise<number> {
  const row = { id, hash, user_id: userId, company_id: companyId, created_at: nowMs, ended_at: null };
  const expiresAtMs = nowMs + lifetimeMs;
  await db
    .insertInto('sessions')
    .values({ ...row, expires_at: expiresAtMs })
    .execute();
  return expiresAtMs;
}

/** The company's row, locked until the operation ends: who belongs to it changes in turns. Throws NOT_FOUND. */
export async function lockCompany(tx: Tx, companyId: string): Promise<CompanyRow> {
  const { db } = tx;
  const query = db.selectFrom('companies').selectAll().where('id', '=', companyId);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row) throw new FareboxError('NOT_FOUND', { message: 'Company not found.' });
  return row;
}
