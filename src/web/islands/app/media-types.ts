/** What the operations on media answer, as far as pages show it. */

export interface Medium {
  media_id: number;
  name: string;
  publisher: string | null;
  type: string;
  prefecture: string | null;
  industry: string[];
  topics: string[];
  email: string | null;
  form_url: string | null;
  url: string | null;
  reach: number | null;
  profile: string | null;
  suppressed: boolean;
  deliverable: boolean;
  last_contacted_at: string | null;
}

export interface MediaPage {
  items: Medium[];
  total: number;
  page: number;
  pages: number;
  facets: Readonly<Record<'type' | 'prefecture' | 'industry', Readonly<Record<string, number>>>>;
}

export interface MediaList {
  list_id: number;
  name: string;
  item_count: number;
  deliverable_count: number;
}

export interface Recommendation {
  media_id: number;
  media: Medium;
  score: number;
  fit: 'high' | 'medium' | 'low';
  reasons?: string[];
  cautions: string[];
  matched_terms: string[];
  /** It stands elsewhere than its score says, for variety. */
  diversity_moved: boolean;
}

export interface Recommendations {
  items: Recommendation[];
  candidates: number;
  excluded: Readonly<Record<string, number>>;
}
