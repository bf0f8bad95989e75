/** Whose company an API key belongs to, and as whom it acts there. */
import type { AccountPrincipal, Member } from '../kernel/principal.ts';
import type { LedgerHandle } from '../ledger/handle.ts';
import { findKeyHolder } from './reads.ts';

/** Asked once for each request, however often its access is looked at: a principal is made anew for each. */
export function openMembers({ db }: Pick<LedgerHandle, 'db'>): (principal: AccountPrincipal) => Promise<Member | null> {
  const asked = new WeakMap<AccountPrincipal, Promise<Member | null>>();
  return (principal) => {
    // Companies are live.
    if (principal.mode === 'test') return Promise.resolve(null);
    const known = asked.get(principal);
    if (known !== undefined) return known;
    const member = findMember(db, principal);
    asked.set(principal, member);
    return member;
  };
}

async function findMember(db: LedgerHandle['db'], { accountId, keyId }: AccountPrincipal): Promise<Member | null> {
  const holder = await findKeyHolder(db, accountId, keyId);
  if (!holder) return null;
  const { company_id, created_by, role } = holder;
  return { companyId: company_id, accountId, role: role ?? 'member', userId: role === null ? null : created_by };
}
