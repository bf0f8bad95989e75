/** Shared by operations on a company's own contacts: fields as entered and records as shown. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { count, objectOf } from '../../src/kernel/tool/fields.ts';
import { requireMember } from '../../src/kernel/tool/member.ts';
import { parseMailAddress } from '../../src/lib/mail-address.ts';
import { formatZonedTime, isZone } from '../../src/lib/zoned-time.ts';
import { findObstacle, maskEmail } from '../../src/newsroom/media/contacts/permission.ts';
import { CONSENT_BASES, EMAIL_KINDS, MEDIA_TYPES } from '../../src/newsroom/media/contacts/types.ts';
import { type Contact, createContactMissingError, findContact } from '../../src/newsroom/media/own/reads.ts';
import { type ContactChanges, TAGS_MAX } from '../../src/newsroom/media/own/types.ts';

export { buildClaim } from '../../src/database/batches/write-claim.ts';
export { requireMember } from '../../src/kernel/tool/member.ts';

export const contactId = z.number().int().describe('Number of the contact.');

const line = (about: string, most = 300) => z.string().max(most).nullish().describe(about);
const webAddress = (about: string) =>
  z
    .string()
    .max(1_000)
    .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'must be an http or https address')
    .nullish()
    .describe(about);

export const tagsField = z
  .array(z.string().trim().min(1).max(100))
  .max(TAGS_MAX)
  .optional()
  .describe(`Tags for segments, up to ${TAGS_MAX}.`);

export const consentField = z
  .enum(CONSENT_BASES)
  .describe('Legal basis for sending email to the contact; with none, a person gets no campaign.');

/** All but the name, which a new contact must have. */
export const contactFields = {
  email: z
    .string()
    .refine((text) => parseMailAddress(text) !== null, 'not a valid e-mail address')
    .nullish()
    .describe('Email address; must be unique among your contacts.'),
  email_kind: z.enum(EMAIL_KINDS).optional().describe('Owner of the address: a desk or a person (default).'),
  outlet: line('Outlet that the contact writes for.'),
  role: line('Role of the contact at the outlet.', 200),
  type: z.enum(MEDIA_TYPES).optional().describe('Type of the outlet; default: web.'),
  phone: line('Phone number of the contact.', 100),
  url: webAddress('URL of a website of the contact.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .describe('Country, ISO 3166-1 alpha-2 code; default: JP.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional()
    .describe('Language, two letters; default: ja.'),
  prefecture: line('Prefecture or region of the contact.', 100),
  time_zone: z
    .string()
    .refine(isZone, 'not the name of a time zone, such as Asia/Tokyo')
    .nullish()
    .describe('Time zone, IANA name such as Europe/London. Default: that of the country, if it has only one.'),
  topics: z.array(z.string().max(100)).max(50).optional().describe('Topics the contact writes about.'),
  tags: tagsField,
  notes: line('Notes that only your company reads.', 5_000),
  consent_basis: consentField.optional(),
  consent_source_url: webAddress('URL of the consent statement.'),
  consent_at: z.iso.datetime({ offset: true }).nullish().describe('Time of the consent, ISO 8601.'),
  consent_evidence: line('Text that proves the consent.', 5_000),
  refuses_email: z.boolean().optional().describe('`true` if the contact wants no campaigns.'),
};

export const nameField = z.string().trim().min(1).max(300).describe('Name of the journalist or desk.');

const changesShape = z.object({ name: nameField.optional(), ...contactFields });

export function readChanges(input: z.output<typeof changesShape>): ContactChanges {
  const {
    email_kind,
    time_zone,
    consent_basis,
    consent_source_url,
    consent_at,
    consent_evidence,
    refuses_email,
    ...facts
  } = input;
  return {
    ...facts,
    emailKind: email_kind,
    timeZone: time_zone,
    consentBasis: consent_basis,
    consentSourceUrl: consent_source_url,
    consentAt: consent_at == null ? consent_at : Date.parse(consent_at),
    consentEvidence: consent_evidence,
    refusesEmail: refuses_email,
  };
}

const text = (about: string) => z.string().nullable().describe(about);

export const contactOutput = z.object({
  id: count('Number of the contact.'),
  contact_id: count('Same value as `id`.'),
  media_id: count('Number under which media lists and campaigns know the contact: the same value.'),
  name: z.string().describe('Name of the journalist or desk.'),
  email: text('Email address; a person’s is shown in full to company admins only.'),
  email_kind: z.enum(EMAIL_KINDS).nullable().describe('Owner of the address: a desk or a person.'),
  outlet: text('Outlet that the contact writes for.'),
  role: text('Role of the contact at the outlet.'),
  type: z.enum(MEDIA_TYPES).describe('Type of the outlet.'),
  phone: text('Phone number, if known.'),
  url: text('URL of the website.'),
  country: z.string().describe('Country, ISO 3166-1 alpha-2 code.'),
  language: z.string().describe('Language, two letters.'),
  prefecture: text('Prefecture or region of the contact.'),
  time_zone: text('Time zone as entered, IANA name; null: that of the country.'),
  topics: z.array(z.string()).describe('Topics the contact writes about.'),
  tags: z.array(z.string()).describe('Tags of the contact, in alphabetical order.'),
  notes: text('Notes of your company.'),
  consent_basis: z.enum(CONSENT_BASES).describe('Legal basis for sending email.'),
  consent_source_url: text('URL of the consent statement.'),
  consent_at: text('Time of the consent. ISO 8601; null if unknown.'),
  consent_evidence: text('Text that proves the consent.'),
  refuses_email: z.boolean().describe('`true` if the contact wants no campaigns.'),
  suppressed: z.boolean().describe('`true` if the address is on a suppression list.'),
  deliverable: z.boolean().describe('`true` if the company may email the contact.'),
  last_contacted_at: text('Time of the last email to the contact. ISO 8601; null without one.'),
  stats: objectOf('Your company’s history with the contact.', {
    sent: count('Number of emails sent to the contact.'),
    human_opens: count('Number of emails opened by a person.'),
    clicks: count('Number of emails with a clicked link.'),
    replies: count('Number of recorded replies.'),
    placements: count('Number of articles published after your emails.'),
  }),
  updated_at: z.string().describe('Time of the last change, ISO 8601.'),
});

export type ContactJson = z.input<typeof contactOutput>;

/** A person's address is whole for company admins alone. */
export function formatContact({ item, history, isSuppressed, tags }: Contact, ctx: CallContext): ContactJson {
  const isMasked = item.emailKind === 'person' && requireMember(ctx).role !== 'admin';
  const show = (ms: number): string => formatZonedTime(ms, ctx.server.timeZone);
  const showKnown = (ms: number | null): string | null => (ms === null ? null : show(ms));
  return {
    id: item.id,
    contact_id: item.id,
    media_id: item.id,
    name: item.name,
    email: item.email !== null && isMasked ? maskEmail(item.email) : item.email,
    email_kind: item.emailKind,
    outlet: item.publisher,
    role: item.contactRole,
    type: item.type,
    phone: item.phone,
    url: item.url,
    country: item.country,
    language: item.language,
    prefecture: item.prefecture,
    time_zone: item.timeZone,
    topics: [...item.topics],
    tags,
    notes: item.notes,
    consent_basis: item.consentBasis,
    consent_source_url: item.consentSourceUrl,
    consent_at: showKnown(item.consentAt),
    consent_evidence: item.consentEvidence,
    refuses_email: item.refusesAds,
    suppressed: isSuppressed,
    deliverable: findObstacle(item, isSuppressed, ctx.services.contacts.isConsentStrict) === null,
    last_contacted_at: showKnown(history.lastContactedAt),
    stats: {
      sent: history.sent,
      human_opens: history.humanOpens,
      clicks: history.clicks,
      replies: history.replies,
      placements: history.placements,
    },
    updated_at: show(item.updatedAt),
  };
}

/** Throws NOT_FOUND. */
export async function requireContact(ctx: CallContext, id: number): Promise<Contact> {
  const { companyId } = requireMember(ctx);
  const contact = await ctx.services.database.read(findContact, { companyId, id });
  if (!contact) throw createContactMissingError();
  return contact;
}
