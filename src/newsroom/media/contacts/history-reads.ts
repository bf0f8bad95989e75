/** Reads companies' history with outlets from their campaign emails, along an index. */
import { sql } from 'kysely';
import { countRows } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import type { ContactHistory } from './types.ts';

export type MediumHistory = ContactHistory & { mediaId: number };

type Moment = 'opened_at' | 'clicked_at' | 'replied_at' | 'placed_at';

const countOf = (moment: Moment) => sql<number>`cast(count(${sql.ref(moment)}) as bigint)`;

/** Of all media that the company has written to, or of these. */
export async function listHistories(
  db: Db,
  companyId: string,
  ids: readonly number[] | 'all',
): Promise<MediumHistory[]> {
  const mails = db
    .selectFrom('mail_items')
    .where('kind', '=', 'campaign')
    .where('company_id', '=', companyId)
    .where('sent_at', 'is not', null);
  const query = ids === 'all' ? mails.where('media_id', 'is not', null) : mails.where('media_id', 'in', ids);
  const rows = await query
    .select(({ fn }) => ['media_id', fn.max('sent_at').as('last'), countRows().as('sent')])
    .select([countOf('opened_at').as('opened'), countOf('clicked_at').as('clicked')])
    .select([countOf('replied_at').as('replied'), countOf('placed_at').as('placed')])
    .groupBy('media_id')
    .execute();
  return rows.flatMap(({ media_id: mediaId, sent, opened, clicked, replied, placed, last }) => {
    const counts = { sent, humanOpens: opened, clicks: clicked, replies: replied, placements: placed };
    return mediaId === null ? [] : [{ mediaId, ...counts, lastContactedAt: last }];
  });
}
