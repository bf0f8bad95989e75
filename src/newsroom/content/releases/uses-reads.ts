/** Reads the campaigns that use a release or a list. */
import type { Db } from '../../../database/types.ts';
import type { CampaignStatus } from '../../common/campaign-states.ts';

/** Campaigns that are told of one release. */
const TOLD_MAX = 100;

/** Ids of the campaigns of these releases, by release, the oldest first. Along an index. */
export async function listCampaignIds(db: Db, releaseIds: readonly number[]): Promise<Map<number, number[]>> {
  const byRelease = new Map<number, number[]>();
  if (releaseIds.length === 0) return byRelease;
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'press_release_id'])
    .where('press_release_id', 'in', releaseIds)
    .orderBy('press_release_id')
    .orderBy('id')
    .execute();
  for (const { id, press_release_id } of rows) {
    const ids = byRelease.get(press_release_id) ?? [];
    if (ids.length < TOLD_MAX) ids.push(id);
    byRelease.set(press_release_id, ids);
  }
  return byRelease;
}

/** Whether a campaign in one of these states has the release, or the list. */
export async function isInUse(
  db: Db,
  of: { releaseId: number } | { listId: number },
  statuses: readonly CampaignStatus[],
): Promise<boolean> {
  const campaigns = db.selectFrom('campaigns').select('id').where('status', 'in', statuses).limit(1);
  const using =
    'releaseId' in of
      ? campaigns.where('press_release_id', '=', of.releaseId)
      : campaigns.where('media_list_id', '=', of.listId);
  return (await using.executeTakeFirst()) !== undefined;
}
