/** Counts the media database by full scan: it has at most some ten thousand rows. */
import { defineRead } from '../../../database/define.ts';
import type { View } from '../../../database/types.ts';
import { selectShared } from './seen-by-reads.ts';
import { selectSuppressedMedia } from './suppressed-reads.ts';

export interface MediaStats {
  total: number;
  byType: Record<string, number>;
  byPrefecture: Record<string, number>;
  byDelivery: Record<string, number>;
  byIndustry: Record<string, number>;
  withEmail: number;
  deliverable: number;
  suppressed: number;
  refusing: number;
  stale: number;
  profiles: { empty: number; imported: number; scanned: number };
  embedded: number;
  lastImport: { endedAt: number; counts: Record<string, number> } | null;
}

const STALE_MS = 180 * 86_400_000;

export const readMediaStats = defineRead('media.readStats', async (view: View): Promise<MediaStats> => {
  const { db, nowMs } = view;
  const rows = await selectShared(db)
    .select(['id', 'type', 'prefecture', 'delivery', 'industry', 'email_norm', 'refuses_ads', 'accepts_pitches'])
    .select(['profile_status', 'verified_at'])
    .execute();
  const barred = new Set((await selectSuppressedMedia(db, '', nowMs).execute()).map(({ id }) => id));
  const vectors = await db.selectFrom('media_vectors').select('media_id').execute();
  const last = await db.selectFrom('media_imports').selectAll().where('id', '=', 1).executeTakeFirst();
  const parse = (json: string): string[] => JSON.parse(json);
  const isOpen = (row: (typeof rows)[number]): boolean =>
    row.email_norm !== null && row.refuses_ads === 0 && row.accepts_pitches === 1 && !barred.has(row.id);
  const ofStatus = (status: string): number => rows.filter(({ profile_status }) => profile_status === status).length;
  const counts: Record<string, number> = JSON.parse(last?.result ?? '{}');
  return {
    total: rows.length,
    byType: count(rows.map(({ type }) => type)),
    byPrefecture: count(rows.flatMap(({ prefecture }) => prefecture ?? [])),
    byDelivery: count(rows.flatMap(({ delivery }) => parse(delivery))),
    byIndustry: count(rows.flatMap(({ industry }) => parse(industry))),
    withEmail: rows.filter(({ email_norm }) => email_norm !== null).length,
    deliverable: rows.filter(isOpen).length,
    suppressed: rows.filter(({ id }) => barred.has(id)).length,
    refusing: rows.filter(({ refuses_ads, accepts_pitches }) => refuses_ads === 1 || accepts_pitches === 0).length,
    stale: rows.filter(({ verified_at }) => (verified_at ?? 0) < nowMs - STALE_MS).length,
    profiles: { empty: ofStatus('empty'), imported: ofStatus('imported'), scanned: ofStatus('scanned') },
    embedded: vectors.length,
    lastImport: last?.ended_at == null ? null : { endedAt: last.ended_at, counts },
  };
});

function count(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
