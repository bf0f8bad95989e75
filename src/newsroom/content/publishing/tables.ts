/** Deliveries to the answer-engine API: one row per article that was ever scheduled. */

export interface ArticlePushRow {
  article_id: number;
  /** Content hash of what is to be delivered. */
  hash: string;
  /** The last one that was. */
  pushed_hash: string | null;
  state: 'waiting' | 'pushed' | 'failed';
  /** Of this hash. */
  attempts: number;
  /** Nobody else delivers it before; null when there is nothing to do. */
  next_at: number | null;
  /** The instance that is delivering it. */
  owner: string | null;
  /** Of the last attempt; null when there was no answer. */
  http_status: number | null;
  duration_ms: number | null;
  error: string | null;
  tried_at: number | null;
}

declare module '../../../database/types.ts' {
  interface Tables {
    article_pushes: ArticlePushRow;
  }
}
