import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { Member } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';

/** Behind an access that asks for a company. */
export function requireMember({ member }: CallContext): Member {
  if (!member) throw new FareboxError('UNAUTHENTICATED');
  return member;
}
