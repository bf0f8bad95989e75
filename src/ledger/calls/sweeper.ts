/** Refunds what nobody will close any more, at start and each second, whether or not there is traffic. */
import { FareboxError, toErrorObject } from '../../kernel/errors/errors.ts';
import type { RefundReason } from '../../kernel/errors/failure.ts';
import type { Log } from '../../kernel/ports.ts';
import type { Engine } from '../engine.ts';
import { announceDeadInstance } from '../instance-writes.ts';
import { type CloseOperation, DEADLINE_GRACE_MS } from '../operations.ts';
import type { RunningCall } from '../reads.ts';

const SWEEP_EVERY_MS = 1_000;
const PAGE = 500;
/** Purging has time: nothing reads an expired row. */
const PURGE_EVERY_SWEEPS = 30;

export class Sweeper {
  readonly #engine: Engine;
  readonly #log: Log;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #count = 0;
  #failing = false;

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#tick(), SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  /** One sweep now. Throws when the store is gone. */
  async sweep(): Promise<void> {
    await this.#engine.forEachDeadOwner(async (owner) => {
      await this.#engine.write(announceDeadInstance, { owner });
      await this.#refundAll(() => this.#engine.reads.openOf(owner, PAGE), 'crash');
    });
    const before = (await this.#engine.now()) - DEADLINE_GRACE_MS;
    await this.#refundAll(() => this.#engine.reads.overdue(before, PAGE), 'deadline');
    if (this.#count++ % PURGE_EVERY_SWEEPS === 0) await this.#engine.purge();
  }

  #tick(): Promise<void> {
    this.#running ??= this.sweep()
      .then(
        () => {
          this.#failing = false;
        },
        (thrown: unknown) => {
          if (!this.#failing) this.#log.error({ err: thrown }, 'sweeper failed, retrying');
          this.#failing = true;
        },
      )
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async #refundAll(nextPage: () => Promise<RunningCall[]>, reason: 'crash' | 'deadline'): Promise<void> {
    for (let page = await nextPage(); page.length > 0; page = await nextPage()) {
      const calls = new Map(page.map((call) => [call.id, call]));
      const verdicts = await Promise.all(
        [...calls.values()].map((call) => this.#engine.submit(buildRefundOperation(call, reason))),
      );
      const refunded = verdicts.filter((verdict) => verdict.is === 'closed').length;
      if (refunded > 0) this.#log.warn({ refunded, reason }, 'refunded abandoned calls');
      // Somebody else closed them all: what is left, if anything, is for the next sweep.
      if (refunded === 0 || page.length < PAGE) return;
    }
  }
}

/** Refunds a call on behalf of its owner, with all its parts when it is a composed one. */
export function buildRefundOperation(call: RunningCall, reason: RefundReason): CloseOperation {
  return {
    kind: 'close',
    callId: call.id,
    accountId: call.account_id,
    keyId: call.key_id,
    owner: call.owner,
    overdueOnly: reason === 'deadline',
    settled: false,
    answer: null,
    reason,
    failure: JSON.stringify(toErrorObject(new FareboxError('CALL_RECOVERED'))),
    cost: null,
    children: [],
    retried: false,
  };
}
