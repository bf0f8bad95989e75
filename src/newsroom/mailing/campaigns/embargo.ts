/** Until when nobody may publish, as a mail says it. */
import type { Db } from '../../../database/types.ts';
import { findRelease } from '../../content/releases/reads.ts';
import { writeTime } from '../../content/releases/sheet.ts';
import type { Embargo } from './guard-writes.ts';
import type { Campaign } from './reads.ts';
import { readCampaignWords } from './texts/wording.ts';

/** Of the campaign's release, with the line of it for a mail that does not have one; null when there is none, or it is over. */
export async function findEmbargo(
  db: Db,
  companyId: string,
  { press_release_id, language }: Pick<Campaign, 'press_release_id' | 'language'>,
  timeZone: string,
): Promise<Embargo | null> {
  const release = await findRelease(db, companyId, press_release_id);
  if (release?.status !== 'embargoed' || release.embargo_until === null) return null;
  const line = readCampaignWords(language).embargo(writeTime(release.embargo_until, language, timeZone));
  // Times hold no character that means something in HTML.
  return { until: release.embargo_until, line, lineHtml: `<p>${line}</p>\n` };
}
