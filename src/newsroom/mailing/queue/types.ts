/** The words of the ledger of mails. See newsroom.md §7. */

/** `code`, `invitation`, `alert`: mail that somebody waits for, which no limit, pause or unsubscribe holds up. */
export type MailKind = 'campaign' | 'diagnosis' | 'test' | 'code' | 'invitation' | 'alert';

/** Mail of this server itself. */
export const SERVICE_KINDS = ['code', 'invitation', 'alert'] as const satisfies MailKind[];
export type ServiceKind = (typeof SERVICE_KINDS)[number];
/** Mail of the mailings; codes, invitations, alerts and tests are nobody's figures. */
export const MAILINGS = ['campaign', 'diagnosis'] as const satisfies MailKind[];
export type Mailing = (typeof MAILINGS)[number];
/** The others: to leave them out keeps the order of an index by time, which to choose the mailings does not on SQLite. */
export const NO_MAILINGS = ['test', ...SERVICE_KINDS] as const satisfies MailKind[];

export const MAIL_STATUSES = [
  'draft',
  'queued',
  'claimed',
  'sending',
  'retry',
  'sent',
  'failed',
  'unknown',
  'suppressed',
  'skipped',
  'cancelled',
] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** From these nothing goes on by itself. */
export const ENDED = [
  'sent',
  'failed',
  'unknown',
  'suppressed',
  'skipped',
  'cancelled',
] as const satisfies MailStatus[];
/** Somebody has it in hand, or will have. */
export const UNDER_WAY = ['queued', 'retry', 'claimed', 'sending'] as const satisfies MailStatus[];

/** Why nothing of a campaign is sent at the moment. */
export const BLOCKAGES = [
  'paused',
  'daily_limit',
  'company_limit',
  'warmup',
  'transport_error',
  'bounce_rate',
  'restored_database',
  'account_suspended',
] as const;
export type Blockage = (typeof BLOCKAGES)[number];

/** Mails of a campaign wait in one line; so do a company's test mails, all outreach, and codes and invitations. */
export const campaignLane = (campaignId: number): string => `campaign ${campaignId}`;
export const testLane = (companyId: string): string => `test ${companyId}`;
export const DIAGNOSIS_LANE = 'diagnosis';
export const SERVICE_LANE = 'service';

/** Due time of what waits for the winner of a subject test: later than any campaign. */
export const UNTIL_DECIDED = Date.UTC(9999, 0, 1);

/** Lower goes first. */
export const PRIORITIES: Readonly<Record<MailKind, number>> = {
  code: 10,
  invitation: 20,
  alert: 30,
  test: 50,
  campaign: 100,
  diagnosis: 200,
};

/** Number of emails in each state. */
export type MailCounts = Record<MailStatus, number>;

/** Change of a campaign's emails; followers of `mailingChanged` get it in the same transaction. */
export interface MailingChange {
  companyId: string;
  campaignId: number;
  /**
   * `sending`: the first mail since it was opened is claimed. `waiting`: a limit, a pause or the transport holds it up, see
   * `blockedBy`. `sent`, `failed`: nothing of it waits any more, and at least one mail was handed over, or none.
   */
  is: 'sending' | 'waiting' | 'sent' | 'failed';
  blockedBy: Blockage | null;
  /** Some mail failed, or nobody knows whether it arrived. */
  needsAttention: boolean;
}
