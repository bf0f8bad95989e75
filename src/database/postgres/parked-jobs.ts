/** Jobs that wait for rows which another transaction has locked: aside, so that nobody else waits with them. */
import type pg from 'pg';
import { createStoreUnavailableError } from '../failure.ts';
import type { PostgresLane } from '../lane.ts';

interface Waiting<Job> {
  job: Job;
  reject(error: unknown): void;
}

const CHECK_MS = 50;
/** Limit for jobs that may be refused. */
const WAIT_MS_MAX = 10_000;

export class ParkedJobs<Job, One extends Waiting<Job>> {
  readonly #lane: Pick<PostgresLane<Job, unknown>, 'getGroup' | 'listBlocked'>;
  readonly #mayRefuse: (job: Job) => boolean;
  #parked: { one: One; sinceMs: number }[] = [];
  #groups = new Set<string>();
  #checkedMs = 0;
  #isGivenUp = false;
  #wake: () => void = () => {};

  constructor(lane: Pick<PostgresLane<Job, unknown>, 'getGroup' | 'listBlocked'>, mayRefuse: (job: Job) => boolean) {
    this.#lane = lane;
    this.#mayRefuse = mayRefuse;
  }

  get size(): number {
    return this.#parked.length;
  }

  get isDue(): boolean {
    return this.size > 0 && performance.now() - this.#checkedMs >= CHECK_MS;
  }

  /** Parks those of a batch whose rows are locked, and gives back the others. */
  async parkBlocked(client: pg.Client, batch: readonly One[]): Promise<One[]> {
    const blocked = new Set(
      await this.#lane.listBlocked(
        client,
        batch.map(({ job }) => job),
      ),
    );
    for (const one of batch) if (blocked.has(one.job)) this.#park(one);
    this.#checkedMs = performance.now();
    return batch.filter(({ job }) => !blocked.has(job));
  }

  /** Parks those whose group has jobs here already, and gives back the others. */
  parkMates(batch: readonly One[]): One[] {
    if (this.#groups.size === 0) return [...batch];
    return batch.filter((one) => {
      const isMate = this.#groups.has(this.#lane.getGroup(one.job));
      if (isMate) this.#park(one);
      return !isMate;
    });
  }

  /** Those whose rows are free again, in the order in which they came. Refuses what has waited for too long. */
  async takeFree(client: pg.Client): Promise<One[]> {
    const jobs = this.#parked.map(({ one }) => one.job);
    const stillBlocked = (await this.#lane.listBlocked(client, jobs)).map((job) => this.#lane.getGroup(job));
    this.#checkedMs = performance.now();
    const groups = new Set(stillBlocked);
    const free = this.#parked.filter(({ one }) => !groups.has(this.#lane.getGroup(one.job)));
    this.#keep(({ one }) => groups.has(this.#lane.getGroup(one.job)));
    const cause = new Error('Another transaction has had its rows locked for too long.');
    const latestMs = performance.now() - WAIT_MS_MAX;
    const isTooLate = ({ one, sinceMs }: { one: One; sinceMs: number }): boolean =>
      this.#isGivenUp || (sinceMs < latestMs && this.#mayRefuse(one.job));
    for (const each of this.#parked) if (isTooLate(each)) each.one.reject(createStoreUnavailableError(cause));
    this.#keep((each) => !isTooLate(each));
    return free.map(({ one }) => one);
  }

  /** Resolves when those that are parked should be looked at again, or when `wake` is called. */
  waitUntilDue(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, CHECK_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  wake(): void {
    this.#wake();
  }

  /** From now on nothing is waited for. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  refuseAll(error: unknown): void {
    for (const { one } of this.#parked) one.reject(error);
    this.#keep(() => false);
  }

  #park(one: One): void {
    this.#parked.push({ one, sinceMs: performance.now() });
    this.#groups.add(this.#lane.getGroup(one.job));
  }

  #keep(isKept: (parked: { one: One; sinceMs: number }) => boolean): void {
    this.#parked = this.#parked.filter(isKept);
    this.#groups = new Set(this.#parked.map(({ one }) => this.#lane.getGroup(one.job)));
  }
}
