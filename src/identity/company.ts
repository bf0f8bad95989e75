/** What members ask about their company: who they are, who else is there, who shall come or go. */

import { FareboxError } from '../kernel/errors.ts';
import { sha256Hex } from '../kernel/ids.ts';
import { fingerprintOf, invalidInput } from '../kernel/input.ts';
import { isPlain, mailAddress } from '../kernel/mail-address.ts';
import type { AccountPrincipal, SessionPrincipal } from '../kernel/principal.ts';
import { zonedTime } from '../kernel/zoned.ts';
import { keyById } from '../storage/accounts-store.ts';
import type { CompanyRow } from '../storage/identity-rows.ts';
import * as store from '../storage/identity-store.ts';
import type { IdentityDeps } from './identity.ts';
import { limitsOf } from './plans.ts';
import { companyJson, timeOrNull, unusedMonth, userJson } from './present.ts';
import { invitationMail } from './texts.ts';
import type { Asking, Invitation, Invited, Me, TeamMemberJson } from './types.ts';

/** Invitations in an hour, those that are sent again included: of one company, and to one address by all of them. */
const INVITES_PER_COMPANY = 100;
const INVITES_PER_ADDRESS = 10;
const HOUR_SECONDS = 3_600;
/** Members, and invitations, that a list shows. */
const TEAM_MAX = 1_000;

export async function companyOf({ ledger }: IdentityDeps, companyId: string): Promise<CompanyRow> {
  const company = await store.companyById(ledger.db, companyId);
  if (!company) throw new FareboxError('NOT_FOUND', { message: 'Company not found' });
  return company;
}

export async function me(deps: IdentityDeps, { principal, member }: Asking): Promise<Me> {
  const { ledger, settings } = deps;
  const { look, plans } = settings;
  const [company, user, auth, nowMs] = await Promise.all([
    companyOf(deps, member.companyId),
    member.userId === null ? undefined : store.userById(ledger.db, member.userId),
    principal.kind === 'session' ? sessionAuth(deps, principal) : keyAuth(deps, principal),
    ledger.now(),
  ]);
  return {
    user: user ? userJson(look, user, company.id, member.role) : null,
    company: companyJson(look, company),
    usage: unusedMonth(look, limitsOf(company, plans, nowMs), nowMs),
    auth,
  };
}

async function sessionAuth({ ledger, settings }: IdentityDeps, { sessionId }: SessionPrincipal): Promise<Me['auth']> {
  const session = await store.sessionExpiry(ledger.db, sessionId);
  return { method: 'session', key_id: null, expires_at: timeOrNull(settings.look, session?.expires_at ?? null) };
}

async function keyAuth({ ledger, settings }: IdentityDeps, principal: AccountPrincipal): Promise<Me['auth']> {
  const [number, key] = await Promise.all([
    store.numberOfKey(ledger.db, principal.keyId),
    keyById(ledger.db, principal.keyId),
  ]);
  return {
    method: principal.grant ? 'oauth' : 'api_key',
    key_id: number ?? null,
    expires_at: timeOrNull(settings.look, key?.expires_at ?? null),
  };
}

export async function team({ ledger, settings }: IdentityDeps, companyId: string): Promise<TeamMemberJson[]> {
  const { db } = ledger;
  const { zone } = settings.look;
  const nowMs = await ledger.now();
  const [members, invited] = await Promise.all([
    store.membersOf(db, companyId, TEAM_MAX),
    store.openInvitations(db, companyId, nowMs, TEAM_MAX),
  ]);
  return [
    ...members.map(({ email, name, role, joined_at, last_login_at }) => ({
      email,
      name,
      role,
      status: 'active' as const,
      joined_at: zonedTime(joined_at, zone),
      invited_at: null,
      last_login_at: zonedTime(last_login_at, zone),
    })),
    ...invited.map(({ email, invited_at }) => ({
      email,
      name: '',
      role: 'member' as const,
      status: 'invited' as const,
      joined_at: null,
      invited_at: zonedTime(invited_at, zone),
      last_login_at: null,
    })),
  ];
}

export async function invite(
  deps: IdentityDeps,
  { principal, member }: Asking,
  { email, idempotencyKey }: Invitation,
): Promise<Invited> {
  const { ledger, mail, settings } = deps;
  const { look, plans, serviceName, baseUrl } = settings;
  const address = mailAddress(email);
  if (!address || !isPlain(address)) throw invalidInput([{ path: 'email', message: 'Not a valid e-mail address' }]);
  await countInvitation(deps, member.companyId, address.norm);
  const company = await companyOf(deps, member.companyId);
  // A key of the account has claimed it on the road of its call.
  const claims = principal.kind === 'session' && idempotencyKey !== undefined;
  const fingerprint = fingerprintOf('auth-invite', { email });
  const { output: row, replayed } = await ledger.write('inviteMember', {
    companyId: company.id,
    invitedBy: member.userId,
    email: address.address,
    emailNorm: address.norm,
    membersMax: limitsOf(company, plans, await ledger.now()).members,
    ...(claims
      ? { claim: { scope: `session ${company.account_id} ${member.userId}`, key: idempotencyKey, fingerprint } }
      : {}),
  });
  if (!replayed) mail.post(invitationMail(row.email, company.name, serviceName, baseUrl));
  return {
    replayed,
    email: row.email,
    invitedAt: zonedTime(row.invited_at, look.zone),
    expiresAt: zonedTime(row.expires_at, look.zone),
  };
}

/** Strangers found companies, so that nobody's mailbox is filled by inviting it again and again. */
async function countInvitation({ limiter }: IdentityDeps, companyId: string, emailNorm: string): Promise<void> {
  const counts = [
    [`invite-company ${companyId}`, INVITES_PER_COMPANY],
    [`invite-address ${sha256Hex(emailNorm).slice(0, 32)}`, INVITES_PER_ADDRESS],
  ] as const;
  for (const [key, points] of counts) {
    const window = await limiter.consume(key, points, HOUR_SECONDS);
    if (!window.allowed) {
      throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: window.resetSeconds, limit: points });
    }
  }
}

export async function removeMember(
  { ledger }: IdentityDeps,
  { member }: Asking,
  email: string,
): Promise<{ email: string; sessionsRevoked: number; keys: { key_id: number; name: string }[] }> {
  const address = mailAddress(email);
  if (!address) throw new FareboxError('NOT_FOUND', { message: 'Member not found' });
  const removed = await ledger.write('removeMember', {
    companyId: member.companyId,
    emailNorm: address.norm,
    byUserId: member.userId,
  });
  const keys = removed.keys.map(({ id, name }) => ({ key_id: id, name }));
  return { email: removed.email, sessionsRevoked: removed.sessionsEnded, keys };
}
