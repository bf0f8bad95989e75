/** Lists that a campaign goes to. */
import { defineRead } from '../../../database/define.ts';
import type { Db, View } from '../../../database/types.ts';
import type { CampaignStatus } from '../../common/campaign-states.ts';
import { type ListMember, readListMembers, type StoredList } from '../../media/contacts/reads.ts';

/** Ids of the lists besides the first, by campaign, in their order. */
export async function listFurtherLists(db: Db, campaignIds: readonly number[]): Promise<Map<number, number[]>> {
  const byCampaign = new Map<number, number[]>();
  if (campaignIds.length === 0) return byCampaign;
  const rows = await db
    .selectFrom('campaign_lists')
    .select(['campaign_id', 'list_id'])
    .where('campaign_id', 'in', campaignIds)
    .orderBy('campaign_id')
    .orderBy('place')
    .execute();
  for (const { campaign_id, list_id } of rows)
    byCampaign.set(campaign_id, [...(byCampaign.get(campaign_id) ?? []), list_id]);
  return byCampaign;
}

/** Whether a campaign in one of these states goes to the list besides its first. */
export async function isFurtherList(db: Db, listId: number, statuses: readonly CampaignStatus[]): Promise<boolean> {
  const row = await db
    .selectFrom('campaign_lists')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_lists.campaign_id')
    .select('campaigns.id')
    .where('campaign_lists.list_id', '=', listId)
    .where('campaigns.status', 'in', statuses)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface JoinedLists {
  lists: StoredList[];
  /** Each medium once, where it comes first. */
  members: ListMember[];
}

/** Everything on these lists; undefined if one of them is not the company's. */
export const readJoinedLists = defineRead(
  'campaigns.joinedLists',
  async (
    view: View,
    { companyId, listIds }: { companyId: string; listIds: readonly number[] },
  ): Promise<JoinedLists | undefined> => {
    const lists: StoredList[] = [];
    const members = new Map<number, ListMember>();
    for (const listId of listIds) {
      const found = await readListMembers.run(view, { companyId, listId });
      if (!found) return undefined;
      lists.push(found.list);
      for (const member of found.members) if (!members.has(member.mediaId)) members.set(member.mediaId, member);
    }
    return { lists, members: [...members.values()] };
  },
);
