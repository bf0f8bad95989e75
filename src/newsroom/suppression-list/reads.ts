/** Reads the suppression list. */
import type { Db } from '../../database/types.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { SuppressionReason } from './types.ts';

/** Of a normalised address; the salt is this database's own, so that it outlives every secret. */
export const hashAddress = (salt: string, norm: string): string => sha256Hex(`${salt}|${norm}`);

/** Whether any sender, or all of them, must not write there. */
export async function isSuppressedAnywhere(db: Db, norm: string, nowMs: number): Promise<boolean> {
  const state = await db.selectFrom('mail_state').select('salt').where('id', '=', 1).executeTakeFirst();
  if (!state) return false;
  const rows = await db
    .selectFrom('suppressions')
    .select('until')
    .where('address_hash', '=', hashAddress(state.salt, norm))
    .execute();
  return rows.some(({ until }) => until === null || until > nowMs);
}

/** Addresses that are asked about at once. */
const ASKED_MAX = 200;

/**
 * Those of these normalised addresses (`parseMailAddress`) that get no mail of this company now, and why. `companyId` null:
 * only what holds for all senders counts.
 */
export async function findSuppressed(
  db: Db,
  companyId: string | null,
  norms: readonly string[],
  nowMs: number,
): Promise<Map<string, SuppressionReason>> {
  const reasons = new Map<string, SuppressionReason>();
  // Nothing is suppressed in a database that has no salt yet.
  const state = await db.selectFrom('mail_state').select('salt').where('id', '=', 1).executeTakeFirst();
  if (!state) return reasons;
  const byHash = new Map(norms.map((norm) => [hashAddress(state.salt, norm), norm]));
  const hashes = [...byHash.keys()];
  for (let start = 0; start < hashes.length; start += ASKED_MAX) {
    const rows = await db
      .selectFrom('suppressions')
      .select(['address_hash', 'reason', 'until'])
      .where('address_hash', 'in', hashes.slice(start, start + ASKED_MAX))
      .where('company_id', 'in', companyId === null ? [''] : ['', companyId])
      .execute();
    for (const { address_hash, reason, until } of rows) {
      const norm = byHash.get(address_hash);
      if (norm !== undefined && (until === null || until > nowMs)) reasons.set(norm, reason);
    }
  }
  return reasons;
}

/** Whether a mail has gone out to this address: `accepted` once its mail server has taken it, or may have. */
export async function findDelivery(db: Db, mailId: number, norm: string): Promise<'none' | 'attempted' | 'accepted'> {
  const mail = await db
    .selectFrom('mail_items')
    .select(['kind', 'status', 'address_norm', 'attempts', 'sent_at', 'erased_at'])
    .where('id', '=', mailId)
    .executeTakeFirst();
  if (!mail || mail.kind === 'test' || mail.attempts === 0) return 'none';
  // An erased mail no longer says who had it. Its signature still does.
  if (mail.address_norm !== norm) return mail.erased_at === null ? 'none' : 'attempted';
  const isAccepted = mail.sent_at !== null || mail.status === 'sending' || mail.status === 'unknown';
  return isAccepted ? 'accepted' : 'attempted';
}
