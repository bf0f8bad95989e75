/** The texts that the newsroom knows, as rows; the SQL is in the migrations of this folder. */
import type { Generated } from 'kysely';
import type { Language } from '../text/language.ts';

export interface ArticleRow {
  id: Generated<number>;
  /** Whose release or result it is; null for what was collected. */
  company_id: string | null;
  /** Where it comes from: `press_release`, or the key of a source. */
  source_type: string;
  title: string;
  subtitle: string | null;
  body: string;
  language: Language;
  created_at: number;
  updated_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    articles: ArticleRow;
  }
}
