/** The registry of sources, and what their runs have brought; the SQL is in `schema.ts`. */
import type { Generated, Selectable } from 'kysely';
import type { BodyPolicy, FetchFault, SourceModule, SourceStatus } from './types.ts';

export interface SourceRow {
  source_type: string;
  name: string;
  country: string | null;
  language: string | null;
  homepage_url: string | null;
  feed_url: string | null;
  method: SourceModule['method'] | 'api';
  status: SourceStatus;
  interval_minutes: number;
  body_policy: BodyPolicy;
  terms_note: string;
  notes: string;
  owner: string | null;
  /** JSON array of words. */
  tags: string;
  updated_at: number;
  /** When a run of it was last asked for by hand. */
  asked_at: Generated<number | null>;
  first_run_at: Generated<number | null>;
  last_run_at: Generated<number | null>;
  /** The job of the last run: a source that failed is not asked again within it. */
  last_job_id: Generated<string | null>;
  last_success_at: Generated<number | null>;
  last_item_at: Generated<number | null>;
  /** Errors without a success between; refusals for asking too often are not counted. */
  consecutive_failures: Generated<number>;
  /** Of the last run that failed; null after one that did not. */
  fault: Generated<FetchFault | null>;
  fault_status: Generated<number | null>;
  fault_message: Generated<string | null>;
  fault_at: Generated<number | null>;
  /** It is not asked again before. */
  retry_at: Generated<number | null>;
  robots: Generated<'allowed' | 'disallowed' | 'unknown'>;
  /** What the last answer said of itself, and where it came from. */
  fetched_url: Generated<string | null>;
  etag: Generated<string | null>;
  last_modified: Generated<string | null>;
  /** Share of the entries of the last answer that had the field; null before the first. */
  fill_title: Generated<number | null>;
  fill_body: Generated<number | null>;
  fill_email: Generated<number | null>;
}

export type Source = Selectable<SourceRow>;
export type SourceError = Selectable<SourceErrorRow>;

/** An hour of the service's zone. */
export interface SourceHourRow {
  source_type: string;
  /** `2026-11-21` */
  day: string;
  hour: number;
  landed: number;
  errors: number;
  /** Entries of all answers, those that were known included, and how many of them had the field. */
  entries: number;
  titles: number;
  bodies: number;
  emails: number;
}

/** The newest of each source are kept. */
export interface SourceErrorRow {
  id: Generated<number>;
  source_type: string;
  at: number;
  fault: FetchFault;
  http_status: number | null;
  message: string;
}

declare module '../../../database/types.ts' {
  interface Tables {
    sources: SourceRow;
    source_hours: SourceHourRow;
    source_errors: SourceErrorRow;
  }
}
