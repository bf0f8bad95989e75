/** Reads for the media index thread: changes in portions, and a company's own data. */
import { defineRead } from '../../../database/define.ts';
import type { Db, View } from '../../../database/types.ts';
import { listHistories } from '../contacts/history-reads.ts';
import { readRevision } from '../contacts/reads.ts';
import { readMediaRow } from '../contacts/rows.ts';
import { selectShared } from '../contacts/seen-by-reads.ts';
import { selectSuppressedMedia } from '../contacts/suppressed-reads.ts';
import type { MediaItem } from '../contacts/types.ts';
import type { CompanySide, IndexChanges, IndexedMedium, IndexedVector, IndexPosition } from './media-index-types.ts';

/** Items of a portion. */
const PORTION = 250;

export interface ChangesBehind {
  changes: IndexChanges;
  /** Nothing is left behind them. */
  isLast: boolean;
}

export const listMediaChanges = defineRead(
  'media.changes',
  async ({ db }: View, after: IndexPosition): Promise<ChangesBehind> => {
    const revision = await readRevision(db);
    const rows = await selectShared(db)
      .selectAll()
      .where('revision', '>=', after.revision)
      .where((is) =>
        is.or([
          is('revision', '>', after.revision),
          is.and([is('revision', '=', after.revision), is('id', '>', after.id)]),
        ]),
      )
      .orderBy('revision')
      .orderBy('id')
      .limit(PORTION)
      .execute();
    const last = rows.at(-1);
    const isLast = rows.length < PORTION || !last;
    const position = isLast ? { revision, id: Number.MAX_SAFE_INTEGER } : { revision: last.revision, id: last.id };
    const removals = await db
      .selectFrom('media_removals')
      .select('media_id')
      .where('revision', '>', after.revision)
      .where('revision', '<=', position.revision)
      .execute();
    const vectors = await readVectors(
      db,
      rows.map(({ id }) => id),
    );
    const media = rows.map((row) => describeItem(readMediaRow(row, vectors.has(row.id)), vectors.get(row.id) ?? null));
    return { changes: { media, removed: removals.map(({ media_id }) => media_id), position }, isLast };
  },
);

async function readVectors(db: Db, ids: readonly number[]): Promise<Map<number, IndexedVector>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media_vectors')
    .select(['media_id', 'model', 'vector'])
    .where('media_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ media_id, model, vector }) => [media_id, { model, values: readFloats(vector) }]));
}

/** The bytes of a row need not begin where numbers may. */
const readFloats = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

function describeItem(item: MediaItem, vector: IndexedVector | null): IndexedMedium {
  const { id, name, nameKana, publisher, type, scope, prefecture, region, language, topics, profile } = item;
  const { delivery, reach, verifiedAt, emailNorm, emailKind, acceptsPitches, refusesAds, consentBasis } = item;
  return {
    ...{ id, name, nameKana, publisher, type, scope, prefecture, region, language, topics, profile },
    ...{ delivery, reach, verifiedAt, emailNorm, emailKind, acceptsPitches, refusesAds, consentBasis },
    industries: item.industry,
    recentArticles: item.recentArticles.map(({ title, publishedAt }) => ({ title, publishedAt })),
    vector,
  };
}

/** Part of a ranking that is the company's own. */
export const readCompanySide = defineRead(
  'media.companySide',
  async ({ db, nowMs }: View, { companyId }: { companyId: string }): Promise<CompanySide> => {
    const suppressed = await selectSuppressedMedia(db, companyId, nowMs).execute();
    return {
      suppressed: suppressed.map(({ id }) => id),
      histories: await listHistories(db, companyId, 'all'),
    };
  },
);
