/** Press releases as rows; the SQL is in `schema.ts`. */
import type { Generated } from 'kysely';
import type { Flag } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';
import type { ReleaseStatus } from './states.ts';

export interface ReleaseRow {
  id: Generated<number>;
  company_id: string;
  /** Made with it. */
  article_id: number;
  title: string;
  subtitle: string | null;
  body: string;
  contact_info: string | null;
  /** `scratch`, `generated`, `optimized`, `imported`, or what the caller calls it. */
  source_type: string;
  /** As it was last set: an embargo ends by itself, see `readStatus`. */
  status: ReleaseStatus;
  language: Language;
  nq_score: number | null;
  /** Null without a score. */
  nq_source: 'client' | 'rules' | 'rules+llm' | null;
  /** As it was given; meant to be JSON. */
  nq_dimensions: string | null;
  /** The text is another one than was scored. */
  nq_stale: Flag;
  ai_engine: string | null;
  embargo_until: number | null;
  word_count: number;
  /** Code points. */
  char_count: number;
  /** What searches look in: the beginning of the text in its normal form and in lower case. */
  search: string;
  version: number;
  created_by: number | null;
  created_at: number;
  updated_at: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    press_releases: ReleaseRow;
  }
}
