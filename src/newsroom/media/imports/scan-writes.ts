/** Writes the results of a scan to the outlet. */
import { formatDay } from '../../../database/clock.ts';
import { defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { replaceMedium } from '../contacts/media-writes.ts';
import { readMediaRow } from '../contacts/rows.ts';
import type { MediaItem } from '../contacts/types.ts';
import type { ScanFindings } from './scan.ts';

export interface Scan {
  mediaId: number;
  /** Where it was read: a medium that has moved meanwhile keeps what it has. */
  url: string;
  findings: ScanFindings;
}

/** Manual entries are kept; a scan lifts no refusal. */
export const recordScan = defineWrite('media.recordScan', async (tx: Tx, { mediaId, url, findings }: Scan) => {
  const query = tx.db.selectFrom('media_items').selectAll().where('id', '=', mediaId);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row || row.url !== url) return null;
  const before = readMediaRow(row, false);
  const keepsProfile = before.profileStatus === 'imported' || findings.profile === null;
  await replaceMedium(tx, mediaId, {
    ...before,
    ...(keepsProfile ? {} : { profile: findings.profile, profileStatus: 'scanned' as const }),
    recentArticles: findings.recentArticles.length > 0 ? findings.recentArticles : before.recentArticles,
    refusesAds: before.refusesAds || findings.refusesAds,
    consentEvidence: chooseEvidence(tx, before, findings, url),
    verifiedAt: tx.nowMs,
  });
  return null;
});

/** The proof of an address that was published: where, when, and in which words. */
function chooseEvidence({ nowMs }: Tx, item: MediaItem, { evidence }: ScanFindings, url: string): string | null {
  if (item.consentBasis !== 'published_address' || evidence === null) return item.consentEvidence;
  return `${formatDay(nowMs)} ${url}\n${evidence}`;
}
