/** Tables of operator records; the SQL is in `schema.ts`. */
import type { Flag } from '../../database/types.ts';
import type { Mode } from '../../kernel/principal.ts';

/** Requests to one provider on a UTC day, over all servers. */
export interface UpstreamDayRow {
  mode: Mode;
  provider: string;
  day: string;
  requests: number;
  /** Of these, those that the provider is to blame for. */
  failures: number;
  /** Of these, those that it refused for asking too often. */
  refusals: number;
  /** The sum, and the longest. */
  latency_ms: number;
  latency_ms_max: number;
}

export type BookCheckKind = 'verify' | 'reconcile';

/** The last examination of each kind. */
export interface BookCheckRow {
  kind: BookCheckKind;
  ok: Flag;
  /** JSON array of sentences. */
  lines: string;
  started_at: number;
  ended_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    upstream_days: UpstreamDayRow;
    book_checks: BookCheckRow;
  }
}
