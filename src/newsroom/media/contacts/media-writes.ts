/** Durable changes of the media database. Each gives the items it touches a new revision, by which copies are kept up to date. */
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { buildMediumKeys } from './keys.ts';
import { findPrefecture } from './prefectures.ts';
import { keepProof } from './proof-writes.ts';
import type { MediaItemRow } from './tables.ts';
import type { MediumDetails } from './types.ts';

/** The whole media database holds so many: it is searched in memory. */
export const MEDIA_MAX = 50_000;

/** The number of this change. Other changes of media wait until this one has ended: nobody sees a later one first. */
export async function raiseRevision({ db }: Tx): Promise<number> {
  const { revision } = await db
    .updateTable('media_state')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', 1)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** Says its id. */
export async function insertMedium(tx: Tx, facts: MediumDetails, isDemo = false): Promise<number> {
  const { db, nowMs } = tx;
  const { id } = await db
    .insertInto('media_items')
    .values({
      ...buildColumns(facts),
      company_id: null,
      notes: null,
      revision: await raiseRevision(tx),
      is_demo: isDemo ? 1 : 0,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** All facts of the item as they are from now on. False when there is no such item. */
export async function replaceMedium(tx: Tx, id: number, facts: MediumDetails): Promise<boolean> {
  const columns = buildColumns(facts);
  await keepProof(tx, id, columns);
  const { numUpdatedRows } = await tx.db
    .updateTable('media_items')
    .set({ ...columns, revision: await raiseRevision(tx), updated_at: tx.nowMs })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists go on naming it as missing. False when there is no such item. */
export async function removeMedium(tx: Tx, id: number): Promise<boolean> {
  const { db } = tx;
  await keepProof(tx, id, null);
  const { numDeletedRows } = await db.deleteFrom('media_items').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await db.deleteFrom('media_vectors').where('media_id', '=', id).execute();
  await db.deleteFrom('contact_tags').where('media_id', '=', id).execute();
  await db
    .insertInto('media_removals')
    .values({ media_id: id, revision: await raiseRevision(tx) })
    .execute();
  return true;
}

export interface MediumVector {
  mediaId: number;
  model: string;
  textHash: string;
  vector: Float32Array;
}

/** Keeps what an embedding model has made of the items; those that are gone by now are left out. */
export const storeVectors = defineWrite('media.storeVectors', async (tx: Tx, vectors: readonly MediumVector[]) => {
  const revision = await raiseRevision(tx);
  for (const { mediaId, model, textHash, vector } of vectors) {
    const { numUpdatedRows } = await tx.db
      .updateTable('media_items')
      .set({ revision })
      .where('id', '=', mediaId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    const row = { model, text_hash: textHash, vector: bytes };
    await tx.db
      .insertInto('media_vectors')
      .values({ media_id: mediaId, ...row })
      .onConflict((conflict) => conflict.column('media_id').doUpdateSet(row))
      .execute();
  }
  return null;
});

type Columns = Omit<MediaItemRow, 'id' | 'company_id' | 'notes' | 'revision' | 'is_demo' | 'created_at' | 'updated_at'>;

/** Derived columns are computed here only. */
export function buildColumns(facts: MediumDetails): Columns {
  const prefecture = facts.prefecture === null ? null : findPrefecture(facts.prefecture);
  const emailNorm = facts.email === null ? null : (parseMailAddress(facts.email)?.norm ?? null);
  return {
    name: facts.name,
    name_kana: facts.nameKana,
    publisher: facts.publisher,
    type: facts.type,
    scope: facts.scope,
    prefecture: prefecture?.name ?? facts.prefecture,
    prefecture_code: prefecture?.code ?? null,
    region: prefecture?.region ?? null,
    country: facts.country,
    language: facts.language,
    time_zone: facts.timeZone,
    industry: JSON.stringify(facts.industry),
    topics: JSON.stringify(facts.topics),
    delivery: JSON.stringify(facts.delivery),
    email: facts.email,
    email_norm: emailNorm,
    email_kind: facts.email === null ? null : (facts.emailKind ?? 'desk'),
    form_url: facts.formUrl,
    phone: facts.phone,
    fax: facts.fax,
    contact_name: facts.contactName,
    contact_role: facts.contactRole,
    url: facts.url,
    ...buildMediumKeys(facts),
    reach: facts.reach,
    reach_unit: facts.reachUnit,
    reach_source: facts.reachSource,
    reach_as_of: facts.reachAsOf,
    profile: facts.profile,
    profile_status: facts.profileStatus,
    recent_articles: JSON.stringify(facts.recentArticles),
    accepts_pitches: facts.acceptsPitches ? 1 : 0,
    refuses_ads: facts.refusesAds ? 1 : 0,
    consent_basis: facts.consentBasis,
    consent_source_url: facts.consentSourceUrl,
    consent_at: facts.consentAt,
    consent_evidence: facts.consentEvidence,
    verified_at: facts.verifiedAt,
  };
}
