/** Results of analyses, and what their readers thought of them. */
import type { Generated } from 'kysely';

export interface AnalysisRow {
  /** `res_…`; sorts by time. */
  id: string;
  company_id: string;
  mode: string;
  title: string | null;
  language: string;
  nq_score: number | null;
  source_kind: 'text' | 'url';
  url: string | null;
  engine: string;
  /** The result as JSON. */
  document: string;
  created_at: number;
}

export interface FeedbackRow {
  id: Generated<number>;
  result_id: string;
  company_id: string;
  /** Whose feedback it is: of each there is one. */
  voter: string;
  user_id: number | null;
  rating: 1 | -1;
  comment: string;
  created_at: number;
  updated_at: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    analyses: AnalysisRow;
    analysis_feedback: FeedbackRow;
  }
}
