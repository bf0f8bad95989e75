/** Background jobs of this server: polls for due jobs every second, claims them and runs them. */

import type { Database } from '../database/types.ts';
import type { Log } from '../kernel/ports.ts';
import { type JobDefinitions, listStages } from './define.ts';
import { formatProgress } from './progress.ts';
import { findCovering, findLatestJob, listActive, listFailures, listLatestTimes } from './reads.ts';
import { createJobContext, JobRun, type JobWorld, type RunDeps } from './run.ts';
import type { Progress, StartedJob } from './types.ts';
import { claimJob, mayRun, startJob, TRIES_MAX } from './writes.ts';

declare module '../kernel/tool/context.ts' {
  interface Services {
    jobs: Jobs;
  }
}

export interface Jobs {
  /** Makes one, or tells of the one that stands for this kind already: queued, running, or a pipeline that is at it. */
  start(kind: string): Promise<StartedJob>;
  readProgress(kind: string): Promise<Progress>;
}

export interface JobService extends Jobs {
  /** Could it look for what is due, the last time that it tried? */
  readonly isWell: boolean;
  /** From now on this server works on jobs. What it returns leaves what runs to the next server. */
  run(world: JobWorld): () => Promise<void>;
}

export interface JobOptions {
  database: Pick<Database, 'db' | 'write' | 'now' | 'findOwner'>;
  definitions: JobDefinitions;
  log: Log;
  zone: string;
  /** For tests. */
  leaseMs?: number;
}

const TICK_MS = 1_000;
/** Of the database's clock. */
const LEASE_MS = 60_000;
/** Jobs that one server works on at once. */
const RUNS_MAX = 4;
/** The longest that a kind may take to say whether it is due. */
const LOOK_MS = 10_000;

export function openJobs(options: JobOptions): JobService {
  return new DurableJobs(options);
}

class DurableJobs implements JobService {
  readonly #options: Required<JobOptions>;
  readonly #runs = new Map<string, JobRun>();
  #deps: RunDeps | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isFailing = false;

  constructor(options: JobOptions) {
    this.#options = { leaseMs: LEASE_MS, ...options };
  }

  get isWell(): boolean {
    return !this.#isFailing;
  }

  async start(kind: string): Promise<StartedJob> {
    const { database, definitions } = this.#options;
    const definition = definitions.get(kind);
    if (!definition) throw new Error(`There is no job ${kind}`);
    const [lane] = listStages(definition);
    const { job, isNew } = await database.write(startJob, { kind, lane });
    if (isNew) void this.#look();
    return { status: 'accepted', job_id: job.id, kind: job.kind, started: isNew, already_running: !isNew };
  }

  async readProgress(kind: string): Promise<Progress> {
    const { database, zone } = this.#options;
    const { db } = database;
    const job = findCovering(await listActive(db), kind) ?? (await findLatestJob(db, kind));
    const setAside = job ? await listFailures(db, job, TRIES_MAX, true) : [];
    return formatProgress(kind, job, setAside, { zone, nowMs: await database.now() });
  }

  run(world: JobWorld): () => Promise<void> {
    const { database, definitions, log, leaseMs } = this.#options;
    this.#deps = { ...world, database, definitions, log, leaseMs };
    this.#timer = setInterval(() => void this.#look(), TICK_MS);
    this.#timer.unref();
    return () => this.#stop();
  }

  async #stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#deps = null;
    await this.#looking;
    await Promise.all([...this.#runs.values()].map((run) => run.stop()));
  }

  #look(): Promise<void> {
    const deps = this.#deps;
    if (!deps) return Promise.resolve();
    this.#looking ??= this.#startAndClaim(deps)
      .then(
        () => {
          this.#isFailing = false;
        },
        (thrown: unknown) => {
          if (!this.#isFailing) deps.log.error({ err: thrown }, 'job polling failed, retrying');
          this.#isFailing = true;
        },
      )
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async #startAndClaim(deps: RunDeps): Promise<void> {
    const [started] = await Promise.allSettled([this.#startWhatIsDue(deps)]);
    await this.#claimAll(deps);
    if (started.status === 'rejected') throw started.reason;
  }

  async #startWhatIsDue(deps: RunDeps): Promise<void> {
    const { definitions, database } = deps;
    const active = await listActive(database.db);
    const idle = [...definitions.values()].flatMap((definition) =>
      definition.type === 'work' && definition.isDue && !findCovering(active, definition.kind) ? [definition] : [],
    );
    const latest = await listLatestTimes(
      database.db,
      idle.map(({ kind }) => kind),
    );
    const nowMs = await database.now();
    const failures: unknown[] = [];
    for (const { kind, isDue } of idle) {
      const ctx = createJobContext(deps, `due_${kind}`, AbortSignal.timeout(LOOK_MS), LOOK_MS);
      const isNow = await isDue?.(ctx, latest.get(kind) ?? null, nowMs).catch((thrown: unknown) => {
        failures.push(thrown);
      });
      if (isNow) await database.write(startJob, { kind, lane: kind });
    }
    // One kind that fails doesn't keep the others from running.
    if (failures.length > 0) throw failures[0];
  }

  async #claimAll(deps: RunDeps): Promise<void> {
    const { database, leaseMs } = this.#options;
    const kinds = [...deps.definitions.keys()];
    while (this.#deps === deps && this.#runs.size < RUNS_MAX) {
      const owner = database.findOwner();
      // Most of the time there is nothing, and then nothing needs to be written.
      if (owner === null || !(await this.#hasClaimable())) return;
      const job = await database.write(claimJob, { owner, leaseMs, kinds });
      if (!job) return;
      const run = new JobRun(deps, job);
      this.#runs.set(job.id, run);
      void run.work().finally(() => {
        this.#runs.delete(job.id);
        void this.#look();
      });
    }
  }

  async #hasClaimable(): Promise<boolean> {
    const { database } = this.#options;
    const [active, nowMs] = [await listActive(database.db), await database.now()];
    return active.some(
      (job) =>
        !this.#runs.has(job.id) && (job.state === 'queued' ? mayRun(job, nowMs) : (job.lease_until ?? 0) <= nowMs),
    );
  }
}
