/** Recipients of a campaign who can be written to again: delivered, and without an answer. */
import { defineRead } from '../../../database/define.ts';
import type { Db, View } from '../../../database/types.ts';
import { type ListMember, readCompanyMedia } from '../../media/contacts/reads.ts';
import { selectCampaignMails } from '../queue/reads.ts';

export const FOLLOW_UP_TO = ['not_opened', 'not_replied'] as const;
/** Recipients without an open or click of any email about the release, or without an answer. */
export type FollowUpTo = (typeof FOLLOW_UP_TO)[number];

interface FollowUpQuery {
  companyId: string;
  campaignId: number;
  /** Of the release: other campaigns with it count, too. */
  articleId: number;
  to: FollowUpTo;
}

/** Addresses asked about at once. */
const ASKED_MAX = 500;

/** In the order of their emails. Bounces, complaints, unsubscribes, replies and coverage leave a recipient out. */
export const listFollowUpMembers = defineRead(
  'campaigns.followUpMembers',
  async (view: View, { companyId, campaignId, articleId, to }: FollowUpQuery): Promise<ListMember[]> => {
    const { db } = view;
    const sent = await selectCampaignMails(db, companyId, campaignId)
      .select(['media_id', 'address_norm'])
      .where('status', '=', 'sent')
      .where('media_id', 'is not', null)
      .orderBy('id')
      .execute();
    const norms = [...new Set(sent.map(({ address_norm }) => address_norm))];
    const ended: Set<string> = new Set();
    for (let start = 0; start < norms.length; start += ASKED_MAX) {
      const asked = norms.slice(start, start + ASKED_MAX);
      for (const norm of await listEnded(db, { companyId, articleId, to, norms: asked })) ended.add(norm);
    }
    const open = sent.filter(({ address_norm }) => !ended.has(address_norm));
    const ids = [...new Set(open.flatMap(({ media_id }) => media_id ?? []))];
    const media = await readCompanyMedia(view, companyId, ids);
    return ids.map((id) => ({ mediaId: id, medium: media.get(id) ?? null }));
  },
);

async function listEnded(
  db: Db,
  query: Omit<FollowUpQuery, 'campaignId'> & { norms: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_items')
    .select('address_norm')
    .where('address_norm', 'in', query.norms)
    .where('kind', '=', 'campaign')
    .where('company_id', '=', query.companyId)
    .where('article_id', '=', query.articleId)
    .where((is) =>
      is.or([
        ...(['replied_at', 'placed_at', 'bounced_at', 'complained_at', 'unsubscribed_at'] as const).map((column) =>
          is(column, 'is not', null),
        ),
        ...(query.to === 'not_opened' ? (['opened_at', 'clicked_at'] as const) : []).map((column) =>
          is(column, 'is not', null),
        ),
      ]),
    )
    .execute();
  return rows.map(({ address_norm }) => address_norm);
}
