import { formatZonedTime } from '../lib/zoned-time.ts';
import type { JobFailureRow, JobRow } from './tables.ts';
import type { ItemError, JobItem, Progress } from './types.ts';

/** A job as its status shows it; undefined for a kind that never had one. Shape and words: newsroom.md §3.3. */
export function formatProgress(
  kind: string,
  job: JobRow | undefined,
  setAside: readonly JobFailureRow[],
  { zone, nowMs }: { zone: string; nowMs: number },
): Progress {
  if (!job) return { ...idle, kind };
  const { total: expected, succeeded, failed, started_at, finished_at } = job;
  const running = job.state !== 'done';
  const finished = succeeded + failed;
  const total = Math.max(expected, finished);
  const minutes = ((finished_at ?? nowMs) - (started_at ?? nowMs)) / 60_000;
  const rate = minutes > 0 ? finished / minutes : 0;
  const at = (ms: number): string => formatZonedTime(ms, zone);
  const item = job.item === null ? null : parseItem(job.item);
  const last = job.last_error === null ? null : parseError(job.last_error);
  return {
    running,
    job_id: job.id,
    kind: job.kind,
    stage: running ? job.lane : null,
    total,
    done: finished,
    succeeded,
    failed,
    percent: total === 0 ? (running ? 0 : 100) : roundToTenth((finished / total) * 100),
    current: item && { ...item.id, title: item.title },
    rate_per_min: roundToTenth(rate),
    eta_seconds: running && rate > 0 ? Math.round(((total - finished) / rate) * 60) : null,
    started_at: started_at === null ? null : at(started_at),
    finished_at: finished_at === null ? null : at(finished_at),
    last_error: last && { ...last.id, message: last.message, at: at(last.at) },
    errors: setAside.map(({ item: failed, message }) => ({ ...parseItem(failed).id, message })),
  };
}

const idle: Omit<Progress, 'kind'> = {
  running: false,
  job_id: null,
  stage: null,
  total: 0,
  done: 0,
  succeeded: 0,
  failed: 0,
  percent: 0,
  current: null,
  rate_per_min: 0,
  eta_seconds: null,
  started_at: null,
  finished_at: null,
  last_error: null,
  errors: [],
};

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

function parseItem(json: string): JobItem {
  const item: JobItem = JSON.parse(json);
  return item;
}

function parseError(json: string): ItemError {
  const error: ItemError = JSON.parse(json);
  return error;
}
