import type { Kysely } from 'kysely';
import type { Tables } from '../database/types.ts';
import type { InviteRow } from './invite-tables.ts';

/** By the hash of its code, whatever its state. */
export function findInviteByCode(db: Kysely<Tables>, codeHash: string): Promise<InviteRow | undefined> {
  return db.selectFrom('invites').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}
