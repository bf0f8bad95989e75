import type { Flag } from '../../database/types.ts';

/** One row: what holds for all mailing. */
export interface MailStateRow {
  id: number;
  paused: Flag;
  /** `operator`, or why it paused by itself. */
  paused_reason: string | null;
  /** Of both mailings together, a calendar day of the service's zone. */
  daily_limit: number;
  /** Failures of the transport since the last mail that it took. */
  transport_errors: number;
  /** Mails that were ever claimed: a database that knows of fewer than this machine does was restored. */
  claims: number;
  /** Not before: the pace of all mail by SMTP. */
  next_at: number;
  /** Bounces of mails that went out before don't stop mailing any more. */
  resumed_at: number;
  /** Hashes addresses of which nothing else is kept. */
  salt: string;
  updated_at: number;
  updated_by: string | null;
}

/** A sender that is paused because its mail bounces too often, or was until an operator resumed it alone. */
export interface MailBrakeRow {
  /** Empty: the service's own mailing. */
  company_id: string;
  paused_at: number;
  /** Null: it is paused now. */
  lifted_at: number | null;
}

declare module '../../database/types.ts' {
  interface Tables {
    mail_brakes: MailBrakeRow;
    mail_state: MailStateRow;
  }
}
