/** The text that proves a consent is kept as long as its address is used, and a month after. Rules: newsroom.md §10.1. */
import { definePurge } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';

const KEPT_MS = 31 * 86_400_000;
const PURGE_MAX = 200;

/** Before the item gets another address or another proof, or goes. `next`: what it will have; null when it goes. */
export async function keepProof(
  { db, nowMs }: Tx,
  mediaId: number,
  next: { email_norm: string | null; consent_evidence: string | null } | null,
): Promise<void> {
  const row = await db
    .selectFrom('media_items')
    .select(['email_norm', 'consent_basis', 'consent_source_url', 'consent_at', 'consent_evidence'])
    .where('id', '=', mediaId)
    .executeTakeFirst();
  if (!row || row.email_norm === null || row.consent_evidence === null) return;
  if (row.email_norm === next?.email_norm && row.consent_evidence === next.consent_evidence) return;
  const { email_norm, consent_evidence } = row;
  const proof = { ...row, email_norm, consent_evidence, media_id: mediaId, ended_at: nowMs };
  await db.insertInto('consent_proofs').values(proof).execute();
}

export const purgeProofs = definePurge('proofs of consent', async ({ db, nowMs }) => {
  const old = db
    .selectFrom('consent_proofs')
    .select('id')
    .where('ended_at', '<=', nowMs - KEPT_MS);
  const ids = (await old.orderBy('ended_at').limit(PURGE_MAX).execute()).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('consent_proofs').where('id', 'in', ids).execute();
  return ids.length;
});
