/** Examinations of the books, one at a time over all servers; a proof reads all of them. */
import type { BookCheckKind } from '../ledger/record-tables.ts';
import '../ledger/book-checks.ts';
import { defineJob } from './define.ts';
import type { WorkDefinition } from './types.ts';

const CHECK_MS = 11 * 60_000;

const defineCheck = (kind: string, check: BookCheckKind, title: string): WorkDefinition =>
  defineJob({
    kind,
    itemMs: CHECK_MS,
    count: async () => 1,
    list: async (_ctx, afterKey) => (afterKey === null ? [{ key: check, id: {}, title }] : []),
    run: (_item, ctx) => ctx.services.books.check(check, ctx),
  });

export const verifyBooks = defineCheck('books-verify', 'verify', 'The proof of the books');
export const reconcileBooks = defineCheck('books-reconcile', 'reconcile', 'Card deposits here and at the provider');
