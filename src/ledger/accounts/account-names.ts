/** Index of account names by their parts, so that searches need no full scan. */
import { sql } from 'kysely';
import { cutGrams, cutWantedGrams, formatGrams } from '../../database/queries/grams.ts';
import type { Tx, View } from '../../database/types.ts';

/** Renames an account. */
export async function nameAccount(
  { db, engine }: Pick<Tx, 'db' | 'engine'>,
  accountId: string,
  names: readonly string[],
): Promise<void> {
  const grams = cutGrams(names.join('\n'));
  const value = engine === 'postgres' ? sql`${grams}::text[]` : formatGrams(grams);
  await sql`INSERT INTO account_names (account_id, grams) VALUES (${accountId}, ${value})
    ON CONFLICT (account_id) DO UPDATE SET grams = excluded.grams`.execute(db);
}

/**
 * Accounts whose names may hold the text, in no order: the caller compares them closely. Null where the index does not
 * help, because the text is too short or there are more than `most`.
 */
export async function listAccountsNamed(
  { db, engine }: Pick<View, 'db' | 'engine'>,
  text: string,
  most: number,
): Promise<string[] | null> {
  const grams = cutWantedGrams(text);
  if (grams === null) return null;
  const query =
    engine === 'postgres'
      ? sql<{ id: string }>`SELECT account_id AS id FROM account_names WHERE grams @> ${grams}::text[]
          LIMIT ${sql.lit(most + 1)}`
      : sql<{ id: string }>`SELECT n.account_id AS id FROM account_grams g CROSS JOIN account_names n ON n.num = g.rowid
          WHERE account_grams MATCH ${formatGrams(grams)} LIMIT ${sql.lit(most + 1)}`;
  const { rows } = await query.execute(db);
  return rows.length > most ? null : rows.map(({ id }) => id);
}
