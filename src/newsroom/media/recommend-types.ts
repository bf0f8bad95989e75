/** Types compared when recommending outlets for a release. Rules: newsroom.md §6. */

import type { Language } from '../../text/language.ts';
import type { CategoryKey } from '../analysis/extraction/lexicon/category.ts';
import type { Genre } from '../analysis/quality/genre.ts';

export type MediaType = 'newspaper' | 'magazine' | 'tv' | 'radio' | 'web' | 'news_agency' | 'trade' | 'freelance';
export type MediaScope = 'national' | 'block' | 'prefectural' | 'local' | 'trade';

/** A media item as it is ranked: what all companies see of it, and what the asking company has had to do with it. */
export interface Medium {
  id: number;
  name: string;
  publisher: string | null;
  type: MediaType;
  scope: MediaScope;
  /** In its full Japanese form, 東京都; null elsewhere. */
  prefecture: string | null;
  region: string | null;
  language: string;
  industries: readonly string[];
  topics: readonly string[];
  profile: string | null;
  recentArticles: readonly { title: string; publishedAt: number | null }[];
  reach: number | null;
  /** Milliseconds since 1970, here and below. */
  verifiedAt: number | null;
  isPersonalAddress: boolean;
  hasConsentBasis: boolean;
  isDeliverable: boolean;
  history: { sent: number; clicks: number; replies: number; placements: number };
}

/** A release or article as the query. */
export interface ReleaseFeatures {
  title: string;
  lead: string;
  body: string;
  entities: readonly string[];
  categories: readonly CategoryKey[];
  /** Of the places in it, in their full Japanese form. */
  prefectures: readonly string[];
  /** It names places, known or not. */
  hasPlace: boolean;
  language: Language;
  /** Languages that it is translated to. */
  translations: readonly string[];
  hasImage: boolean;
  hasEvent: boolean;
  hasFigures: boolean;
  genre: Genre;
}

export const WEIGHTS = {
  lexical: 0.45,
  category: 0.2,
  locality: 0.12,
  history: 0.06,
  type_fit: 0.05,
  freshness: 0.05,
  reach: 0.04,
  language: 0.03,
} as const;

export type Component = keyof typeof WEIGHTS;

export type ScoreComponents = Record<Component, number> & { embedding: number | null };

/** A medium in its place of the ranking. */
export interface RankedMedium {
  medium: Medium;
  /** 0–1. */
  score: number;
  components: ScoreComponents;
  /** It stands elsewhere than its score says, for variety. */
  isMoved: boolean;
}

export const CAUTIONS = [
  'empty_profile',
  'stale_profile',
  'other_locality',
  'person_address',
  'no_consent_basis',
] as const;
export type Caution = (typeof CAUTIONS)[number];
