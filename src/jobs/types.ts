/** The words of background work. See newsroom.md §3.3. */
import type { CallContext } from '../kernel/tool/context.ts';

/** Subject of one step of a job. */
export interface JobItem {
  /** Tells it from the other items of the kind, which are worked on in the order of their keys. */
  key: string;
  /** What the progress names it by: `{ article_id: 77 }`. */
  id: Readonly<Record<string, string | number>>;
  title: string;
}

/** Context of an item; enough for every request to an upstream. */
export type JobContext = Pick<
  CallContext,
  | 'requestId'
  | 'share'
  | 'services'
  | 'registry'
  | 'server'
  | 'environment'
  | 'log'
  | 'signal'
  | 'callerGone'
  | 'deadlineMs'
>;

/** A kind of work, as its feature's `jobs.ts` declares it. */
export interface WorkDefinition {
  readonly type: 'work';
  readonly kind: string;
  /** How long one item may take; default 60 s. Then its signal aborts, and it has failed. */
  itemMs?: number;
  /** Asked every second: should one start by itself? `lastAtMs` is when the last one was made. */
  isDue?(ctx: JobContext, lastAtMs: number | null, nowMs: number): Promise<boolean>;
  /** How many items wait. */
  count(ctx: JobContext): Promise<number>;
  /** At most `most` items behind `afterKey`, in the order of their keys. */
  list(ctx: JobContext, afterKey: string | null, most: number): Promise<readonly JobItem[]>;
  /** Does it, durably. May run again for an item that was being worked on when its server died: so it must not matter. */
  run(item: JobItem, ctx: JobContext): Promise<void>;
}

/** Several kinds one after another as one job; it stands for each of them while it is at it. */
export interface PipelineDefinition {
  readonly type: 'pipeline';
  readonly kind: string;
  readonly stages: readonly [string, ...string[]];
}

export type JobDefinition = WorkDefinition | PipelineDefinition;

export interface ItemError {
  id: JobItem['id'];
  message: string;
  /** Milliseconds. */
  at: number;
}

/** Status of a kind of job. Before the first job everything is null or zero. */
export interface Progress {
  running: boolean;
  job_id: string | null;
  kind: string;
  stage: string | null;
  total: number;
  done: number;
  succeeded: number;
  failed: number;
  percent: number;
  current: Record<string, string | number> | null;
  rate_per_min: number;
  eta_seconds: number | null;
  started_at: string | null;
  finished_at: string | null;
  last_error: Record<string, string | number> | null;
  errors: Record<string, string | number>[];
}

/** Answer to the start of a job; the status address is the tool's own. */
export interface StartedJob {
  status: 'accepted';
  job_id: string;
  kind: string;
  started: boolean;
  already_running: boolean;
}
