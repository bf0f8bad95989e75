/** What the newsroom's operations answer, as far as its pages show it. */

export interface Span {
  text: string;
  start: number;
  end: number;
}

export interface Dimension {
  key: string;
  label: string;
  score: number;
  max: number;
  level: string;
  reason: string;
  evidence: Span[];
  fix: string | null;
  gain: number;
}

export interface Quality {
  nq_score: number;
  grade: string;
  dimensions: Dimension[];
  suggestions: { dimension: string; gain: number; text: string; example: string }[];
  warnings: { code: string; text: string | null; start: number | null; end: number | null }[];
}

export interface Change {
  dimension: string;
  before: string;
  after: string;
  why: string;
}

export interface Analysis {
  result_id: string;
  mode: string;
  text: string;
  title: string | null;
  summary: string | null;
  language: string;
  nq: Quality | null;
  nq_score: number | null;
  entities: { text: string; type: string; count: number; spans: [number, number][] }[] | null;
  keywords: { term: string; weight: number }[] | null;
  categories: { key: string; label: string; score: number }[] | null;
  optimized: { title: string; subtitle: string | null; body: string; changes: Change[] } | null;
  faq: { question: string; answer: string }[] | null;
  json_ld: object | null;
  created_at: string;
}

export interface ResultRow {
  result_id: string;
  title: string | null;
  nq_score: number | null;
  source: { kind: string; url: string | null };
  created_at: string;
}

export interface ResultPage {
  items: ResultRow[];
  next_cursor: string | null;
}

export type ReleaseStatus = 'draft' | 'ready' | 'embargoed' | 'published';

export interface Release {
  press_release_id: number;
  company_id: string;
  title: string;
  subtitle: string | null;
  body: string;
  contact_info: string | null;
  status: ReleaseStatus;
  nq_score: number | null;
  nq_stale: boolean;
  embargo_until: string | null;
  version: number;
  article_id: number;
  updated_at: string;
}

export interface ReleasePage {
  items: Release[];
  total: number;
  page: number;
  pages: number;
}

export interface Usage {
  analyses_used: number;
  analyses_limit: number;
  resets_at: string;
  daily: { date: string; analyses: number }[];
}

export interface Me {
  user: { email: string; role: 'admin' | 'member' } | null;
  company: {
    company_id: string;
    name: string;
    name_en: string | null;
    domain: string | null;
    timezone: string;
    plan: string;
    sender: {
      name: string | null;
      email: string | null;
      postal_address: string | null;
      reply_to: string | null;
      verified: boolean;
    };
    individual_tracking: boolean;
    shop_slug: string | null;
  };
  usage: Usage;
}
