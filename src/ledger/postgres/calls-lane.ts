/** Calls on PostgreSQL: a batch is one round trip to load, and one to write and commit. */
import type { PostgresLane } from '../../database/lane.ts';
import { INDEX_ONLY_PLANS } from '../../database/postgres/open.ts';
import { decideBatch } from '../batch.ts';
import type { Op, Verdict } from '../op.ts';
import { applyAndCommit } from './apply.ts';
import { loadBooks } from './load.ts';
import { listBlockedOps } from './locks.ts';

/** Everybody in a batch waits for the row of one of them: no longer than this. */
const LOCK_WAIT_MS_MAX = 50;

export function openPostgresCalls(refundsPerHour: number): PostgresLane<Op, Verdict> {
  return {
    settings: `${INDEX_ONLY_PLANS}; SET lock_timeout = ${LOCK_WAIT_MS_MAX}`,
    async decide(client, ops, clock) {
      const books = await loadBooks(client, ops, { ...clock, refundsPerHour });
      const results = decideBatch(books, ops, refundsPerHour);
      return { results, commit: (commitDelayMs) => applyAndCommit(client, books, commitDelayMs) };
    },
    getGroup: ({ accountId }) => accountId,
    listBlocked: listBlockedOps,
  };
}
