/** The ledger of mails as rows; the SQL is in `schema.ts`. Rules: newsroom.md §7.1. */
import type { Generated } from 'kysely';
import type { Flag } from '../../../database/types.ts';
import type { RefusalCause } from '../../../mail/refusal.ts';
import type { Language } from '../../../text/language.ts';
import type { Blockage, MailKind, MailStatus } from './types.ts';

/** One mail to one address. */
export interface MailItemRow {
  id: Generated<number>;
  kind: MailKind;
  /** Which mails wait in one line with it: see `types.ts`. */
  lane: string;
  /** Null for login codes. */
  company_id: string | null;
  campaign_id: number | null;
  /** What the links and the pixel of the mail are about. */
  article_id: number | null;
  media_id: number | null;
  /** Who sends it: answers go there when the company names nobody else. */
  user_id: number | null;
  /** The name in front of the address; empty for none. */
  recipient: string;
  /** As it was written: mail goes there. */
  address: string;
  /** For matching only: `parseMailAddress`. */
  address_norm: string;
  /** Of the address, in its ASCII form. */
  domain: string;
  subject: string;
  /** Plain text without the footer. Empty once a mail that holds a secret has ended. */
  body: string;
  /** HTML without footer, pixel and counted links; null: made from `body`. */
  body_html: string | null;
  language: Language;
  edited: Flag;
  /** In a test of two subjects: the one that it has, or `rest`, which waits for the winner. */
  subject_group: 'a' | 'b' | 'rest' | null;
  version: number;
  status: MailStatus;
  /** Why it is `suppressed`, `skipped` or `cancelled`; null otherwise. */
  reason: string | null;
  /** Lower goes first. */
  priority: number;
  /** `<c4.e55.v1@mail.farebox.jp>`: made with the row, never another one. */
  message_id: string;
  /** Of whoever works on it now. */
  claim_token: string | null;
  claimed_at: number | null;
  /** The instance that has claimed it. */
  worker_id: string | null;
  /** Day whose budget its claim has taken a unit of; null when it took none, or has given it back. */
  budget_day: string | null;
  /** Conversations that were begun, ever. */
  attempts: number;
  /** Of those since it was last queued, after which it had to wait. */
  retries: number;
  /** Nobody claims it before; null while it does not wait. */
  next_attempt_at: number | null;
  smtp_stage: string | null;
  smtp_code: number | null;
  smtp_text: string | null;
  last_error: string | null;
  /** Of the last attempt. */
  transport: 'smtp' | 'outbox' | null;
  /** Who settled it when nobody knew whether it had arrived, and when. */
  resolved_by: string | null;
  resolved_at: number | null;
  queued_at: number | null;
  sent_at: number | null;
  opened_at: number | null;
  clicked_at: number | null;
  replied_at: number | null;
  placed_at: number | null;
  placement_url: string | null;
  bounced_at: number | null;
  bounce_type: 'hard' | 'soft' | null;
  complained_at: number | null;
  unsubscribed_at: number | null;
  /** Why a server refused it, in the conversation or by a bounce; null when none did. */
  refusal: RefusalCause | null;
  refused_at: number | null;
  /** Whoever got it had what is known of them erased: `address` is nobody's, and the texts are gone. */
  erased_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A line of mails that may be sent: of a campaign, of a company's tests, of the service's own outreach. */
export interface MailLaneRow {
  lane: string;
  kind: MailKind;
  company_id: string | null;
  campaign_id: number | null;
  /** `held`: nothing of it is claimed. `done`: nothing of it waits. */
  state: 'held' | 'open' | 'done';
  priority: number;
  /** A mail of it was claimed since it was opened, and nothing has stopped it. */
  is_sending: Flag;
  blocked_by: Blockage | null;
  updated_at: number;
}

/** Mails that were tried on a day: `all`, or a company's id. */
export interface MailCounterRow {
  scope: string;
  /** `YYYY-MM-DD` in the service's zone. */
  day: string;
  used: number;
  /** When the last one was claimed. */
  served_at: number;
}

/** Sending rate of a domain. */
export interface MailDomainRow {
  domain: string;
  /** Not before. */
  next_at: number;
  /** Twice the gap until then: it asked for patience. */
  slow_until: number;
}

/** A host that the links of an article's mails lead to. */
export interface MailLinkRow {
  article_id: number;
  host: string;
}

declare module '../../../database/types.ts' {
  interface Tables {
    mail_items: MailItemRow;
    mail_lanes: MailLaneRow;
    mail_counters: MailCounterRow;
    mail_domains: MailDomainRow;
    mail_links: MailLinkRow;
  }
}
