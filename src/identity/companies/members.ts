/** Resolves an API key to its company and the member it acts as. */

import type { Database } from '../../database/types.ts';
import type { AccountPrincipal, Member } from '../../kernel/principal.ts';
import { findKeyHolder, isMakerPresent } from '../reads.ts';

/** Asked once for each request, however often its access is looked at: a principal is made anew for each. */
export function openMembers({ db }: Pick<Database, 'db'>): (principal: AccountPrincipal) => Promise<Member | null> {
  const memberships = new WeakMap<AccountPrincipal, Promise<Member | null>>();
  return (principal) => {
    const membership = memberships.get(principal);
    if (membership !== undefined) return membership;
    const member = findMember(db, principal);
    memberships.set(principal, member);
    return member;
  };
}

async function findMember(db: Database['db'], principal: AccountPrincipal): Promise<Member | null> {
  const { accountId } = principal;
  const holder = await findKeyHolder(db, principal);
  if (!holder) return null;
  const { company_id, created_by, role } = holder;
  return {
    companyId: company_id,
    accountId,
    role: role ?? 'member',
    userId: role === null ? null : created_by,
    isMakerPresent: isMakerPresent(holder),
  };
}
