/** Accepted definitions; every query runs along an index. */
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import type { UpstreamToolRow } from './tables.ts';

/** More than one upstream may list. */
const TOOLS_MAX = 2_000;

/** In order of their names. */
export function listPins(db: Kysely<Tables>, upstream: string): Promise<UpstreamToolRow[]> {
  return db
    .selectFrom('upstream_tools')
    .selectAll()
    .where('upstream', '=', upstream)
    .orderBy('name')
    .limit(TOOLS_MAX)
    .execute();
}

/** The latest change of any; 0 when there is none. Other servers of the database look whether it has moved. */
export async function readLastChange(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('upstream_tools')
    .select('changed_at')
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.changed_at ?? 0;
}
