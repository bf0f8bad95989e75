/** Stores the parts of composed calls. */

import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import type { CallRow } from '../tables.ts';

/** The parts of a composed call, in the order in which they were started. */
export function listCallParts(
  db: Kysely<Tables>,
  callId: string,
): Promise<Pick<CallRow, 'id' | 'tool' | 'price' | 'state'>[]> {
  const query = db.selectFrom('calls').select(['id', 'tool', 'price', 'state']);
  return query.where('parent_id', '=', callId).orderBy('id').execute();
}
