/** Reads that guards decide on. Every query uses an index. */

import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import type { OperatorLockoutRow } from './guard-tables.ts';

/** Undefined for an address that has not failed lately. */
export function findLockout(db: Kysely<Tables>, address: string): Promise<OperatorLockoutRow | undefined> {
  return db.selectFrom('operator_lockouts').selectAll().where('address', '=', address).executeTakeFirst();
}

/** Is one of these keyed hashes that of a value which `ADMIN_TOKEN` has had? */
export async function hasAdminToken(db: Kysely<Tables>, hashes: readonly string[]): Promise<boolean> {
  const row = await db.selectFrom('admin_tokens').select('hash').where('hash', 'in', hashes).executeTakeFirst();
  return row !== undefined;
}
