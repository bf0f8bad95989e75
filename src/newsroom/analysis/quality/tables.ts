/** Tables of models' opinions, so that the same text keeps its score; the SQL is in `schema.ts`. */

export interface QualityOpinionsRow {
  company_id: string;
  /** SHA-256 of text, rubric and model. */
  digest: string;
  model: string;
  /** JSON of the opinions. */
  opinions: string;
  at: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    quality_opinions: QualityOpinionsRow;
  }
}
