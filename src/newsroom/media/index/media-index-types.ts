/** Messages between the server and the media index thread. */
import type { Clock } from '../../analysis/mentions/types.ts';
import type { Obstacle } from '../contacts/permission.ts';
import type { ConsentBasis, Delivery, MediumDetails } from '../contacts/types.ts';
import type { RankFilter } from '../recommend/rank.ts';
import type { ReleaseText } from '../recommend/release-features.ts';
import type { Caution, Medium, ScoreComponents } from '../recommend-types.ts';

/** A media item as the thread keeps it: what every company sees. */
export interface IndexedMedium
  extends Omit<Medium, 'isPersonalAddress' | 'hasConsentBasis' | 'isDeliverable' | 'history'> {
  nameKana: string | null;
  delivery: readonly Delivery[];
  emailNorm: string | null;
  emailKind: MediumDetails['emailKind'];
  acceptsPitches: boolean;
  refusesAds: boolean;
  consentBasis: ConsentBasis;
  vector: IndexedVector | null;
}

export interface IndexedVector {
  model: string;
  values: Float32Array;
}

/** Position of a copy of the media database: all changes up to this one, of the revision's media up to this id. */
export interface IndexPosition {
  revision: number;
  id: number;
}

/** Changes behind a position, a portion of them. */
export interface IndexChanges {
  media: readonly IndexedMedium[];
  removed: readonly number[];
  position: IndexPosition;
}

export const MEDIA_SORTS = ['relevance', 'name', 'reach', '-reach', 'verified_at'] as const;
export type MediaSort = (typeof MEDIA_SORTS)[number];

export interface MediaQuery {
  industry: string | undefined;
  /** In its full form. */
  prefecture: string | undefined;
  type: string | undefined;
  delivery: string | undefined;
  /** Empty: all. */
  text: string;
  sort: MediaSort;
  /** From 1. */
  page: number;
  perPage: number;
}

export const FACETS = ['type', 'prefecture', 'industry', 'delivery'] as const;
export type Facet = (typeof FACETS)[number];
/** Number of results with each value, the most frequent first. */
export type Facets = Record<Facet, Record<string, number>>;

export interface FoundMedia {
  /** Of the page. */
  ids: number[];
  total: number;
  facets: Facets;
}

/** A company's own side of a ranking. */
export interface CompanySide {
  suppressed: readonly number[];
  histories: readonly (Medium['history'] & { mediaId: number; lastContactedAt: number | null })[];
}

export interface RankQuery {
  release: ReleaseText;
  clock: Clock;
  company: CompanySide;
  isStrict: boolean;
  topK: number;
  hasReasons: boolean;
  /** Those that mail may not go to stay in the ranking. */
  keepsAll: boolean;
  isDiverse: boolean;
  filter: RankFilter | undefined;
  vector: IndexedVector | null;
}

export interface Recommendation {
  mediaId: number;
  score: number;
  components: ScoreComponents;
  matchedTerms: string[];
  reasons: string[];
  cautions: Caution[];
  isDeliverable: boolean;
  isMoved: boolean;
}

export interface Recommendations {
  items: Recommendation[];
  candidates: number;
  excluded: Record<Obstacle | 'recently_contacted', number>;
  hasVectors: boolean;
}

/** `revision`: the copy has to know at least this change. */
export type IndexJob =
  | { kind: 'learn'; changes: IndexChanges }
  | { kind: 'search'; revision: number; query: MediaQuery }
  | { kind: 'rank'; revision: number; query: RankQuery };

export type IndexAnswer =
  | { learned: IndexPosition }
  /** It does not know enough yet. */
  | { behind: IndexPosition }
  | { found: FoundMedia }
  | { ranked: Recommendations };
