/** Rows of webhooks; the SQL is in `schema.ts`. */
import type { Flag } from '../../database/types.ts';
import type { FailureCause } from '../../kernel/errors/cause.ts';

export interface WebhookEndpointRow {
  /** `whk_…` */
  id: string;
  account_id: string;
  url: string;
  /** JSON array of event types. */
  events: string;
  description: string;
  /** Sealed. */
  secret: string;
  /** The secret before the last change, sealed, and until when it signs as well. */
  old_secret: string | null;
  old_secret_until: number | null;
  status: 'active' | 'disabled';
  /** Why the server disabled it; null where its owner did, or nobody. */
  disabled_reason: 'gone' | 'failing' | null;
  created_at: number;
  last_success_at: number | null;
}

/** An account with endpoints or a low-balance alert, and how far its events have been told. */
export interface AccountWatchRow {
  account_id: string;
  /** `seq` of the last transfer that was told. */
  seq: number;
  /** Refused calls up to this moment were told. */
  refused_at: number;
  /** Micro-USD below which the alert is sent; null for none. */
  low_balance: number | null;
  /** Whether admins of the account's company get it by email as well. */
  low_balance_email: Flag;
  /** The alert was sent, and the balance has not been above since. */
  is_low: Flag;
  created_at: number;
}

/** A call whose charge was seen while it was running: it is told when it has ended. */
export interface WatchedCallRow {
  account_id: string;
  call_id: string;
}

/** A cap whose refusal was told on a day. */
export interface ToldCapRow {
  account_id: string;
  lineage: string;
  cap: string;
  day: string;
}

/** A key whose expiry was told. */
export interface ToldExpiryRow {
  key_id: string;
  account_id: string;
  expires_at: number;
  /** `resolved`: it was replaced in time, and that was told as well. */
  state: 'open' | 'resolved';
}

/** `operator`: the address in ALERT_WEBHOOK_URL. */
export type EndpointId = string;

export interface WebhookDeliveryRow {
  /** `msg_…`; the `webhook-id` of every attempt. */
  id: string;
  endpoint_id: EndpointId;
  event: string;
  /** The JSON body. */
  payload: string;
  state: 'pending' | 'delivered' | 'failed';
  /** Since it was created or replayed. */
  attempts: number;
  /** When the next attempt is due. */
  next_at: number;
  created_at: number;
  ended_at: number | null;
}

export interface WebhookAttemptRow {
  delivery_id: string;
  at: number;
  /** HTTP status; null without a response. */
  status: number | null;
  /** Null for a delivery that succeeded. */
  cause: FailureCause | null;
  ms: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    webhook_endpoints: WebhookEndpointRow;
    webhook_deliveries: WebhookDeliveryRow;
    webhook_attempts: WebhookAttemptRow;
    account_watches: AccountWatchRow;
    watched_calls: WatchedCallRow;
    told_caps: ToldCapRow;
    told_expiries: ToldExpiryRow;
  }
}
