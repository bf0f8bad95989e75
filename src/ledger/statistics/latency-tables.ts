/** Tables of tool and provider latencies; the SQL is in `schema.ts`. */
import type { Mode } from '../../kernel/principal.ts';

export type LatencySubject = 'tool' | 'provider';

/** Of a UTC day and over all servers, those that took up to `ms` and longer than the class below. */
export interface LatencyDayRow {
  mode: Mode;
  subject: LatencySubject;
  name: string;
  day: string;
  ms: number;
  successes: number;
  failures: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    latency_days: LatencyDayRow;
  }
}
