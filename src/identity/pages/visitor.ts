/** The signed-in visitor, as the page header shows it. */
import { isOperator, type Mode, type Principal } from '../../kernel/principal.ts';

export interface Visitor {
  /** An address, or the id of an account. */
  name: string;
  mode: Mode;
  /** Signed in for a company, rather than with a key. */
  isMember: boolean;
  isOperator: boolean;
}

/** Null for a stranger. */
export function describeVisitor(principal: Principal): Visitor | null {
  switch (principal.kind) {
    case 'session':
      return { name: principal.email, mode: 'live', isMember: true, isOperator: isOperator(principal) };
    case 'account':
      return { name: principal.accountId, mode: principal.mode, isMember: false, isOperator: false };
    default:
      return null;
  }
}
