/** Resolves a browser's cookie to its session. */
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import type { PageSessionRow } from './tables.ts';

/** One that has not expired, by the hash of the cookie. */
export function findPageSession(
  db: Kysely<Tables>,
  hash: string,
  nowMs: number,
): Promise<Pick<PageSessionRow, 'kind' | 'bearer_hash'> | undefined> {
  return db
    .selectFrom('page_sessions')
    .select(['kind', 'bearer_hash'])
    .where('hash', '=', hash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
}
