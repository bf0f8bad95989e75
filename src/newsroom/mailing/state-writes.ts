/** Writes the single row with the state of all email: pause and limits. */
import { randomBytes } from 'node:crypto';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import type { MailStateRow } from './state-tables.ts';

export const DAILY_LIMIT = 50;
const SALT_BYTES = 32;

/** Nobody else changes it until this write ends; made when it is missing. Lock it before any mail. */
export async function lockMailState(tx: Tx): Promise<MailStateRow> {
  const { db, nowMs } = tx;
  const query = lockRows(tx, db.selectFrom('mail_state').selectAll().where('id', '=', 1));
  const row = await query.executeTakeFirst();
  if (row) return row;
  const first: MailStateRow = {
    id: 1,
    paused: 0,
    paused_reason: null,
    daily_limit: DAILY_LIMIT,
    transport_errors: 0,
    claims: 0,
    next_at: 0,
    resumed_at: 0,
    salt: randomBytes(SALT_BYTES).toString('hex'),
    updated_at: nowMs,
    updated_by: null,
  };
  const insert = db.insertInto('mail_state').values(first);
  await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute();
  return await query.executeTakeFirstOrThrow();
}

/** Salt for the hashes of addresses. Created if missing; locks nothing otherwise. */
export async function requireSalt(tx: Tx): Promise<string> {
  const row = await tx.db.selectFrom('mail_state').select('salt').where('id', '=', 1).executeTakeFirst();
  return row?.salt ?? (await lockMailState(tx)).salt;
}
