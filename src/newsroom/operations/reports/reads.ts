/** The queue of outgoing mail. */
import type { Selectable } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import type { MailItemRow } from '../../mailing/queue/tables.ts';
import { MAIL_STATUSES, MAILINGS, type MailStatus, NO_MAILINGS } from '../../mailing/queue/types.ts';

export const QUEUE_STATUSES = MAIL_STATUSES.filter((status) => status !== 'draft');

const COLUMNS = [
  'mail_items.id',
  'mail_items.article_id',
  'mail_items.subject',
  'mail_items.address',
  'mail_items.kind',
  'mail_items.campaign_id',
  'mail_items.status',
  'mail_items.priority',
  'mail_items.queued_at',
  'mail_items.claimed_at',
  'mail_items.attempts',
  'mail_items.next_attempt_at',
  'mail_items.last_error',
  'mail_items.sent_at',
  'mail_items.created_at',
] as const;

type ShownMail = Pick<
  Selectable<MailItemRow>,
  | 'id'
  | 'article_id'
  | 'subject'
  | 'address'
  | 'kind'
  | 'campaign_id'
  | 'status'
  | 'priority'
  | 'queued_at'
  | 'claimed_at'
  | 'attempts'
  | 'next_attempt_at'
  | 'last_error'
  | 'sent_at'
  | 'created_at'
>;

export interface QueuedMail extends ShownMail {
  title: string | null;
  /** Whose mailing it is; null for our own. */
  company_name: string | null;
  /** The company that the article is about. */
  named_company: string | null;
}

export interface QueuePage {
  mails: QueuedMail[];
  total: number;
  counts: Record<string, number>;
}

/** Newest first; without a status every mail that is not a draft. */
export const listQueue = defineRead(
  'reports.listQueue',
  async (
    { db }: View,
    { status, page, perPage }: { status: MailStatus | null; page: number; perPage: number },
  ): Promise<QueuePage> => {
    const rows = await db
      .selectFrom('mail_items')
      .select(['status', countRows().as('count')])
      .where('kind', 'in', MAILINGS)
      .groupBy('status')
      .execute();
    const countsByStatus = new Map(rows.map((row) => [row.status, row.count]));
    const counts = Object.fromEntries(QUEUE_STATUSES.map((one) => [one, countsByStatus.get(one) ?? 0]));
    const total =
      status === null ? Object.values(counts).reduce((sum, n) => sum + n, 0) : (countsByStatus.get(status) ?? 0);
    if ((page - 1) * perPage >= total) return { mails: [], total, counts };
    const listed = selectQueue(db).where('mail_items.kind', 'not in', NO_MAILINGS);
    const wanted =
      status === null
        ? listed.where('mail_items.status', '<>', 'draft')
        : listed.where('mail_items.status', '=', status);
    const mails = await wanted
      .orderBy('mail_items.id', 'desc')
      .offset((page - 1) * perPage)
      .limit(perPage)
      .execute();
    return { mails, total, counts };
  },
);

export const findQueuedMail = (db: Db, id: number): Promise<QueuedMail | undefined> =>
  selectQueue(db).where('mail_items.id', '=', id).executeTakeFirst();

const selectQueue = (db: Db) =>
  db
    .selectFrom('mail_items')
    .leftJoin('articles', 'articles.id', 'mail_items.article_id')
    .leftJoin('companies', 'companies.id', 'mail_items.company_id')
    .select(COLUMNS)
    .select(['articles.title', 'companies.name as company_name', 'articles.company_name as named_company']);

export async function countUnknownMails(db: Db): Promise<number> {
  const mails = db.selectFrom('mail_items').select(countRows().as('rows')).where('kind', 'in', MAILINGS);
  return (await mails.where('status', '=', 'unknown').executeTakeFirstOrThrow()).rows;
}
