/** Ledger jobs that run beside calls, one at a time across all servers; verification reads the whole ledger. */

import type { BookCheckKind } from '../ledger/receipts/record-tables.ts';
import { readNextMargin } from '../ledger/statistics/margin-reads.ts';
import { isAnyCallToAdd } from '../ledger/statistics/margin-store.ts';
import { addMargin } from '../ledger/statistics/margin-writes.ts';
import '../ledger/verification/book-checks.ts';
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

export const verifyBooks = defineCheck('books-verify', 'verify', 'Ledger verification');
export const reconcileBooks = defineCheck('books-reconcile', 'reconcile', 'Reconciliation of card deposits');

const MARGIN_EVERY_MS = 600_000;
const CALLS_AT_ONCE = 5_000;

/** Adds what has ended to the days' rollup: the margin of a month is read from it, not from the calls. */
export const addUpMargin = defineJob({
  kind: 'margin',
  itemMs: CHECK_MS,
  // A server that sells nothing needs no thread to read what it has sold.
  isDue: async ({ services: { database } }, lastAtMs, nowMs) =>
    (lastAtMs === null || Math.abs(nowMs - lastAtMs) >= MARGIN_EVERY_MS) &&
    (await isAnyCallToAdd({ db: database.db, nowMs })),
  count: async () => 1,
  list: async (_ctx, afterKey) => (afterKey === null ? [{ key: 'calls', id: {}, title: 'Calls that have ended' }] : []),
  async run(_item, { services: { database }, signal }) {
    for (;;) {
      signal.throwIfAborted();
      const next = await database.read(readNextMargin, { most: CALLS_AT_ONCE });
      if (next === null) return;
      await database.write(addMargin, next);
    }
  },
});
