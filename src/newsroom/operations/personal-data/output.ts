/** Output schemas of personal data held about an address. */
import { z } from 'zod';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import type { HeldRows } from './reads.ts';
import type { Person } from './types.ts';

export const personField = z
  .string()
  .refine((text) => parseMailAddress(text) !== null, 'not a valid e-mail address')
  .describe('Address that was requested.');

export function readPerson(email: string): Person {
  const address = parseMailAddress(email);
  return { norm: address?.norm ?? '', typed: address?.address.toLowerCase() ?? '' };
}

const rows = (about: string) => z.array(z.record(z.string(), z.unknown())).describe(about);

export const personalDataOutput = z.object({
  email: z.string().describe('Email address in normalized form.'),
  media_items: rows('Outlets with this address and the consent for it.'),
  consents: rows('Consent records of outlets that no longer use the address, kept for a month.'),
  mails: rows('Emails to this address, with their texts.'),
  events: rows('Opens and clicks of these mails.'),
  bounces: rows('Bounces of these emails.'),
  suppressions: rows('Suppressions of the address.'),
  articles: rows('Collected articles that give this address as their contact.'),
  invitations: rows('Open invitations to a company.'),
  user: z.record(z.string(), z.unknown()).nullable().describe('User account with this address and its companies.'),
  companies: rows('Companies that use this address as their sender or reply-to address.'),
  audit: rows('Actions by and about this person as an operator.'),
});

const TIMES = /(?:_at|^at|^until|_until)$/;

/** Times as everywhere else; what only a program understands stays out. */
function formatRow(row: object, zone: string, hidden: readonly string[] = []): Record<string, unknown> {
  const entries = Object.entries(row).filter(([name]) => !hidden.includes(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      TIMES.test(name) && typeof value === 'number' ? formatZonedTime(value, zone) : value,
    ]),
  );
}

const MAIL_INTERNALS = ['lane', 'claim_token', 'worker_id', 'budget_day', 'priority', 'claimed_at', 'retries'];

export function formatHeld(
  { norm }: Person,
  { media, user, ...held }: HeldRows,
  zone: string,
): z.input<typeof personalDataOutput> {
  const show = (list: readonly object[], hidden?: readonly string[]) => list.map((row) => formatRow(row, zone, hidden));
  return {
    email: norm,
    media_items: show(media, ['revision', 'url_key', 'name_key']),
    consents: show(held.consents, ['id']),
    mails: show(held.mails, MAIL_INTERNALS),
    events: show(held.events),
    bounces: show(held.bounces, ['fingerprint']),
    suppressions: show(held.suppressions, ['address_hash']),
    articles: show(held.articles),
    invitations: show(held.invitations),
    user: user && { ...formatRow(user, zone), memberships: show(user.memberships) },
    companies: show(held.companies),
    audit: show(held.audit),
  };
}
