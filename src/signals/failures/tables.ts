/** Rows of the last failures; the SQL is in `schema.ts`. */
import type { FailureCause } from '../../kernel/errors/cause.ts';
import type { FailureKind } from '../../kernel/errors/failure.ts';
import type { Mode } from '../../kernel/principal.ts';

export type FailureSubject = 'provider' | 'tool' | 'account';

/** One failure in the list of one provider, tool or account. */
export interface RecentFailureRow {
  mode: Mode;
  subject: FailureSubject;
  name: string;
  /** `fail_…`; sorts by time. */
  id: string;
  at: number;
  provider: string | null;
  model: string | null;
  tool: string | null;
  account_id: string | null;
  call_id: string | null;
  request_id: string;
  cause: FailureCause;
  kind: FailureKind | null;
  status: number | null;
  ms: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    recent_failures: RecentFailureRow;
  }
}
