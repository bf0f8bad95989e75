/** Rows of the media database in the form in which they are worked with. */
import type { Selectable } from 'kysely';
import type { MediaItemRow } from './tables.ts';
import type { Delivery, MediaItem, RecentArticle } from './types.ts';

export function readMediaRow(row: Selectable<MediaItemRow>, hasVector: boolean): MediaItem {
  const industry: string[] = JSON.parse(row.industry);
  const topics: string[] = JSON.parse(row.topics);
  const delivery: Delivery[] = JSON.parse(row.delivery);
  const recentArticles: RecentArticle[] = JSON.parse(row.recent_articles);
  return {
    id: row.id,
    isOwn: row.company_id !== null,
    notes: row.notes,
    name: row.name,
    nameKana: row.name_kana,
    publisher: row.publisher,
    type: row.type,
    scope: row.scope,
    prefecture: row.prefecture,
    prefectureCode: row.prefecture_code,
    region: row.region,
    country: row.country,
    language: row.language,
    timeZone: row.time_zone,
    industry,
    topics,
    delivery,
    email: row.email,
    emailNorm: row.email_norm,
    emailKind: row.email_kind,
    formUrl: row.form_url,
    phone: row.phone,
    fax: row.fax,
    contactName: row.contact_name,
    contactRole: row.contact_role,
    url: row.url,
    reach: row.reach,
    reachUnit: row.reach_unit,
    reachSource: row.reach_source,
    reachAsOf: row.reach_as_of,
    profile: row.profile,
    profileStatus: row.profile_status,
    recentArticles,
    acceptsPitches: row.accepts_pitches === 1,
    refusesAds: row.refuses_ads === 1,
    consentBasis: row.consent_basis,
    consentSourceUrl: row.consent_source_url,
    consentAt: row.consent_at,
    consentEvidence: row.consent_evidence,
    verifiedAt: row.verified_at,
    isDemo: row.is_demo === 1,
    hasVector,
    updatedAt: row.updated_at,
  };
}
