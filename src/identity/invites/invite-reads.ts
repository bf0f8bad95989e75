import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import type { InviteRow } from './invite-tables.ts';

/** Newest first. */
export function listInvites(
  db: Kysely<Tables>,
  before: { at: number; id: string } | null,
  limit: number,
): Promise<InviteRow[]> {
  const query = db.selectFrom('invites').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (!before) return query.execute();
  const { at, id } = before;
  return query
    .where('created_at', '<=', at)
    .where((eb) => eb.or([eb('created_at', '<', at), eb('id', '<', id)]))
    .execute();
}

/** By the hash of its code, whatever its state. */
export function findInviteByCode(db: Kysely<Tables>, codeHash: string): Promise<InviteRow | undefined> {
  return db.selectFrom('invites').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}
