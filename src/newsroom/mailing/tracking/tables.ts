/** Opens and clicks; the SQL is in `schema.ts`. Rules: newsroom.md §8.5. */
import type { Generated } from 'kysely';
import type { Flag } from '../../../database/types.ts';
import type { ActorClass } from './classify.ts';

export interface MailEventRow {
  id: Generated<number>;
  kind: 'open' | 'click';
  article_id: number;
  /** Null: nobody says, or may say, whose mail it was. */
  email_id: number | null;
  campaign_id: number | null;
  at: number;
  /** As `shortenAddress` gives it. */
  ip_prefix: string | null;
  ua: string;
  /** The link that nobody sees. */
  is_trap: Flag;
  actor_class: ActorClass;
  /** JSON array of the names of rules. */
  reasons: string;
  url: string | null;
  /** 1 for an event of a mail; for events that name no mail, the number of them in this hour (or day, without a campaign). */
  events: Generated<number>;
}

/** Totals of expired events. */
export interface MailEventTotalRow {
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  /** 0: of no campaign. */
  campaign_id: number;
  kind: 'open' | 'click';
  actor_class: ActorClass;
  events: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    mail_events: MailEventRow;
    mail_event_totals: MailEventTotalRow;
  }
}
