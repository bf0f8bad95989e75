/** Runs a claimed job item by item, each step durable, until it ends or another server takes it over. */

import type { Database } from '../database/types.ts';
import { classifyFailure } from '../kernel/call/outcome.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { Log } from '../kernel/ports.ts';
import { ownShare } from '../kernel/threads/turns.ts';
import type { Registry, ServerInfo, Services, UpstreamEnvironment } from '../kernel/tool/context.ts';
import { type JobDefinitions, listStages } from './define.ts';
import { listFailures } from './reads.ts';
import type { JobRow } from './tables.ts';
import type { JobContext, JobItem, WorkDefinition } from './types.ts';
import { type Claim, failJob, keepLease, leaveJob, type StepJob, stepJob, TRIES_MAX } from './writes.ts';

/** Services that jobs use; known after everything else has been made. */
export interface JobWorld {
  services: Services;
  registry: Registry;
  server: ServerInfo;
  /** The live one: the newsroom has no sandbox. */
  environment: UpstreamEnvironment;
}

export interface RunDeps extends JobWorld {
  database: Pick<Database, 'db' | 'write' | 'now' | 'findOwner'>;
  definitions: JobDefinitions;
  log: Log;
  leaseMs: number;
}

const ITEM_MS = 60_000;
/** Items that are listed at once. */
const PORTION = 100;
const RENEWALS_A_LEASE = 3;

export class JobRun {
  readonly #deps: RunDeps;
  readonly #job: JobRow;
  readonly #claim: Claim;
  /** Aborts when the server stops, and when the job is somebody else's. */
  readonly #end = new AbortController();
  #isStopping = false;
  #total: number;
  /** What has ended and is not noted yet: that is done with the next item's begin. */
  #ended: StepJob['ended'] = null;
  #working: Promise<void> | null = null;

  constructor(deps: RunDeps, job: JobRow) {
    this.#deps = deps;
    this.#job = job;
    this.#claim = { id: job.id, claims: job.claims, leaseMs: deps.leaseMs };
    this.#total = job.total;
  }

  /** Resolves when this server has nothing more to do with the job, however that came. */
  work(): Promise<void> {
    this.#working ??= this.#workUnderLease();
    return this.#working;
  }

  /** Leaves it to the next server. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#end.abort(new FareboxError('DRAINING'));
    await this.#working;
  }

  async #workUnderLease(): Promise<void> {
    const { database, leaseMs, log } = this.#deps;
    const renew = (): void => {
      // A write that fails leaves the lease to lapse.
      void database.write(keepLease, this.#claim).then((isOurs) => isOurs || this.#end.abort(), ignoreError);
    };
    const timer = setInterval(renew, leaseMs / RENEWALS_A_LEASE);
    try {
      await this.#workToEnd();
    } catch (thrown) {
      log.error({ err: thrown, jobId: this.#job.id, kind: this.#job.kind }, 'job failed');
      await database.write(failJob, { ...this.#claim, message: describeFailure(thrown) }).catch(ignoreError);
    } finally {
      clearInterval(timer);
    }
  }

  async #workToEnd(): Promise<void> {
    const { definitions, database } = this.#deps;
    const { kind, lane } = this.#job;
    const [whole, work] = [definitions.get(kind), definitions.get(lane)];
    if (!whole || work?.type !== 'work') throw new Error(`There is no job ${kind} with a stage ${lane}`);
    const ctx = createJobContext(this.#deps, this.#job.id, this.#end.signal, ITEM_MS);
    if (this.#total === 0) this.#total = await work.count(ctx);
    const isThrough = (await this.#workOnList(work, ctx)) && (await this.#workOnFailures(work));
    const stages = listStages(whole);
    const stage = stages[stages.indexOf(lane) + 1];
    const next = isThrough ? (stage === undefined ? 'done' : { stage }) : 'stop';
    await database.write(leaveJob, { ...this.#claim, next });
  }

  /** False: it was not the end. */
  async #workOnList(work: WorkDefinition, ctx: JobContext): Promise<boolean> {
    let after = this.#job.after_key;
    for (;;) {
      const items = await work.list(ctx, after, PORTION);
      if (items.length === 0) return true;
      for (const item of items) {
        if (!(await this.#workOn(work, item))) return false;
        after = item.key;
      }
    }
  }

  /** Ends, because each try brings an item closer to being set aside. */
  async #workOnFailures(work: WorkDefinition): Promise<boolean> {
    for (;;) {
      if (!(await this.#step(null))) return false;
      const failures = await listFailures(this.#deps.database.db, this.#job, TRIES_MAX, false);
      if (failures.length === 0) return true;
      for (const { item } of failures) if (!(await this.#workOn(work, parseItem(item)))) return false;
    }
  }

  async #workOn(work: WorkDefinition, item: JobItem): Promise<boolean> {
    if (this.#end.signal.aborted) {
      await this.#step(null);
      return false;
    }
    if (!(await this.#step(item))) return false;
    const error = await this.#tryItem(work, item);
    // What was broken off by the stop has not failed.
    if (error !== null && this.#isStopping) return false;
    this.#ended = { item, error };
    return true;
  }

  async #step(item: JobItem | null): Promise<boolean> {
    const step = { ...this.#claim, ended: this.#ended, begun: item, total: this.#total };
    this.#ended = null;
    const isOurs = await this.#deps.database.write(stepJob, step);
    if (!isOurs) this.#end.abort();
    return isOurs;
  }

  /** What the item failed with, in our words; null when it did not. */
  async #tryItem(work: WorkDefinition, item: JobItem): Promise<string | null> {
    const { itemMs = ITEM_MS } = work;
    const late = new AbortController();
    const signal = AbortSignal.any([this.#end.signal, late.signal]);
    const timer = setTimeout(() => late.abort(new UpstreamFailure('timeout', work.kind)), itemMs);
    try {
      const ended = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      await Promise.race([work.run(item, createJobContext(this.#deps, this.#job.id, signal, itemMs)), ended]);
      return null;
    } catch (thrown) {
      this.#deps.log.warn({ err: thrown, jobId: this.#job.id, kind: work.kind, item: item.id }, 'job item failed');
      return describeFailure(thrown);
    } finally {
      clearTimeout(timer);
    }
  }
}

export function createJobContext(
  { services, registry, server, environment, log }: RunDeps,
  requestId: string,
  signal: AbortSignal,
  timeMs: number,
): JobContext {
  const world = { share: ownShare, services, registry, server, environment, log };
  return { ...world, requestId, signal, callerGone: signal, deadlineMs: Date.now() + timeMs };
}

const describeFailure = (thrown: unknown): string => classifyFailure(thrown, []).error.message;

/** Written by a step alone. */
function parseItem(json: string): JobItem {
  const item: JobItem = JSON.parse(json);
  return item;
}

function ignoreError(): void {}
