/** Decides whether a caller may call a tool, by access, scopes and company. */

import { FareboxError } from '../errors/errors.ts';
import { createReasonError } from '../errors/reasons.ts';
import { toRefusalError } from '../errors/refusal.ts';
import type { OpenRefusal } from '../ports.ts';
import type { AccountPrincipal, Member, Principal, SessionPrincipal } from '../principal.ts';
import {
  type Access,
  type CompanyAccess,
  type FindMember,
  getToolScope,
  isCompanyAccess,
  needsSession,
} from '../tool/access.ts';
import type { RegisteredTool } from '../tool/context.ts';

const TEST_KEY = 'A test key can call tools, but no company operations';

/**
 * All that can be told of the principal alone. What the company has to say is told by `assertMember`. Throws
 * UNAUTHENTICATED, FORBIDDEN, ACCOUNT_SUSPENDED or CAP_REACHED.
 */
export function assertMayCall(
  tool: RegisteredTool,
  principal: Principal,
  noteRefusal: (caller: AccountPrincipal, refusal: OpenRefusal) => void = () => {},
): void {
  const { access, toolset } = tool;
  if (principal.kind === 'session') {
    assertSession(tool, principal);
    return;
  }
  if (!tool.definition.openWhenSuspended) assertActive(principal);
  assertAccess(access, principal);
  if (principal.kind !== 'account') return;
  if (principal.grant) assertScope(getToolScope(tool), principal.grant.scopes);
  if (!principal.caps.tools || (toolset.layer === null && !isCompanyAccess(access))) return;
  if (access === 'key-owner' || access === 'key-maker') return;
  if (!principal.caps.tools.includes(tool.name)) {
    const newsroom = { message: 'This key does not allow this operation', details: { cap: 'tools' } };
    if (toolset.layer === null) throw new FareboxError('CAP_REACHED', newsroom);
    const refusal = { refused: 'cap', cap: 'tools' } as const;
    noteRefusal(principal, refusal);
    throw toRefusalError(refusal, () => []);
  }
}

function assertActive(principal: Principal): void {
  if (principal.kind === 'account' && principal.status !== 'active') throw new FareboxError('ACCOUNT_SUSPENDED');
}

/** Throws UNAUTHENTICATED or FORBIDDEN; returns when the principal may go on. */
export function assertAccess(access: Access, principal: Exclude<Principal, SessionPrincipal>): void {
  if (access === 'public') return;
  if (principal.kind === 'anonymous') throw new FareboxError('UNAUTHENTICATED');
  if (access === 'operator') {
    if (principal.kind !== 'operator')
      throw createReasonError('operator_required', { next: 'Only operators of this server can do this.' });
    return;
  }
  if (principal.kind !== 'account') throw createKeyRequiredError();
  if (access === 'root-key' && !principal.isRoot) throw createRootKeyRequiredError();
}

/** A session opens what is public, what is its company's, and the operator's where it is an operator's. */
function assertSession({ access, effect, toolset }: RegisteredTool, principal: SessionPrincipal): void {
  if (access === 'public') return;
  if (access === 'operator') {
    if (!principal.isOperator) throw createReasonError('operator_required');
    return;
  }
  if (access === 'account-reader') return;
  if (!isCompanyAccess(access)) throw createKeyRequiredError();
  const isAdminOnly = access === 'company-admin' || access === 'admin-session';
  if (isAdminOnly && principal.role !== 'admin') throw createReasonError('admin_required');
  // Signing in, keys and payment stay open, so that what is owed can be settled.
  if (principal.status !== 'active' && effect !== 'read' && toolset.scope !== 'account') {
    throw new FareboxError('ACCOUNT_SUSPENDED');
  }
}

/**
 * The company that the call acts for; null for tools that belong to none. Asks nothing, and gives no promise, but for the
 * key of an account that calls what belongs to a company. Throws FORBIDDEN.
 */
export function identifyMember(
  { access }: RegisteredTool,
  principal: Principal,
  findMember: FindMember,
): Member | null | Promise<Member | null> {
  if (!isCompanyAccess(access)) return null;
  if (principal.kind === 'session') {
    const { companyId, accountId, role, userId } = principal;
    return { companyId, accountId, role, userId, isMakerPresent: true };
  }
  return principal.kind === 'account' ? identifyMemberByKey(access, principal, findMember) : null;
}

async function identifyMemberByKey(
  access: CompanyAccess,
  principal: AccountPrincipal,
  findMember: FindMember,
): Promise<Member | null> {
  const member = await findMember(principal);
  const isKeyPath = access === 'key-owner' || access === 'key-maker';
  if (!member && !isKeyPath) throw createReasonError('no_company');
  if (!member && !principal.isRoot) throw createRootKeyRequiredError();
  if (!member) return null;
  if (principal.mode === 'test') throw createReasonError('no_company', { message: TEST_KEY });
  if (needsSession(access) || access === 'key-maker') throw createReasonError('session_required');
  if ((access === 'owner' || access === 'key-owner') && !mayManageKeys(principal, member))
    throw createReasonError('owner_required');
  if (access === 'company-admin' && member.role !== 'admin') throw createReasonError('admin_required');
  return member;
}

/** The root key, or a key without caps, of somebody who is still there; never what an OAuth client was given. */
function mayManageKeys({ isRoot, caps, grant }: AccountPrincipal, { isMakerPresent }: Member): boolean {
  return isMakerPresent && !grant && (isRoot || Object.values(caps).every((cap) => cap === undefined));
}

function assertScope(scope: string, scopes: readonly string[]): void {
  if (!scopes.includes(scope)) throw createReasonError('insufficient_scope', { details: { scope } });
}

const createKeyRequiredError = (): FareboxError =>
  new FareboxError('UNAUTHENTICATED', { message: "This requires an account's API key." });

const createRootKeyRequiredError = (): FareboxError =>
  new FareboxError('FORBIDDEN', {
    message: 'Only the root key of the account can do this.',
    next: 'Use the key that the account was created with, or its rotated successor.',
  });
