/** What companies have had to do with media: kept by whoever sends and counts. */
import type { Tx } from '../../database/types.ts';
import type { ContactHistory } from './types.ts';

export interface Contact extends Partial<Omit<ContactHistory, 'lastContactedAt'>> {
  companyId: string;
  mediaId: number;
}

/** Adds to the counters; something sent is a contact of now. Part of the write that makes it happen. */
export async function countContact({ db, nowMs }: Tx, contact: Contact): Promise<void> {
  const { companyId, mediaId, sent = 0, humanOpens = 0, clicks = 0, replies = 0, placements = 0 } = contact;
  const counts = { sent, human_opens: humanOpens, clicks, replies, placements };
  const contacted = sent > 0 ? { last_contacted_at: nowMs } : {};
  await db
    .insertInto('media_contacts')
    .values({ company_id: companyId, media_id: mediaId, ...counts, last_contacted_at: null, ...contacted })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'media_id']).doUpdateSet((eb) => ({
        sent: eb('media_contacts.sent', '+', sent),
        human_opens: eb('media_contacts.human_opens', '+', humanOpens),
        clicks: eb('media_contacts.clicks', '+', clicks),
        replies: eb('media_contacts.replies', '+', replies),
        placements: eb('media_contacts.placements', '+', placements),
        ...contacted,
      })),
    )
    .execute();
}
