/** Warnings about a whole campaign before it is sent. Rules: newsroom.md §4.7. */
import type { GuardReason } from '../guard-writes.ts';
import { createLint, type Lint } from './lint-words.ts';

/** Sender of the emails, as readers see it. */
export interface SenderDetails {
  name: string;
  address: string;
  postalAddress: string | null;
  replyTo: string | null;
}

const RECIPIENTS_MANY = 50;
const OPENS_HOUR = 9;
const CLOSES_HOUR = 18;

export interface CampaignSituation {
  /** `isFallback`: the company has set another address, whose domain isn't verified. */
  sender: SenderDetails & { isFallback: boolean };
  transport: 'smtp' | 'outbox';
  baseUrl: string;
  /** Mails that would go out. */
  recipients: number;
  /** Its release has another version than the mails were written from. */
  hasNewerRelease: boolean;
  /** When it would go out. */
  at: number;
  timeZone: string;
}

/** With a mail server they keep it from being sent. */
export function findMissing({
  sender,
  baseUrl,
}: Pick<CampaignSituation, 'baseUrl'> & { sender: SenderDetails }): Extract<
  GuardReason['code'],
  'sender_incomplete' | 'unsubscribe_missing'
>[] {
  const { name, address, postalAddress } = sender;
  const isComplete = [name, address, postalAddress ?? ''].every((text) => text.trim() !== '');
  return [
    ...(isComplete ? [] : (['sender_incomplete'] as const)),
    ...(hasUnsubscribe(baseUrl) ? [] : (['unsubscribe_missing'] as const)),
  ];
}

/** A link that readers can follow with one click: by https, or on this very machine, to try it out. */
export function hasUnsubscribe(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export function lintCampaign(situation: CampaignSituation): Lint[] {
  const { sender, recipients, hasNewerRelease, baseUrl } = situation;
  const isNameless = sender.name.trim() === '' || sender.address.trim() === '';
  return [
    ...(recipients > RECIPIENTS_MANY ? [createLint('many_recipients')] : []),
    ...(isInBusinessHours(situation) ? [] : [createLint('outside_business_hours')]),
    ...((sender.postalAddress ?? '').trim() === '' ? [createLint('missing_postal_address')] : []),
    ...(isNameless ? [createLint('missing_sender')] : []),
    ...(sender.isFallback ? [createLint('sender_domain_unverified', { detail: sender.address })] : []),
    ...(hasUnsubscribe(baseUrl) ? [] : [createLint('unsubscribe_missing')]),
    ...(hasNewerRelease ? [createLint('release_changed')] : []),
  ];
}

/** Monday to Friday, nine to six, in the service's zone. */
function isInBusinessHours({ at, timeZone }: Pick<CampaignSituation, 'at' | 'timeZone'>): boolean {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const hour = Number(parts.get('hour'));
  return !['Sat', 'Sun'].includes(parts.get('weekday') ?? '') && hour >= OPENS_HOUR && hour < CLOSES_HOUR;
}
