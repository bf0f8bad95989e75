/** The keys of a company's accounts, as its members manage them. Rules: newsroom.md §2.2. */

import { createReasonError } from '../../kernel/errors/reasons.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { buildSubKey, formatTimestamp } from '../../ledger/accounts/account-answers.ts';
import { maskAddress, mintKey, WELCOME_MICROS } from '../../ledger/accounts/accounts.ts';
import { generateAgentId } from '../../ledger/keys/keys.ts';
import type { IdentityDeps } from '../deps.ts';
import { type CompanyKey, listCompanyKeys } from '../reads.ts';
import type { CompanyCaller, EndedKey, MadeCompanyKey, NewCompanyKey } from '../types.ts';
import type { ActingMember } from './company-key-writes.ts';
import * as writes from './company-key-writes.ts';
import type { ShownKey } from './key-output.ts';

/** Ended keys that a list still shows. */
const REVOKED_SHOWN_MAX = 200;

type Deps = Pick<IdentityDeps, 'database'>;

export async function listKeys({ database }: Deps, { member }: CompanyCaller): Promise<ShownKey[]> {
  const [found, nowMs] = await Promise.all([
    listCompanyKeys(database.db, member.companyId, REVOKED_SHOWN_MAX),
    database.now(),
  ]);
  return found.map((key) => buildShownKey(key, nowMs));
}

export async function createKey(
  { database }: Deps,
  asking: CompanyCaller,
  { name, caps, expiresAt, mode }: NewCompanyKey,
): Promise<MadeCompanyKey> {
  const session = requireSession(asking);
  const { apiKey, stored } = mintKey(mode);
  const { id, key, role } = await database.write(writes.createCompanyKey, {
    member: buildActingMember(session),
    mode,
    testAccount: { agentId: generateAgentId(), welcomeMicros: WELCOME_MICROS },
    newKey: stored,
    name,
    caps,
    expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
  });
  const companyKey: CompanyKey = { id, kind: 'key', mode, key, role, createdBy: session.email, lastPaidAt: null };
  return { key: apiKey, shown: buildShownKey(companyKey, key.created_at) };
}

export async function revokeKey(
  { database }: Deps,
  { principal, member }: CompanyCaller,
  key: { number: number } | { lineage: string },
): Promise<EndedKey> {
  const isSession = principal.kind === 'session';
  const { id, keyId, revokedAtMs } = await database.write(writes.revokeCompanyKey, {
    companyId: member.companyId,
    key,
    by: isSession ? { userId: principal.userId } : { keyId: principal.keyId, accountId: principal.accountId },
    actor: formatActor({ principal, member }),
    ipPrefix: maskAddress(principal.ip),
  });
  return { number: id, keyId, revokedAt: formatTimestamp(revokedAtMs) };
}

export async function issueRootKey(
  deps: Deps,
  asking: CompanyCaller,
  { revokeSubKeys }: { revokeSubKeys: boolean },
): Promise<MadeCompanyKey & { subKeys: ShownKey[] }> {
  const session = requireSession(asking);
  const { apiKey, stored } = mintKey('live');
  const { id, key } = await deps.database.write(writes.issueRootKey, {
    member: buildActingMember(session),
    newKey: stored,
    revokeSubKeys,
  });
  const rootKey = {
    id,
    kind: 'root',
    mode: 'live',
    key,
    role: 'admin',
    createdBy: session.email,
    lastPaidAt: null,
  } as const;
  const others = await listKeys(deps, asking);
  const isOtherLive = ({ key: { status }, company }: ShownKey): boolean =>
    company?.kind !== 'root' && status === 'active';
  return { key: apiKey, shown: buildShownKey(rootKey, key.created_at), subKeys: others.filter(isOtherLive) };
}

const buildShownKey = ({ id, kind, key, mode, createdBy, role, lastPaidAt }: CompanyKey, nowMs: number): ShownKey => ({
  key: buildSubKey({ ...key, paid_at: lastPaidAt }, nowMs),
  mode,
  company: { number: id, kind, role, createdBy },
});

/** The access of the tools sees to it already. */
function requireSession({ principal }: CompanyCaller): SessionPrincipal {
  if (principal.kind !== 'session') throw createReasonError('session_required');
  return principal;
}

function buildActingMember({ companyId, accountId, userId, email, ip }: SessionPrincipal): ActingMember {
  return { companyId, accountId, userId, actor: email, ipPrefix: maskAddress(ip) };
}

export const formatActor = ({ principal }: CompanyCaller): string =>
  principal.kind === 'session' ? principal.email : principal.accountId;
