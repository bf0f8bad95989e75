import { FareboxError } from '../errors/errors.ts';
import type { Member } from '../principal.ts';
import type { CallContext } from './context.ts';

/** Requires a caller with a company. */
export function requireMember({ member }: CallContext): Member {
  if (!member) throw new FareboxError('UNAUTHENTICATED');
  return member;
}
