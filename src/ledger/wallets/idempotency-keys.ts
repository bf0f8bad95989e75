/** Idempotency keys of calls that a wallet pays on an account: in the table of all keys, so that the balance never pays them too. */
import type { Db, Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { REPLAY_MS } from '../operations.ts';
import type { IdempotencyRow } from '../tables.ts';
import type { WalletPaymentRow } from './tables.ts';

/** An account's key of a lineage, and the caller's name for the call. */
export interface ClaimKey {
  scope: string;
  key: string;
}

/** The claim that holds the key now; undefined when it is free. */
export async function findKeyClaim(
  db: Db,
  { scope, key }: ClaimKey,
  nowMs: number,
): Promise<IdempotencyRow | undefined> {
  const query = db.selectFrom('idempotency').selectAll().where('scope', '=', scope).where('key', '=', key);
  return await query
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .executeTakeFirst();
}

/** The key was free under the lock of its account. Throws IN_PROGRESS if a call has taken it all the same. */
export async function takeKey(
  { db, nowMs }: Tx,
  { scope, key }: ClaimKey,
  payment: Pick<WalletPaymentRow, 'id' | 'fingerprint'>,
): Promise<void> {
  const claim = { fingerprint: payment.fingerprint, call_id: payment.id, joiners: 0, expires_at: null };
  const taken = await db
    .insertInto('idempotency')
    .values({ scope, key, ...claim })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet(claim).where('idempotency.expires_at', '<=', nowMs),
    )
    .returning('key')
    .executeTakeFirst();
  if (!taken) throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
}

type KeyHolder = Pick<WalletPaymentRow, 'id' | 'claim_scope' | 'claim_key'>;

/** The call is paid: its key answers with it for as long as any other's. */
export async function settleKey({ db, nowMs }: Tx, { id, claim_scope, claim_key }: KeyHolder): Promise<void> {
  if (claim_scope === null || claim_key === null) return;
  await db
    .updateTable('idempotency')
    .set({ expires_at: nowMs + REPLAY_MS })
    .where('scope', '=', claim_scope)
    .where('key', '=', claim_key)
    .where('call_id', '=', id)
    .execute();
}

/** Frees the key of a failed payment: the next call with it runs. */
export async function freeKey({ db }: Tx, { id, claim_scope, claim_key }: KeyHolder): Promise<void> {
  if (claim_scope === null || claim_key === null) return;
  const claim = db.deleteFrom('idempotency').where('scope', '=', claim_scope).where('key', '=', claim_key);
  await claim.where('call_id', '=', id).execute();
}
