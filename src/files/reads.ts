/** Files that tools have made. Every query runs along an index. */

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/types.ts';
import type { FileRow } from './tables.ts';

/** A file that has not expired. */
export function findFileById(db: Kysely<Tables>, id: string, nowMs: number): Promise<FileRow | undefined> {
  return db.selectFrom('files').selectAll().where('id', '=', id).where('expires_at', '>', nowMs).executeTakeFirst();
}

/** Bytes that an account's unexpired files take. */
export async function sumFileBytes(db: Kysely<Tables>, accountId: string, nowMs: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  return bytes;
}
