/** The keys of a company's account, as its members manage them. Rules: newsroom.md §2.2. */

import type { AccountPrincipal, SessionPrincipal } from '../kernel/principal.ts';
import { refused } from '../kernel/reasons.ts';
import { zonedTime } from '../kernel/zoned.ts';
import { addressPrefix, mintKey } from '../ledger/accounts.ts';
import { subKey } from '../ledger/accounts-reads.ts';
import type { AskingMember } from '../ledger/company-keys-operations.ts';
import { type CompanyKey, keysOfCompany } from '../storage/identity-store.ts';
import type { IdentityDeps } from './identity.ts';
import { companyKeyJson } from './present.ts';
import type { Asking, CompanyKeyJson, MadeCompanyKey, NewCompanyKey } from './types.ts';

/** Ended keys that a list still shows. */
const REVOKED_SHOWN_MAX = 200;

export async function keys({ ledger, settings }: IdentityDeps, { member }: Asking): Promise<CompanyKeyJson[]> {
  const [found, nowMs] = await Promise.all([
    keysOfCompany(ledger.db, member.companyId, REVOKED_SHOWN_MAX),
    ledger.now(),
  ]);
  return found.map((key) => companyKeyJson(settings.look, key, nowMs));
}

export async function createKey(
  { ledger, settings }: IdentityDeps,
  asking: Asking,
  { name, caps, expiresAt }: NewCompanyKey,
): Promise<MadeCompanyKey> {
  const session = sessionOf(asking);
  const { apiKey, stored } = mintKey('live');
  const { id, key, role } = await ledger.write('createCompanyKey', {
    asking: askingMember(session),
    accountId: session.accountId,
    newKey: stored,
    name,
    caps,
    expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
  });
  const made: CompanyKey = { id, kind: 'key', key, role, createdBy: session.email, lastPaidAt: null };
  const json = companyKeyJson(settings.look, made, key.created_at);
  return { key: apiKey, json, subKey: subKey(key, key.created_at) };
}

export async function revokeKey(
  { ledger, settings }: IdentityDeps,
  { principal, member }: Asking,
  id: number,
): Promise<{ revokedAt: string }> {
  const { companyId, accountId } = member;
  const { revokedAtMs } = await ledger.write('revokeCompanyKey', {
    companyId,
    accountId,
    id,
    actingKeyId: principal.kind === 'account' ? principal.keyId : null,
    actor: actorOf(principal),
    ipPrefix: addressPrefix(principal.ip),
  });
  return { revokedAt: zonedTime(revokedAtMs, settings.look.zone) };
}

export async function rootKey(
  deps: IdentityDeps,
  asking: Asking,
  { revokeSubKeys }: { revokeSubKeys: boolean },
): Promise<{ key: string; json: CompanyKeyJson; subKeys: CompanyKeyJson[] }> {
  const session = sessionOf(asking);
  const { apiKey, stored } = mintKey('live');
  const { id, key } = await deps.ledger.write('issueRootKey', {
    asking: askingMember(session),
    newKey: stored,
    revokeSubKeys,
  });
  const made: CompanyKey = { id, kind: 'root', key, role: 'admin', createdBy: session.email, lastPaidAt: null };
  const json = companyKeyJson(deps.settings.look, made, key.created_at);
  const others = await keys(deps, asking);
  return { key: apiKey, json, subKeys: others.filter(({ kind, status }) => kind !== 'root' && status === 'active') };
}

/** The access of the tools sees to it already. */
function sessionOf({ principal }: Asking): SessionPrincipal {
  if (principal.kind !== 'session') throw refused('session_required');
  return principal;
}

function askingMember({ companyId, accountId, userId, email, ip }: SessionPrincipal): AskingMember {
  return { companyId, accountId, userId, actor: email, ipPrefix: addressPrefix(ip) };
}

const actorOf = (principal: AccountPrincipal | SessionPrincipal): string =>
  principal.kind === 'session' ? principal.email : principal.accountId;
