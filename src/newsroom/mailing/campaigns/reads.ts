/** Campaigns as they are read and listed: always of one company. */
import { type Selectable, sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows, cutText } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { CampaignStatus } from '../../common/campaign-states.ts';
import { countMails, type MailItem } from '../queue/reads.ts';
import { listFurtherLists } from './list-reads.ts';
import { findWaitingTimes, type WaitingTimes } from './local/local-reads.ts';
import type { CampaignRow } from './tables.ts';

export type StoredCampaign = Selectable<CampaignRow>;

export type MailCountsWithTotal = Awaited<ReturnType<typeof countMails>>;

/** A row with what is asked of it besides. */
export interface Campaign extends StoredCampaign {
  /** Address of the member who made it. */
  author: string | null;
  counts: MailCountsWithTotal;
  /** Lists besides the first. */
  furtherListIds: number[];
  /** Of one that waits for local times; null: all are due together, or none waits. */
  waitingTimes: WaitingTimes | null;
}

/** The same sentence for a campaign that there isn't and for one of another company. */
export const createCampaignMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Campaign not found' });

/** Also for a mail of another campaign. */
export const createMailMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Campaign email not found' });

export async function findCampaign(db: Db, companyId: string, id: number): Promise<Campaign | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const row = await selectCampaigns(db, companyId).where('campaigns.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const furtherListIds = (await listFurtherLists(db, [id])).get(id) ?? [];
  const waitingTimes = row.local_schedule === null ? null : ((await findWaitingTimes(db, [id])).get(id) ?? null);
  return { ...row, counts: await countMails(db, companyId, id), furtherListIds, waitingTimes };
}

/** Throws NOT_FOUND. */
export async function requireCampaign(db: Db, companyId: string, id: number): Promise<Campaign> {
  const campaign = await findCampaign(db, companyId, id);
  if (!campaign) throw createCampaignMissingError();
  return campaign;
}

const selectCampaigns = (db: Db, companyId: string) =>
  db
    .selectFrom('campaigns')
    .leftJoin('users', 'users.id', 'campaigns.created_by')
    .selectAll('campaigns')
    .select('users.email as author')
    .where('campaigns.company_id', '=', companyId);

export interface CampaignQuery {
  companyId: string;
  status: CampaignStatus | undefined;
  /** From 1. */
  page: number;
  perPage: number;
}

/** The newest first. */
export const listCampaigns = defineRead(
  'campaigns.list',
  async ({ db }: View, { companyId, status, page, perPage }: CampaignQuery) => {
    const all = db.selectFrom('campaigns').where('company_id', '=', companyId);
    const some = status === undefined ? all : all.where('status', '=', status);
    const { total } = await some.select(countRows().as('total')).executeTakeFirstOrThrow();
    const rows = selectCampaigns(db, companyId);
    const query = status === undefined ? rows : rows.where('campaigns.status', '=', status);
    const found = await query
      .orderBy('campaigns.id', 'desc')
      .offset((page - 1) * perPage)
      .limit(perPage)
      .execute();
    const ids = found.map(({ id }) => id);
    const [counts, lists] = [await countMailsByCampaign(db, ids), await listFurtherLists(db, ids)];
    const localIds = found.flatMap(({ id, local_schedule }) => (local_schedule === null ? [] : [id]));
    const times = await findWaitingTimes(db, localIds);
    const campaigns = found.map(
      (row): Campaign => ({
        ...row,
        counts: counts.get(row.id) ?? NO_MAILS,
        furtherListIds: lists.get(row.id) ?? [],
        waitingTimes: times.get(row.id) ?? null,
      }),
    );
    return { campaigns, total };
  },
);

const NO_MAILS: MailCountsWithTotal = {
  total: 0,
  draft: 0,
  queued: 0,
  claimed: 0,
  sending: 0,
  retry: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
  suppressed: 0,
  skipped: 0,
  cancelled: 0,
  bounced: 0,
};

/** Ids that are asked for at once. */
const ASKED_MAX = 200;

/** As `countMails`, for many. */
async function countMailsByCampaign(db: Db, ids: readonly number[]): Promise<Map<number, MailCountsWithTotal>> {
  const counts = new Map<number, MailCountsWithTotal>();
  for (let start = 0; start < ids.length; start += ASKED_MAX) {
    const mails = db
      .selectFrom('mail_items')
      .where('kind', '=', 'campaign')
      .where('campaign_id', 'in', ids.slice(start, start + ASKED_MAX));
    const rows = await mails
      .select(['campaign_id', 'status', countRows().as('count')])
      .groupBy(['campaign_id', 'status'])
      .execute();
    const bounced = await mails
      .select(['campaign_id', countRows().as('count')])
      .where('bounced_at', 'is not', null)
      .groupBy('campaign_id')
      .execute();
    const add = (id: number | null, name: keyof MailCountsWithTotal, count: number): void => {
      if (id === null) return;
      const tally = counts.get(id) ?? NO_MAILS;
      counts.set(id, { ...tally, [name]: tally[name] + count });
    };
    for (const { campaign_id, status, count } of rows) {
      add(campaign_id, status, count);
      add(campaign_id, 'total', count);
    }
    for (const { campaign_id, count } of bounced) add(campaign_id, 'bounced', count);
  }
  return counts;
}

/** Characters of all texts on a page; the first mail is whole however long it is. */
const PAGE_CHARS_MAX = 1_000_000;
/** Characters of each text of the mails that don't fit. */
const SHORTENED_CHARS = 1_000;

const SHOWN = [
  ...(['id', 'campaign_id', 'media_id', 'recipient', 'address', 'subject', 'language', 'status', 'edited'] as const),
  ...(['version', 'message_id', 'attempts', 'next_attempt_at', 'last_error', 'smtp_code', 'smtp_text'] as const),
  ...(['queued_at', 'sent_at', 'opened_at', 'clicked_at', 'bounced_at', 'unsubscribed_at', 'replied_at'] as const),
] as const;

/** A mail as its company sees it. */
export type ShownMail = Pick<MailItem, (typeof SHOWN)[number] | 'body' | 'body_html'>;

export interface MailPageItem extends ShownMail {
  /** Both texts are cut: whole, they would make the page too large. */
  isShortened: boolean;
}

interface MailPageQuery {
  companyId: string;
  campaignId: number;
  page: number;
  perPage: number;
}

/** Mails of a campaign, a page of them by their ids. */
export const listMailPage = defineRead(
  'campaigns.mailPage',
  async ({ db }: View, { companyId, campaignId, page, perPage }: MailPageQuery): Promise<MailPageItem[]> => {
    const mails = db
      .selectFrom('mail_items')
      .where('campaign_id', '=', campaignId)
      .where('kind', '=', 'campaign')
      .where('company_id', '=', companyId)
      .orderBy('id');
    const sizes = await mails
      .select(['id', sql<number>`length(body) + coalesce(length(body_html), length(body))`.as('characters')])
      .offset((page - 1) * perPage)
      .limit(perPage)
      .execute();
    const [first] = sizes;
    if (!first) return [];
    let total = 0;
    const whole = [first.id];
    for (const { id, characters } of sizes) {
      total += characters;
      if (total <= PAGE_CHARS_MAX && id !== first.id) whole.push(id);
    }
    const shorten = <Text extends string | null>(column: 'body' | 'body_html') =>
      sql<Text>`case when id in (${sql.join(whole)}) then ${sql.ref(column)} else ${cutText(column, SHORTENED_CHARS)} end`;
    const rows = await mails
      .select([...SHOWN, shorten<string>('body').as('body'), shorten<string | null>('body_html').as('body_html')])
      .where('id', '>=', first.id)
      .limit(sizes.length)
      .execute();
    return rows.map((row) => ({ ...row, isShortened: !whole.includes(row.id) }));
  },
);

/** Scheduled campaigns whose time has come, the earliest first. */
export function listDueCampaigns(db: Db, nowMs: number, afterId: number, most: number) {
  return db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('status', '=', 'scheduled')
    .where('send_at', '<=', nowMs)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Owner and subject of a due campaign, for work that belongs to no caller. */
export function findDueCampaign(db: Db, id: number) {
  const campaigns = db.selectFrom('campaigns').select(['company_id', 'press_release_id', 'language']);
  return campaigns.where('id', '=', id).executeTakeFirst();
}

export async function countDueCampaigns(db: Db, nowMs: number): Promise<number> {
  const due = db.selectFrom('campaigns').where('status', '=', 'scheduled').where('send_at', '<=', nowMs);
  return (await due.select(countRows().as('count')).executeTakeFirstOrThrow()).count;
}
