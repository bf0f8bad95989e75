/** Runs a batch of operations through the rules. */
import type { Books } from './books.ts';
import { decideClose, decideOpen } from './calls/decide.ts';
import type { Op, Verdict } from './ledger-op.ts';

/** Verdicts in the order of the operations; the changes are in `books`. Refusing one does not touch the others. */
export function decideBatch(books: Books, ops: readonly Op[], refundsPerHour: number): Verdict[] {
  return ops.map((op) => (op.kind === 'open' ? decideOpen(books, op, refundsPerHour) : decideClose(books, op)));
}
