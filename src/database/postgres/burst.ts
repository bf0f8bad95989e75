/** Queries sent together on a pipelining connection: waits for all of them, then fails with the first real cause. */
import type pg from 'pg';

/** What follows an error inside a transaction: it says nothing about the cause. */
const IN_FAILED_TRANSACTION = '25P02';

/** Results in the order of the queries; null for what was not asked. */
export async function sendBurst<Queries extends readonly (Promise<pg.QueryResult> | null)[]>(
  queries: readonly [...Queries],
): Promise<{ -readonly [Index in keyof Queries]: Awaited<Queries[Index]> }> {
  const settled = await Promise.allSettled(queries);
  const failures = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) throw failures.find((reason) => reason?.code !== IN_FAILED_TRANSACTION) ?? failures[0];
  return Promise.all(queries);
}
