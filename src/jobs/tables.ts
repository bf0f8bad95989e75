/** Background work as rows: what every instance agrees on. */

export interface JobRow {
  /** `job_…`; sorts by time. */
  id: string;
  kind: string;
  /** The kind whose work is being done: its own, or that of the stage it is at. One job of a lane runs at a time. */
  lane: string;
  state: 'queued' | 'running' | 'done';
  /** The instance that runs it. */
  owner: string | null;
  /** How often it was claimed: whoever claimed it earlier has lost it. */
  claims: number;
  /** Past this moment of the database's clock anybody may take it over. */
  lease_until: number | null;
  /** A queued job waits until then. */
  run_at: number;
  /** How often it failed as a whole since it last got on. */
  failures: number;
  total: number;
  succeeded: number;
  failed: number;
  /** Key of the last item of the stage that has ended. */
  after_key: string | null;
  /** JSON of the item that is being worked on. */
  item: string | null;
  /** JSON of an ItemError. */
  last_error: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
}

/** An item that has failed, and will be tried again until it is set aside. */
export interface JobFailureRow {
  job_id: string;
  lane: string;
  item_key: string;
  /** JSON of the item. */
  item: string;
  tries: number;
  message: string;
  at: number;
}

declare module '../database/types.ts' {
  interface Tables {
    jobs: JobRow;
    job_failures: JobFailureRow;
  }
}
