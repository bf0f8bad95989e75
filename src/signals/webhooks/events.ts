/** The events that an account can subscribe to. */

export const ACCOUNT_EVENTS = [
  'call.settled',
  'call.refunded',
  'call.refused',
  'deposit.received',
  'deposit.reversed',
  'balance.low',
  'cap.reached',
  'key.expiring',
  'key.expiry_resolved',
  'top_up.paused',
  'top_up.limit_reached',
  'campaign.sending',
  'campaign.waiting',
  'campaign.sent',
  'campaign.failed',
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

/** Sent on request, to try an endpoint. */
export const TEST_EVENT = 'webhook.test';

export interface EventToTell {
  event: AccountEvent;
  data: object;
}
