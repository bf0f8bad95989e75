/** Results of a campaign, with people apart from machines. Rules: newsroom.md §4.7. */
import type { Engagement } from '../tracking/reads.ts';

/** Outcome of a campaign by its emails. */
export interface Outcome {
  sent: number;
  hardBounces: number;
  softBounces: number;
  failed: number;
  unknown: number;
  unsubscribed: number;
  complained: number;
  replies: number;
  placements: number;
}

export interface Rates {
  delivered: number;
  open_rate: number;
  click_rate: number;
  click_through_rate: number;
  open_rate_raw: number;
}

const DIGITS = 10_000;

/** 0 where there is nothing to divide by. */
const divide = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * DIGITS) / DIGITS : 0);

/** Of mails that were delivered; an image proxy of a mail service counts as a reader, a machine does not. */
export function computeRates(
  { sent, hardBounces, softBounces }: Pick<Outcome, 'sent' | 'hardBounces' | 'softBounces'>,
  { opens, clicks }: Pick<Engagement, 'opens' | 'clicks'>,
): Rates {
  const delivered = Math.max(0, sent - hardBounces - softBounces);
  const opened = opens.unique_human + opens.unique_unknown;
  const clicked = clicks.unique_human + clicks.unique_unknown;
  return {
    delivered,
    open_rate: divide(opened, delivered),
    click_rate: divide(clicked, delivered),
    click_through_rate: divide(clicked, opened),
    open_rate_raw: divide(opened + opens.unique_machine, delivered),
  };
}

export const DEFINITIONS = {
  delivered: 'sent and not bounced',
  open_rate: '(human or unknown) unique opens / delivered',
  click_rate: '(human or unknown) unique clicks / delivered',
  click_through_rate: '(human or unknown) unique clicks / those opens',
  open_rate_raw: 'unique opens, machines included / delivered',
} as const;

export const NOTES = [
  'opens by mail proxies that prefetch are counted as machine',
  'opens by image proxies that fetch when the email is opened are counted as unknown',
  'anonymous opens and clicks belong to no email and count only in total',
] as const;
