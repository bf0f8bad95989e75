/** The keys of a company's account, as its members manage them. Rules: newsroom.md §2.2. */

import type { AccountPrincipal, SessionPrincipal } from '../kernel/principal.ts';
import { createReasonError } from '../kernel/reasons.ts';
import { formatZonedTime } from '../kernel/zoned-time.ts';
import { maskAddress, mintKey } from '../ledger/accounts.ts';
import { buildSubKey } from '../ledger/accounts-reads.ts';
import type { ActingMember } from './company-key-writes.ts';
import * as writes from './company-key-writes.ts';
import type { IdentityDeps } from './deps.ts';
import { formatCompanyKey } from './present.ts';
import { type CompanyKey, listCompanyKeys } from './reads.ts';
import type { CompanyCaller, CompanyKeyJson, MadeCompanyKey, NewCompanyKey } from './types.ts';

/** Ended keys that a list still shows. */
const REVOKED_SHOWN_MAX = 200;

export async function listKeys(
  { ledger, settings }: IdentityDeps,
  { member }: CompanyCaller,
): Promise<CompanyKeyJson[]> {
  const [found, nowMs] = await Promise.all([
    listCompanyKeys(ledger.db, member.companyId, REVOKED_SHOWN_MAX),
    ledger.now(),
  ]);
  return found.map((key) => formatCompanyKey(settings.presentation, key, nowMs));
}

export async function createKey(
  { ledger, settings }: IdentityDeps,
  asking: CompanyCaller,
  { name, caps, expiresAt }: NewCompanyKey,
): Promise<MadeCompanyKey> {
  const session = requireSession(asking);
  const { apiKey, stored } = mintKey('live');
  const { id, key, role } = await ledger.write(writes.createCompanyKey, {
    member: buildActingMember(session),
    accountId: session.accountId,
    newKey: stored,
    name,
    caps,
    expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
  });
  const made: CompanyKey = { id, kind: 'key', key, role, createdBy: session.email, lastPaidAt: null };
  const json = formatCompanyKey(settings.presentation, made, key.created_at);
  return { key: apiKey, json, subKey: buildSubKey(key, key.created_at) };
}

export async function revokeKey(
  { ledger, settings }: IdentityDeps,
  { principal, member }: CompanyCaller,
  id: number,
): Promise<{ revokedAt: string }> {
  const { companyId, accountId } = member;
  const { revokedAtMs } = await ledger.write(writes.revokeCompanyKey, {
    companyId,
    accountId,
    id,
    actingKeyId: principal.kind === 'account' ? principal.keyId : null,
    actor: formatActor(principal),
    ipPrefix: maskAddress(principal.ip),
  });
  return { revokedAt: formatZonedTime(revokedAtMs, settings.presentation.zone) };
}

export async function issueRootKey(
  deps: IdentityDeps,
  asking: CompanyCaller,
  { revokeSubKeys }: { revokeSubKeys: boolean },
): Promise<{ key: string; json: CompanyKeyJson; subKeys: CompanyKeyJson[] }> {
  const session = requireSession(asking);
  const { apiKey, stored } = mintKey('live');
  const { id, key } = await deps.ledger.write(writes.issueRootKey, {
    member: buildActingMember(session),
    newKey: stored,
    revokeSubKeys,
  });
  const made: CompanyKey = { id, kind: 'root', key, role: 'admin', createdBy: session.email, lastPaidAt: null };
  const json = formatCompanyKey(deps.settings.presentation, made, key.created_at);
  const others = await listKeys(deps, asking);
  return { key: apiKey, json, subKeys: others.filter(({ kind, status }) => kind !== 'root' && status === 'active') };
}

/** The access of the tools sees to it already. */
function requireSession({ principal }: CompanyCaller): SessionPrincipal {
  if (principal.kind !== 'session') throw createReasonError('session_required');
  return principal;
}

function buildActingMember({ companyId, accountId, userId, email, ip }: SessionPrincipal): ActingMember {
  return { companyId, accountId, userId, actor: email, ipPrefix: maskAddress(ip) };
}

const formatActor = (principal: AccountPrincipal | SessionPrincipal): string =>
  principal.kind === 'session' ? principal.email : principal.accountId;
