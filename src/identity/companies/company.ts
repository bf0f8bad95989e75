/** Members' operations on their company: profile, members and invitations. */

import { FareboxError } from '../../kernel/errors/errors.ts';
import type { AccountPrincipal, Mode, SessionPrincipal } from '../../kernel/principal.ts';
import { computeFingerprint, createInvalidInputError } from '../../kernel/tool/input.ts';
import { findKeyById } from '../../ledger/accounts/account-queries.ts';
import { maskAddress } from '../../ledger/accounts/accounts.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { isPlainAddress, parseMailAddress } from '../../lib/mail-address.ts';
import { findZonedMonth, formatZonedTime } from '../../lib/zoned-time.ts';
import { FALLBACK } from '../../locales/texts.ts';
import type { IdentityDeps } from '../deps.ts';
import { formatActor } from '../keys/keys.ts';
import { composeInvitationMail } from '../mails.ts';
import { buildUsage, formatCompany, formatTimeOrNull, formatUser } from '../present.ts';
import { choosePlanLimits } from '../quota/plans.ts';
import { listUsageDays } from '../quota/reads.ts';
import * as store from '../reads.ts';
import type { CompanyRow } from '../tables.ts';
import type {
  CompanyCaller,
  Invitation,
  Me,
  RemovedMemberKeys,
  SentInvitation,
  TeamMemberJson,
  UsageJson,
} from '../types.ts';
import * as writes from './company-writes.ts';

/** Invitations in an hour, those that are sent again included: of one company, and to one address by all of them. */
const INVITES_PER_COMPANY = 100;
const INVITES_PER_ADDRESS = 10;
const HOUR_SECONDS = 3_600;
/** Members, and invitations, that a list shows. */
const TEAM_MAX = 1_000;

export async function requireCompany({ database }: IdentityDeps, companyId: string): Promise<CompanyRow> {
  const company = await store.findCompanyById(database.db, companyId);
  if (!company) throw new FareboxError('NOT_FOUND', { message: 'Company not found' });
  return company;
}

export async function findAccountId(deps: IdentityDeps, companyId: string, mode: Mode): Promise<string> {
  const { account_id, test_account_id } = await requireCompany(deps, companyId);
  if (mode === 'live') return account_id;
  if (test_account_id !== null) return test_account_id;
  throw new FareboxError('NOT_FOUND', {
    message: 'This company has no test account yet.',
    next: 'Create a test key: POST /auth/api-keys {"mode":"test"}.',
  });
}

export async function readMe(deps: IdentityDeps, { principal, member }: CompanyCaller): Promise<Me> {
  const { database, settings } = deps;
  const { presentation } = settings;
  const [company, user, auth, usage] = await Promise.all([
    requireCompany(deps, member.companyId),
    member.userId === null ? undefined : store.findUserById(database.db, member.userId),
    principal.kind === 'session' ? readSessionAuth(deps, principal) : readKeyAuth(deps, principal),
    readUsage(deps, member.companyId),
  ]);
  return {
    user: user ? formatUser(presentation, user, company.id, member.role) : null,
    company: formatCompany(presentation, company),
    usage,
    auth,
  };
}

/** Of the calendar month in the service's zone. */
export async function readUsage(deps: IdentityDeps, companyId: string): Promise<UsageJson> {
  const { database, settings } = deps;
  const { presentation, plans } = settings;
  const [company, nowMs] = await Promise.all([requireCompany(deps, companyId), database.now()]);
  const days = await listUsageDays(database.db, companyId, findZonedMonth(nowMs, presentation.zone).month);
  return buildUsage(presentation, choosePlanLimits(company, plans, nowMs), nowMs, days);
}

async function readSessionAuth(
  { database, settings }: IdentityDeps,
  { sessionId }: SessionPrincipal,
): Promise<Me['auth']> {
  const session = await store.findSessionExpiry(database.db, sessionId);
  return {
    method: 'session',
    key_id: null,
    expires_at: formatTimeOrNull(settings.presentation, session?.expires_at ?? null),
  };
}

async function readKeyAuth({ database, settings }: IdentityDeps, principal: AccountPrincipal): Promise<Me['auth']> {
  const [number, key] = await Promise.all([
    store.findKeyNumber(database.db, principal.keyId),
    findKeyById(database.db, principal.keyId),
  ]);
  return {
    method: principal.grant ? 'oauth' : 'api_key',
    key_id: number ?? null,
    expires_at: formatTimeOrNull(settings.presentation, key?.expires_at ?? null),
  };
}

export async function listTeam({ database, settings }: IdentityDeps, companyId: string): Promise<TeamMemberJson[]> {
  const { db } = database;
  const { zone } = settings.presentation;
  const nowMs = await database.now();
  const [members, invited] = await Promise.all([
    store.listMembers(db, companyId, TEAM_MAX),
    store.listOpenInvitations(db, companyId, nowMs, TEAM_MAX),
  ]);
  return [
    ...members.map(({ email, name, role, joined_at, last_login_at }) => ({
      email,
      name,
      role,
      status: 'active' as const,
      joined_at: formatZonedTime(joined_at, zone),
      invited_at: null,
      last_login_at: formatZonedTime(last_login_at, zone),
    })),
    ...invited.map(({ email, invited_at }) => ({
      email,
      name: '',
      role: 'member' as const,
      status: 'invited' as const,
      joined_at: null,
      invited_at: formatZonedTime(invited_at, zone),
      last_login_at: null,
    })),
  ];
}

export async function invite(
  deps: IdentityDeps,
  { principal, member }: CompanyCaller,
  { email, language = FALLBACK, idempotencyKey }: Invitation,
): Promise<SentInvitation> {
  const { database, mail, settings } = deps;
  const { presentation, plans, serviceName, baseUrl } = settings;
  const address = parseMailAddress(email);
  if (!address || !isPlainAddress(address))
    throw createInvalidInputError([{ path: 'email', message: 'Not a valid email address' }]);
  await countInvitation(deps, member.companyId, address.norm);
  const company = await requireCompany(deps, member.companyId);
  // A key of the account has claimed it on the road of its call.
  const claims = principal.kind === 'session' && idempotencyKey !== undefined;
  const fingerprint = computeFingerprint('auth-invite', { email });
  const { output: row, replayed } = await database.write(writes.inviteMember, {
    companyId: company.id,
    invitedBy: member.userId,
    email: address.address,
    emailNorm: address.norm,
    membersMax: choosePlanLimits(company, plans, await database.now()).members,
    ...(claims
      ? { claim: { scope: `session ${company.account_id} ${member.userId}`, key: idempotencyKey, fingerprint } }
      : {}),
  });
  const details = { company: company.name, service: serviceName, baseUrl };
  if (!replayed) await mail.post(composeInvitationMail(row.email, details, language));
  return {
    replayed,
    email: row.email,
    invitedAt: formatZonedTime(row.invited_at, presentation.zone),
    expiresAt: formatZonedTime(row.expires_at, presentation.zone),
  };
}

/** Strangers found companies, so that nobody's mailbox is filled by inviting it again and again. */
async function countInvitation({ limiter }: IdentityDeps, companyId: string, emailNorm: string): Promise<void> {
  const counts = [
    [`invite-company ${companyId}`, INVITES_PER_COMPANY],
    [`invite-address ${sha256Hex(emailNorm).slice(0, 32)}`, INVITES_PER_ADDRESS],
  ] as const;
  for (const [key, limit] of counts) {
    const window = await limiter.consume(key, limit, HOUR_SECONDS);
    if (!window.isAllowed) {
      throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: window.resetSeconds, limit });
    }
  }
}

export async function removeMember(
  { database }: IdentityDeps,
  asking: CompanyCaller,
  email: string,
  { keepsKeys }: { keepsKeys: boolean },
): Promise<RemovedMemberKeys> {
  const { member, principal } = asking;
  const address = parseMailAddress(email);
  if (!address) throw new FareboxError('NOT_FOUND', { message: 'Member not found' });
  const removed = await database.write(writes.removeMember, {
    companyId: member.companyId,
    emailNorm: address.norm,
    byUserId: member.userId,
    keepsKeys,
    actor: formatActor(asking),
    ipPrefix: maskAddress(principal.ip),
  });
  const keys = removed.keys.map(({ id, name }) => ({ key_id: id, name }));
  return { email: removed.email, sessionsRevoked: removed.sessionsEnded, keys };
}
