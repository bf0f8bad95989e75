/** Runs a batch of operations through the rules. */
import type { Books } from './books.ts';
import { decideClose, decideOpen } from './calls/decide.ts';
import type { Operation, Verdict } from './operations.ts';

/** Verdicts in the order of the operations; the changes are in `books`. Refusing one does not touch the others. */
export function decideBatch(books: Books, operations: readonly Operation[], refundsPerHour: number): Verdict[] {
  return operations.map((operation) =>
    operation.kind === 'open' ? decideOpen(books, operation, refundsPerHour) : decideClose(books, operation),
  );
}
