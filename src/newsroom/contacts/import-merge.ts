/** What an import file says of a media item, with what was known before: what it does not say stays as it was. */
import type { ImportEntry } from './import-entry.ts';
import { CONSENT_BASES, type MediumFacts, type RecentArticle } from './types.ts';

const toMs = (time: string | null | undefined): number | null => (time == null ? null : Date.parse(time));

/** With what was known before. An import lifts no refusal and weakens no basis of consent. */
export function mergeEntry(entry: ImportEntry, known: MediumFacts | null): MediumFacts {
  const stated = describeConsent(entry);
  const rank = (basis: MediumFacts['consentBasis']): number => CONSENT_BASES.indexOf(basis);
  const keepsConsent = known !== null && rank(known.consentBasis) >= rank(stated.consentBasis);
  const consent = keepsConsent
    ? {
        consentBasis: known.consentBasis,
        consentSourceUrl: known.consentSourceUrl,
        consentAt: known.consentAt,
        consentEvidence: known.consentEvidence,
      }
    : stated;
  const profile = entry.profile ?? known?.profile ?? null;
  return {
    name: entry.name,
    nameKana: entry.name_kana ?? known?.nameKana ?? null,
    publisher: entry.publisher ?? known?.publisher ?? null,
    type: entry.type ?? known?.type ?? 'web',
    scope: entry.scope ?? known?.scope ?? 'national',
    prefecture: entry.prefecture ?? known?.prefecture ?? null,
    country: entry.country ?? known?.country ?? 'JP',
    language: entry.language ?? known?.language ?? 'ja',
    industry: entry.industry ?? known?.industry ?? [],
    topics: entry.topics ?? known?.topics ?? [],
    delivery: entry.delivery ?? known?.delivery ?? (entry.email ? ['email'] : []),
    email: entry.email ?? known?.email ?? null,
    emailKind: entry.email_kind ?? known?.emailKind ?? (entry.email ? 'desk' : null),
    formUrl: entry.form_url ?? known?.formUrl ?? null,
    phone: entry.phone ?? known?.phone ?? null,
    fax: entry.fax ?? known?.fax ?? null,
    contactName: entry.contact_name ?? known?.contactName ?? null,
    contactRole: entry.contact_role ?? known?.contactRole ?? null,
    url: entry.url ?? known?.url ?? null,
    reach: entry.reach ?? known?.reach ?? null,
    reachUnit: entry.reach_unit ?? known?.reachUnit ?? null,
    reachSource: entry.reach_source ?? known?.reachSource ?? null,
    reachAsOf: entry.reach_as_of ?? known?.reachAsOf ?? null,
    profile,
    profileStatus: entry.profile ? 'imported' : (known?.profileStatus ?? 'empty'),
    recentArticles: entry.recent_articles?.map(describeArticle) ?? known?.recentArticles ?? [],
    acceptsPitches: (known?.acceptsPitches ?? true) && (entry.accepts_pitches ?? true),
    refusesAds: (known?.refusesAds ?? false) || (entry.refuses_ads ?? false),
    ...consent,
    verifiedAt: toMs(entry.verified_at) ?? known?.verifiedAt ?? null,
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
