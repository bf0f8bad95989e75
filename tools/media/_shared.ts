/** Shared by media operations: the caller, and records as shown. */

import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { count, listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { requireMember } from '../../src/kernel/tool/member.ts';
import { cutPortions } from '../../src/lib/portions.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { PORTION_MAX } from '../../src/newsroom/media/contacts/list-writes.ts';
import { findObstacle, maskEmail } from '../../src/newsroom/media/contacts/permission.ts';
import type { CompanyMedium, StoredList } from '../../src/newsroom/media/contacts/reads.ts';
import {
  CONSENT_BASES,
  DELIVERIES,
  EMAIL_KINDS,
  MEDIA_SCOPES,
  MEDIA_TYPES,
  PROFILE_STATUSES,
  REACH_UNITS,
} from '../../src/newsroom/media/contacts/types.ts';

export { buildClaim } from '../../src/database/batches/write-claim.ts';
export { requireMember } from '../../src/kernel/tool/member.ts';

export const listId = z.number().int().describe('Number of the list.');

/** Beyond it JavaScript does not tell whole numbers apart, and an answer would name another one than was asked for. */
const ID_MAX = 999_999_999_999_999;

export const mediaIds = z.array(z.number().int().min(-ID_MAX).max(ID_MAX));

const text = (about: string) => z.string().nullable().describe(about);
const time = (about: string) => z.string().nullable().describe(`${about} ISO 8601; null if unknown.`);

export const mediaItemOutput = z.object({
  id: count('Number of the outlet.'),
  media_id: count('Same value as `id`.'),
  name: z.string().describe('Name of the outlet, desk or journalist.'),
  name_kana: text('Reading of the name in kana.'),
  publisher: text('Publisher of the outlet.'),
  type: z.enum(MEDIA_TYPES).describe('Type of the outlet.'),
  scope: z.enum(MEDIA_SCOPES).describe('Audience of the outlet.'),
  prefecture: text('Prefecture of the outlet, such as 東京都.'),
  prefecture_code: text('Code of the prefecture, such as 13.'),
  region: text('Region of the prefecture.'),
  country: z.string().describe('Country, ISO 3166-1 alpha-2 code.'),
  language: z.string().describe('Language of the outlet.'),
  industry: z.array(z.string()).describe('Keys of the outlet’s industries.'),
  topics: z.array(z.string()).describe('Topics, in the outlet’s own words.'),
  delivery: z.array(z.enum(DELIVERIES)).describe('Way in which the outlet accepts news.'),
  email: text('Email address; a person’s is shown in full to company admins only.'),
  email_kind: z.enum(EMAIL_KINDS).nullable().describe('Owner of the address: a desk or a person.'),
  form_url: text('URL of the form for news.'),
  phone: text('Phone number, if known.'),
  fax: text('Fax number, if known.'),
  contact_name: text('Name of the contact person.'),
  contact_role: text('Role of the contact person.'),
  url: text('URL of the website.'),
  reach: z.number().int().nullable().describe('Number of readers, in reach_unit.'),
  reach_unit: z.enum(REACH_UNITS).nullable().describe('Unit of the reach: visitors per month, or copies.'),
  reach_source: text('Source of the reach figure.'),
  reach_as_of: text('Date of the reach figure.'),
  profile: text('Profile and audience.'),
  profile_status: z.enum(PROFILE_STATUSES).describe('Origin of the profile.'),
  recent_articles: listOf('Recently published articles.', {
    title: z.string().describe('Headline of the article.'),
    url: text('Field that the point concerns.'),
    published_at: time('Time of the entry.'),
  }),
  accepts_pitches: z.boolean().describe('`true` if the outlet accepts news by email.'),
  refuses_ads: z.boolean().describe('`true` if the outlet refuses unsolicited email.'),
  consent_basis: z.enum(CONSENT_BASES).describe('Legal basis for sending email.'),
  consent_source_url: text('URL of the consent statement.'),
  consent_at: time('Time of the consent.'),
  verified_at: time('Time of the last check.'),
  suppressed: z.boolean().describe('`true` if the outlet gets no email of this company.'),
  last_contacted_at: time('Time of the company’s last email to the outlet.'),
  stats: objectOf('Your company’s history with the outlet.', {
    sent: count('Number of emails of this company.'),
    human_opens: count('Number of emails opened by a person.'),
    clicks: count('Number of clicked links.'),
    replies: count('Number of replies.'),
    placements: count('Number of articles published after your emails.'),
  }),
  deliverable: z.boolean().describe('`true` if the company may email the outlet.'),
  embedding: z.boolean().describe('`true` if the outlet can be compared by meaning.'),
  demo: z.boolean().describe('`true` for invented example data.'),
  own: z.boolean().describe('`true` for a contact of your own company, which no other company sees.'),
  updated_at: z.string().describe('Time of the last change, ISO 8601.'),
});

export type MediaItemJson = z.input<typeof mediaItemOutput>;

/** A person's address is whole for company admins alone. */
export function formatMedium({ item, history, isSuppressed }: CompanyMedium, ctx: CallContext): MediaItemJson {
  const { isConsentStrict } = ctx.services.contacts;
  const isMasked = item.emailKind === 'person' && requireMember(ctx).role !== 'admin';
  const show = (ms: number): string => formatZonedTime(ms, ctx.server.timeZone);
  const showKnown = (ms: number | null): string | null => (ms === null ? null : show(ms));
  return {
    id: item.id,
    media_id: item.id,
    name: item.name,
    name_kana: item.nameKana,
    publisher: item.publisher,
    type: item.type,
    scope: item.scope,
    prefecture: item.prefecture,
    prefecture_code: item.prefectureCode,
    region: item.region,
    country: item.country,
    language: item.language,
    industry: [...item.industry],
    topics: [...item.topics],
    delivery: [...item.delivery],
    email: item.email !== null && isMasked ? maskEmail(item.email) : item.email,
    email_kind: item.emailKind,
    form_url: item.formUrl,
    phone: item.phone,
    fax: item.fax,
    contact_name: item.contactName,
    contact_role: item.contactRole,
    url: item.url,
    reach: item.reach,
    reach_unit: item.reachUnit,
    reach_source: item.reachSource,
    reach_as_of: item.reachAsOf,
    profile: item.profile,
    profile_status: item.profileStatus,
    recent_articles: item.recentArticles.map(({ title, url, publishedAt }) => ({
      title,
      url,
      published_at: showKnown(publishedAt),
    })),
    accepts_pitches: item.acceptsPitches,
    refuses_ads: item.refusesAds,
    consent_basis: item.consentBasis,
    consent_source_url: item.consentSourceUrl,
    consent_at: showKnown(item.consentAt),
    verified_at: showKnown(item.verifiedAt),
    suppressed: isSuppressed,
    last_contacted_at: showKnown(history.lastContactedAt),
    stats: {
      sent: history.sent,
      human_opens: history.humanOpens,
      clicks: history.clicks,
      replies: history.replies,
      placements: history.placements,
    },
    deliverable: findObstacle(item, isSuppressed, isConsentStrict) === null,
    embedding: item.hasVector,
    demo: item.isDemo,
    own: item.isOwn,
    updated_at: show(item.updatedAt),
  };
}

export const listOutput = z.object({
  id: count('Number of the list.'),
  list_id: count('Same value as `id`.'),
  name: z.string().describe('Name as entered.'),
  item_count: count('Number of outlets on the list.'),
  deliverable_count: count('Number of outlets on the list that can be emailed.'),
  created_by: text('Email address of the member who created it.'),
  created_at: z.string().describe('Time of publication, ISO 8601.'),
  updated_at: z.string().describe('Time of the last change, ISO 8601.'),
});

export function formatList(list: StoredList, deliverableCount: number, ctx: CallContext): z.input<typeof listOutput> {
  const show = (ms: number): string => formatZonedTime(ms, ctx.server.timeZone);
  return {
    id: list.id,
    list_id: list.id,
    name: list.name,
    item_count: list.itemCount,
    deliverable_count: deliverableCount,
    created_by: list.author,
    created_at: show(list.created_at),
    updated_at: show(list.updated_at),
  };
}

/** Each once, in order of its first place. */
export const listOnce = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Each id once, in portions for one write; a single empty one for none: the list is looked up all the same. */
export const listPortions = (ids: readonly number[]): number[][] =>
  ids.length === 0 ? [[]] : cutPortions(listOnce(ids), PORTION_MAX);
