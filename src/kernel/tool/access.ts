/** Access levels of tools and their requirements. */
import { FareboxError } from '../errors/errors.ts';
import type { Identify } from '../ports.ts';
import type { AccountPrincipal, Member, Principal } from '../principal.ts';

/**
 * Callers in the gateway: everybody, any API key, or the account's root key alone. `account-reader`: any API key, and
 * the session of a member, who reads the data of the company's accounts.
 */
type GatewayAccess = 'public' | 'key' | 'root-key' | 'account-reader';

/**
 * Callers for a company's data: a session or any key of it, a session alone, members who manage its keys, its admins,
 * an admin's session. `key-owner` and `key-maker` are the gateway's paths to the keys of an account: its root key or,
 * if the account is a company's, members who manage or make keys there.
 */
const companyAccess = [
  'member',
  'member-session',
  'owner',
  'company-admin',
  'admin-session',
  'key-owner',
  'key-maker',
] as const;
export type CompanyAccess = (typeof companyAccess)[number];

/** `operator`: `ADMIN_TOKEN` or the session of an operator. */
export type Access = GatewayAccess | CompanyAccess | 'operator';

/** Finds the company that owns an account; null when none does. Asked for company access alone. */
export type FindMember = (principal: AccountPrincipal) => Promise<Member | null>;

export const findNoMember: FindMember = async () => null;

/** Whether the caller acts for a company: the session of a member, or a key of its live account. */
export function isMember(principal: Principal, findMember: FindMember): boolean | Promise<boolean> {
  if (principal.kind !== 'account') return principal.kind === 'session';
  if (principal.mode === 'test') return false;
  return findMember(principal).then((member) => member !== null);
}

/** Sessions alone open these. */
export const needsSession = (access: Access): boolean => access === 'member-session' || access === 'admin-session';

const companyAccessSet: ReadonlySet<Access> = new Set(companyAccess);

export const isCompanyAccess = (access: Access): access is CompanyAccess => companyAccessSet.has(access);

/** Identifies callers at a place: a token bound to none of its `resources` is not valid there. security.md 10. */
export function identifyForResources(resources: readonly [string, ...string[]], identify: Identify): Identify {
  const checkResource = (principal: Principal): Principal => {
    if (principal.kind !== 'account' || !principal.grant || resources.includes(principal.grant.resource)) {
      return principal;
    }
    throw new FareboxError('UNAUTHENTICATED', {
      message: 'This access token was issued for another resource.',
      next: `Request a token for ${resources[0]}.`,
    });
  };
  return (token, ip) => {
    const principal = identify(token, ip);
    return principal instanceof Promise ? principal.then(checkResource) : checkResource(principal);
  };
}

/** Scope that an OAuth token needs to call this tool. */
export const getToolScope = ({ toolset }: { toolset: { scope?: string } }): string => toolset.scope ?? 'tools';
