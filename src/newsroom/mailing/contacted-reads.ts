/** Reasons against sending the service's own email to an address. Rules: newsroom.md §7.5, §10.2. */
import type { Db, View } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { isSuppressedAnywhere } from '../suppression-list/reads.ts';

/** A company that has had such a mail gets none for so long. */
export const OUTREACH_REST_MS = 90 * DAY_MS;
/** Whoever has had mail of a campaign is left in peace. */
const CAMPAIGN_REST_MS = 14 * DAY_MS;
/** Mails to an address that are looked at, the newest first. */
const MAILS_MAX = 50;

type Moment = Pick<View, 'db' | 'nowMs'>;

export type OutreachObstacle = 'suppressed' | 'refuses_ads' | 'no_consent' | 'customer';

/** Null: nothing does. Whoever has left any sender has no wish for advertising. */
export async function findOutreachObstacle(
  { db, nowMs }: Moment,
  { norm, articleId }: { norm: string; articleId: number | null },
): Promise<OutreachObstacle | null> {
  if (await isSuppressedAnywhere(db, norm, nowMs)) return 'suppressed';
  const article = await db
    .selectFrom('articles')
    .select(['contact_basis', 'contact_refuses'])
    .where('id', '=', articleId)
    .executeTakeFirst();
  if (!article || article.contact_basis === 'none') return 'no_consent';
  if (article.contact_refuses === 1) return 'refuses_ads';
  const user = await db.selectFrom('users').select('id').where('email_norm', '=', norm).executeTakeFirst();
  return user ? 'customer' : null;
}

/** Until when mail of a campaign to the address goes first; null: there is none. */
export async function findCampaignRest({ db, nowMs }: Moment, norm: string): Promise<number | null> {
  const mails = await db
    .selectFrom('mail_items')
    .select(['status', 'sent_at', 'claimed_at'])
    .where('address_norm', '=', norm)
    .where('kind', '=', 'campaign')
    .where('status', 'in', ['queued', 'retry', 'claimed', 'sending', 'sent', 'unknown'])
    .orderBy('id', 'desc')
    .limit(MAILS_MAX)
    .execute();
  const lastMs = mails.map(({ status, sent_at, claimed_at }) => {
    const hasEnded = status === 'sent' || status === 'unknown';
    return hasEnded ? (sent_at ?? claimed_at ?? 0) : nowMs;
  });
  const untilMs = Math.max(0, ...lastMs) + CAMPAIGN_REST_MS;
  return untilMs > nowMs ? untilMs : null;
}

export interface ContactedCompanies {
  norms: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Companies that the service has written to lately, or is about to. */
export async function listContacted({ db, nowMs }: Moment): Promise<ContactedCompanies> {
  const rows = await selectContacted(db, nowMs).execute();
  return {
    norms: new Set(rows.map(({ address_norm }) => address_norm)),
    names: new Set(rows.flatMap(({ company_name }) => company_name ?? [])),
  };
}

const selectContacted = (db: Db, nowMs: number) =>
  db
    .selectFrom('mail_items')
    .leftJoin('articles', 'articles.id', 'mail_items.article_id')
    .select(['mail_items.address_norm', 'articles.company_name'])
    .where('mail_items.kind', '=', 'diagnosis')
    .where('mail_items.created_at', '>', nowMs - OUTREACH_REST_MS);
