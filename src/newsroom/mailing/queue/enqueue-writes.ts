/** Mails as they are entered in the ledger. */
import { type Insertable, sql } from 'kysely';
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { type MailAddress, parseMailAddress, readDomain } from '../../../lib/mail-address.ts';
import type { Language } from '../../../text/language.ts';
import { findSuppressed } from '../../suppression-list/reads.ts';
import type { MailItemRow } from './tables.ts';
import { campaignLane, DIAGNOSIS_LANE, type MailKind, PRIORITIES, testLane } from './types.ts';

/** Email to one recipient. */
export interface NewMail {
  /** Null when the address is not one of the media database. */
  mediaId: number | null;
  /** The name in front of the address; empty for none. */
  recipient: string;
  address: string;
  subject: string;
  /** Plain text. The footer, the pixel and counted links are added as the mail is sent. */
  body: string;
  /** Clean HTML; null: made from `body` as the mail is sent. */
  bodyHtml: string | null;
}

export interface NewMails {
  kind: Extract<MailKind, 'campaign' | 'diagnosis' | 'test'>;
  /** Null for outreach, like the campaign. */
  companyId: string | null;
  campaignId: number | null;
  /** What the links of the mails are about. */
  articleId: number | null;
  /** Who sends them; null when nobody does. */
  userId: number | null;
  language: Language;
  /** `MAIL_DOMAIN`: behind the @ of each Message-ID. */
  mailDomain: string;
  /** `draft`: they wait until `queueMailing`. Test mails are `queued`. */
  status: 'draft' | 'queued';
  mails: readonly NewMail[];
}

export type EnqueueRefusal = 'invalid_address' | 'duplicate_address' | 'suppressed';

export interface EnqueuedMails {
  /** In the order of `mails`: the id of each, or why there is none. Nothing was written for those. */
  results: ({ id: number; refused: null } | { id: null; refused: EnqueueRefusal })[];
}

/**
 * Enters mails in the ledger, one for an address of a campaign. Inside the write of a feature that has rows of its own for
 * them: `await enqueueMails.run(tx, …)`. What is neither a draft nor held goes out from the moment of the commit. Throws
 * nothing: what can't get a mail is told in `results`; consent is the caller's to ask about.
 */
export const enqueueMails = defineWrite(
  'sending.enqueueMails',
  async (tx: Tx, input: NewMails): Promise<EnqueuedMails> => {
    const { companyId, campaignId, mails } = input;
    const addresses = mails.map(({ address }) => parseMailAddress(address));
    const norms = addresses.flatMap((address) => address?.norm ?? []);
    const suppressed = await findSuppressed(tx.db, companyId, norms, tx.nowMs);
    const takenNorms = input.kind === 'campaign' ? await findTaken(tx, campaignId, norms) : new Set<string>();
    const rows: Insertable<MailItemRow>[] = [];
    const verdicts = mails.map((mail, at): EnqueueRefusal | null => {
      const address = addresses[at];
      if (!address) return 'invalid_address';
      if (takenNorms.has(address.norm)) return 'duplicate_address';
      if (suppressed.has(address.norm)) return 'suppressed';
      if (input.kind === 'campaign') takenNorms.add(address.norm);
      rows.push(buildRow(input, mail, address, tx.nowMs));
      return null;
    });
    await openLane(tx, input);
    const ids = await insertRows(tx, rows, input.mailDomain);
    let next = 0;
    const results = verdicts.map((refused) => {
      const id = refused === null ? ids[next++] : undefined;
      return id === undefined ? { id: null, refused: refused ?? 'invalid_address' } : { id, refused: null };
    });
    return { results };
  },
);

/** Rows of one statement: each has some fifty values, and nothing else has a turn while it is put together. */
const ROWS_MAX = 50;

async function insertRows({ db }: Tx, rows: readonly Insertable<MailItemRow>[], mailDomain: string): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < rows.length; start += ROWS_MAX) {
    const portion = rows.slice(start, start + ROWS_MAX);
    const newRows = await db.insertInto('mail_items').values(portion).returning('id').execute();
    // In the order of the values: ids are given one after another, and nobody promises the order of the answer.
    const newIds = newRows.map(({ id }) => id).sort((one, other) => one - other);
    await db
      .updateTable('mail_items')
      .set({ message_id: sql<string>`message_id || ${'.e'} || id || ${`.v1@${mailDomain}>`}` })
      .where('id', 'in', newIds)
      .execute();
    ids.push(...newIds);
  }
  return ids;
}

/** Addresses asked about at once. */
const ASKED_MAX = 500;

async function findTaken({ db }: Tx, campaignId: number | null, norms: readonly string[]): Promise<Set<string>> {
  const addresses = new Set<string>();
  for (let start = 0; start < norms.length; start += ASKED_MAX) {
    const rows = await db
      .selectFrom('mail_items')
      .select('address_norm')
      .where('kind', '=', 'campaign')
      .where('campaign_id', '=', campaignId)
      .where('address_norm', 'in', norms.slice(start, start + ASKED_MAX))
      .execute();
    for (const { address_norm } of rows) addresses.add(address_norm);
  }
  return addresses;
}

const findLane = ({ kind, companyId, campaignId }: NewMails): string => {
  if (kind === 'test' && companyId !== null) return testLane(companyId);
  return kind === 'campaign' && campaignId !== null ? campaignLane(campaignId) : DIAGNOSIS_LANE;
};

/** Its row is there before its mails are. What is queued at once opens it. */
async function openLane({ db, nowMs }: Tx, input: NewMails): Promise<void> {
  const { kind, companyId, campaignId, status } = input;
  const state = status === 'queued' ? 'open' : 'held';
  const lane = {
    lane: findLane(input),
    kind,
    company_id: kind === 'diagnosis' ? null : companyId,
    campaign_id: kind === 'campaign' ? campaignId : null,
    state,
    priority: PRIORITIES[kind],
    is_sending: 0,
    blocked_by: null,
    updated_at: nowMs,
  } as const;
  const insert = db.insertInto('mail_lanes').values(lane);
  await insert
    .onConflict((conflict) => {
      const target = conflict.column('lane');
      return state === 'open' ? target.doUpdateSet({ state, updated_at: nowMs }) : target.doNothing();
    })
    .execute();
}

function buildRow(input: NewMails, mail: NewMail, address: MailAddress, nowMs: number): Insertable<MailItemRow> {
  const { kind, companyId, campaignId, articleId, userId, language, status } = input;
  const isQueued = status === 'queued';
  return {
    ...blankMail,
    kind,
    lane: findLane(input),
    company_id: companyId,
    campaign_id: campaignId,
    article_id: articleId,
    media_id: mail.mediaId,
    user_id: userId,
    recipient: mail.recipient,
    address: mail.address.trim(),
    address_norm: address.norm,
    domain: readDomain(address),
    subject: mail.subject,
    body: mail.body,
    body_html: mail.bodyHtml,
    language,
    status,
    priority: PRIORITIES[kind],
    // The beginning of it: the id follows once there is one.
    message_id: `<${kind === 'diagnosis' ? `a${articleId ?? 0}` : `c${campaignId ?? 0}`}`,
    next_attempt_at: isQueued ? nowMs : null,
    queued_at: isQueued ? nowMs : null,
    created_at: nowMs,
    updated_at: nowMs,
  };
}

/** A mail that nothing has happened to. */
export const blankMail = {
  company_id: null,
  campaign_id: null,
  article_id: null,
  media_id: null,
  user_id: null,
  subject_group: null,
  edited: 0,
  version: 1,
  reason: null,
  claim_token: null,
  claimed_at: null,
  worker_id: null,
  budget_day: null,
  attempts: 0,
  retries: 0,
  smtp_stage: null,
  smtp_code: null,
  smtp_text: null,
  last_error: null,
  transport: null,
  resolved_by: null,
  resolved_at: null,
  sent_at: null,
  opened_at: null,
  clicked_at: null,
  replied_at: null,
  placed_at: null,
  placement_url: null,
  bounced_at: null,
  bounce_type: null,
  complained_at: null,
  unsubscribed_at: null,
  refusal: null,
  refused_at: null,
  erased_at: null,
} as const satisfies Partial<Insertable<MailItemRow>>;
