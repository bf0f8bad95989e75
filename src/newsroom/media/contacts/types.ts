/** Types of outlets and their fields. */
import type { MediaScope, MediaType } from '../recommend-types.ts';

export const MEDIA_TYPES = [
  'newspaper',
  'magazine',
  'tv',
  'radio',
  'web',
  'news_agency',
  'trade',
  'freelance',
] as const satisfies readonly MediaType[];

export const MEDIA_SCOPES = [
  'national',
  'block',
  'prefectural',
  'local',
  'trade',
] as const satisfies readonly MediaScope[];

export const DELIVERIES = ['email', 'form', 'fax', 'post'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** Why mail may be sent there; the weakest first. */
export const CONSENT_BASES = ['none', 'published_address', 'business_card', 'relationship', 'consent'] as const;
export type ConsentBasis = (typeof CONSENT_BASES)[number];

export const EMAIL_KINDS = ['desk', 'person'] as const;
export const REACH_UNITS = ['monthly_uu', 'circulation'] as const;
export const PROFILE_STATUSES = ['empty', 'imported', 'scanned'] as const;

export interface RecentArticle {
  title: string;
  url: string | null;
  /** Milliseconds since 1970; null where nobody knows. */
  publishedAt: number | null;
}

/** Facts about a medium from the owner of the media database. Times are milliseconds since 1970. */
export interface MediumDetails {
  name: string;
  nameKana: string | null;
  publisher: string | null;
  type: MediaType;
  scope: MediaScope;
  /** Japanese ones in their full form, 東京都: see `findPrefecture`. */
  prefecture: string | null;
  /** ISO 3166, two letters. */
  country: string;
  /** Two letters. */
  language: string;
  /** IANA name; null: that of the country, if it has one. */
  timeZone: string | null;
  industry: readonly string[];
  topics: readonly string[];
  delivery: readonly Delivery[];
  email: string | null;
  /** Null without an address. */
  emailKind: (typeof EMAIL_KINDS)[number] | null;
  formUrl: string | null;
  phone: string | null;
  fax: string | null;
  contactName: string | null;
  contactRole: string | null;
  url: string | null;
  reach: number | null;
  reachUnit: (typeof REACH_UNITS)[number] | null;
  reachSource: string | null;
  /** `YYYY-MM-DD`. */
  reachAsOf: string | null;
  profile: string | null;
  profileStatus: (typeof PROFILE_STATUSES)[number];
  recentArticles: readonly RecentArticle[];
  acceptsPitches: boolean;
  refusesAds: boolean;
  consentBasis: ConsentBasis;
  consentSourceUrl: string | null;
  consentAt: number | null;
  /** The text that proves the basis, with its date. */
  consentEvidence: string | null;
  verifiedAt: number | null;
}

/** A media item as those who may see it know it. */
export interface MediaItem extends MediumDetails {
  id: number;
  /** A company's own contact, which no other company sees. */
  isOwn: boolean;
  /** Of an own contact. */
  notes: string | null;
  /** For matching only: see `parseMailAddress`. Null without a valid address. */
  emailNorm: string | null;
  /** JIS X 0401: `13`. Null outside of Japan. */
  prefectureCode: string | null;
  region: string | null;
  isDemo: boolean;
  hasVector: boolean;
  updatedAt: number;
}

/** Contacts of a company with a medium. */
export interface ContactHistory {
  sent: number;
  humanOpens: number;
  clicks: number;
  replies: number;
  placements: number;
  lastContactedAt: number | null;
}

export const NO_HISTORY: ContactHistory = {
  sent: 0,
  humanOpens: 0,
  clicks: 0,
  replies: 0,
  placements: 0,
  lastContactedAt: null,
};
