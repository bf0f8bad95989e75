/** Merges an import entry with the existing outlet; missing fields keep their values. */

import { CONSENT_BASES, type MediumDetails, type RecentArticle } from '../contacts/types.ts';
import type { ImportEntry } from './import-entry.ts';

const toMs = (time: string | null | undefined): number | null => (time == null ? null : Date.parse(time));

/** With what was known before. An import lifts no refusal and weakens no basis of consent. */
export function mergeEntry(entry: ImportEntry, medium: MediumDetails | null): MediumDetails {
  const stated = describeConsent(entry);
  const rank = (basis: MediumDetails['consentBasis']): number => CONSENT_BASES.indexOf(basis);
  const keepsConsent = medium !== null && rank(medium.consentBasis) >= rank(stated.consentBasis);
  const consent = keepsConsent
    ? {
        consentBasis: medium.consentBasis,
        consentSourceUrl: medium.consentSourceUrl,
        consentAt: medium.consentAt,
        consentEvidence: medium.consentEvidence,
      }
    : stated;
  const profile = entry.profile ?? medium?.profile ?? null;
  return {
    name: entry.name,
    nameKana: entry.name_kana ?? medium?.nameKana ?? null,
    publisher: entry.publisher ?? medium?.publisher ?? null,
    type: entry.type ?? medium?.type ?? 'web',
    scope: entry.scope ?? medium?.scope ?? 'national',
    prefecture: entry.prefecture ?? medium?.prefecture ?? null,
    country: entry.country ?? medium?.country ?? 'JP',
    language: entry.language ?? medium?.language ?? 'ja',
    timeZone: entry.time_zone ?? medium?.timeZone ?? null,
    industry: entry.industry ?? medium?.industry ?? [],
    topics: entry.topics ?? medium?.topics ?? [],
    delivery: entry.delivery ?? medium?.delivery ?? (entry.email ? ['email'] : []),
    email: entry.email ?? medium?.email ?? null,
    emailKind: entry.email_kind ?? medium?.emailKind ?? (entry.email ? 'desk' : null),
    formUrl: entry.form_url ?? medium?.formUrl ?? null,
    phone: entry.phone ?? medium?.phone ?? null,
    fax: entry.fax ?? medium?.fax ?? null,
    contactName: entry.contact_name ?? medium?.contactName ?? null,
    contactRole: entry.contact_role ?? medium?.contactRole ?? null,
    url: entry.url ?? medium?.url ?? null,
    reach: entry.reach ?? medium?.reach ?? null,
    reachUnit: entry.reach_unit ?? medium?.reachUnit ?? null,
    reachSource: entry.reach_source ?? medium?.reachSource ?? null,
    reachAsOf: entry.reach_as_of ?? medium?.reachAsOf ?? null,
    profile,
    profileStatus: entry.profile ? 'imported' : (medium?.profileStatus ?? 'empty'),
    recentArticles: entry.recent_articles?.map(describeArticle) ?? medium?.recentArticles ?? [],
    acceptsPitches: (medium?.acceptsPitches ?? true) && (entry.accepts_pitches ?? true),
    refusesAds: (medium?.refusesAds ?? false) || (entry.refuses_ads ?? false),
    ...consent,
    verifiedAt: toMs(entry.verified_at) ?? medium?.verifiedAt ?? null,
  };
}

const describeArticle = (article: NonNullable<ImportEntry['recent_articles']>[number]): RecentArticle => ({
  title: article.title,
  url: article.url ?? null,
  publishedAt: toMs(article.published_at),
});

/** A desk's address that stands on its own page was published there. */
function describeConsent(entry: ImportEntry) {
  const isPublished = entry.email != null && entry.url != null && (entry.email_kind ?? 'desk') === 'desk';
  const basis = entry.consent_basis ?? (isPublished ? 'published_address' : 'none');
  return {
    consentBasis: basis,
    consentSourceUrl: entry.consent_source_url ?? (basis === 'published_address' ? (entry.url ?? null) : null),
    consentAt: toMs(entry.consent_at),
    consentEvidence: entry.consent_evidence ?? null,
  };
}
