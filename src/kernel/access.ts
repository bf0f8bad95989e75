import { FareboxError } from './errors.ts';
import type { Principal } from './principal.ts';
import { refusalError } from './refusal.ts';
import type { RegisteredTool } from './registry.ts';

/** Who may call: everybody, any API key, the account's root key alone, or the operator. */
export type Access = 'public' | 'key' | 'root-key' | 'operator';

/** `assertAccess`, and the list of tools that a key may be limited to (tools of the priced catalogue only). */
export function assertMayCall(tool: RegisteredTool, principal: Principal): void {
  assertAccess(tool.access, principal);
  if (principal.kind !== 'account' || tool.toolset.layer === null || !principal.caps.tools) return;
  if (!principal.caps.tools.includes(tool.name)) throw refusalError({ refused: 'cap', cap: 'tools' }, () => []);
}

/** Throws UNAUTHENTICATED, FORBIDDEN or ACCOUNT_SUSPENDED; returns when the principal may go on. */
export function assertAccess(access: Access, principal: Principal): void {
  if (principal.kind === 'account' && principal.status !== 'active') throw new FareboxError('ACCOUNT_SUSPENDED');
  if (access === 'public') return;
  if (principal.kind === 'anonymous') throw new FareboxError('UNAUTHENTICATED');
  if (access === 'operator') {
    if (principal.kind !== 'operator')
      throw new FareboxError('FORBIDDEN', { next: 'This is for the operator of the server.' });
    return;
  }
  if (principal.kind !== 'account')
    throw new FareboxError('UNAUTHENTICATED', { message: 'This needs the API key of an account.' });
  if (access === 'root-key' && !principal.isRoot) {
    throw new FareboxError('FORBIDDEN', {
      message: 'Only the root key of the account may do that.',
      next: 'Use the key that the account was created with, or its rotated successor.',
    });
  }
}
