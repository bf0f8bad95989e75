/** The texts that the newsroom knows, as rows; the SQL is in `schema.ts`. */
import type { Generated } from 'kysely';
import type { Flag } from '../../database/types.ts';
import type { Language } from '../../text/language.ts';

export interface ArticleRow {
  id: Generated<number>;
  /** Whose release or result it is; null for what was collected. */
  company_id: string | null;
  /** Where it comes from: `press_release`, `result`, `demo`, or the key of a source. */
  source_type: string;
  title: string;
  subtitle: string | null;
  body: string;
  language: Language;
  created_at: number;
  updated_at: number;
  source_name: Generated<string | null>;
  /** What the source calls it; of each there is one. */
  external_id: Generated<string | null>;
  url: Generated<string | null>;
  canonical_url: Generated<string | null>;
  summary: Generated<string | null>;
  author: Generated<string | null>;
  company_name: Generated<string | null>;
  company_url: Generated<string | null>;
  contact_email: Generated<string | null>;
  /** Why mail may be sent there, where that stands, and since when: as `consent_basis` of media. */
  contact_basis: Generated<'none' | 'published_address'>;
  contact_basis_url: Generated<string | null>;
  contact_basis_at: Generated<number | null>;
  /** Beside the address stands that such mail is refused. */
  contact_refuses: Generated<Flag>;
  /** The first of `categories`. */
  category: Generated<string | null>;
  /** JSON array of keys. */
  categories: Generated<string>;
  /** JSON array of words. */
  tags: Generated<string>;
  /** JSON array of `FeedQuestion`. */
  faq: Generated<string>;
  /** JSON array of `FeedFact`. */
  facts: Generated<string>;
  image_url: Generated<string | null>;
  /** `sha256:…` of title, subtitle and body; null until it is analysed or published. */
  content_hash: Generated<string | null>;
  nq_score: Generated<number | null>;
  /** What analysed it: `rules` or `rules+llm`. */
  engine: Generated<string | null>;
  /** 0: the feed gives its summary and facts alone. */
  shows_body: Generated<Flag>;
  is_public: Generated<Flag>;
  is_demo: Generated<Flag>;
  published_at: Generated<number | null>;
  fetched_at: Generated<number | null>;
  analyzed_at: Generated<number | null>;
  /** The first article of this address or text. */
  duplicate_of: Generated<number | null>;
  /** Why it goes no further. */
  skip_reason: Generated<'duplicate' | 'no_content' | null>;
  /** 1 while it waits for its analysis, null otherwise; the same for its way into the feed. */
  analyze_due: Generated<1 | null>;
  push_due: Generated<1 | null>;
  /** Of this text; with three of them it is not tried again. */
  analyze_failures: Generated<number>;
  analyze_error: Generated<string | null>;
  /** Why a model had no part in its analysis, or not in all of it. */
  degraded_reason: Generated<string | null>;
}

/** A language that an analysed article lacks, or has of an earlier text. */
export interface TranslationGapRow {
  article_id: number;
  language: Language;
  /** Null: it has failed too often. */
  due: Generated<1 | null>;
  failures: Generated<number>;
  error: Generated<string | null>;
}

/** A good one: what failed its checks is not kept. */
export interface TranslationRow {
  article_id: number;
  language: Language;
  title: string;
  summary: string | null;
  body: string;
  /** JSON array of `FeedQuestion`. */
  faq: string;
  engine: string;
  /** Hash of the text that was translated. */
  source_hash: string;
  /** JSON of `TranslationChecks`. */
  checks: string;
  created_at: number;
}

/** Preferred translations of a company's own terms. */
export interface GlossaryRow {
  company_id: string;
  /** JSON object: term → what stands for it. */
  terms: string;
}

declare module '../../database/types.ts' {
  interface Tables {
    articles: ArticleRow;
    article_translations: TranslationRow;
    company_glossaries: GlossaryRow;
    article_translation_gaps: TranslationGapRow;
  }
}
