import type { Generated } from 'kysely';

/** One row: what operators have set. What holds for sending is in `mail_state`. */
export interface NewsroomSettingsRow {
  id: number;
  /** When the daily mailing begins, in the service's zone. */
  hour: number;
  minute: number;
  /** When that was last changed: a time of before is not made up for. */
  schedule_changed_at: Generated<number>;
  /** The last day whose mailing was begun too late, and left out. */
  missed_day: Generated<string | null>;
  /** JSON array of keys; empty: all. */
  categories: string;
  updated_at: number;
  updated_by: string | null;
}

declare module '../../../database/types.ts' {
  interface Tables {
    newsroom_settings: NewsroomSettingsRow;
  }
}
