import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { AccountPrincipal, Principal } from '../../src/kernel/principal.ts';

/** The account that calls: nobody else gets here. */
export function requireCaller(principal: Principal): AccountPrincipal {
  if (principal.kind === 'account') return principal;
  throw new FareboxError('UNAUTHENTICATED');
}
