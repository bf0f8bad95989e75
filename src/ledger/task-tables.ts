/** Table of the callers' tasks and what each has spent; the SQL is in `migration-148-tasks.ts`. */
import type { Mode } from '../kernel/principal.ts';

/** A task that a caller names with its calls, over all keys of its account. */
export interface TaskRow {
  account_id: string;
  task_ref: string;
  mode: Mode;
  /** Charges less refunds. */
  spent: number;
  /** As it was stated last; null: it has no limit. */
  max_total: number | null;
  used_at: number;
}

declare module '../database/types.ts' {
  interface Tables {
    tasks: TaskRow;
  }
}
