/** Calls whose closing could not be written: refunded in the background as soon as the store takes writes again. */
import type { Log } from '../../kernel/ports.ts';
import type { Engine } from '../engine.ts';
import type { RunningCall } from '../reads.ts';
import { buildRefundOperation } from './sweeper.ts';

const CALLS_MAX = 20_000;
const WAIT_MS_MIN = 100;
const WAIT_MS_MAX = 5_000;
const AT_ONCE = 100;

export class AbandonedCalls {
  readonly #engine: Engine;
  readonly #log: Log;
  readonly #calls = new Map<string, RunningCall>();
  #timer: NodeJS.Timeout | null = null;
  #waitMs = WAIT_MS_MIN;
  #stopped = false;

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  /** A call that may be open and that nobody will close. Beyond the limit the sweep of its deadline has to do. */
  add(call: RunningCall): void {
    if (this.#stopped || this.#calls.size >= CALLS_MAX) return;
    this.#calls.set(call.id, call);
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#stopped || this.#timer || this.#calls.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#refund().finally(() => {
        this.#timer = null;
        this.#schedule();
      });
    }, this.#waitMs);
    this.#timer.unref();
  }

  async #refund(): Promise<void> {
    const calls = [...this.#calls.values()].slice(0, AT_ONCE);
    const results = await Promise.allSettled(
      calls.map((call) => this.#engine.submit(buildRefundOperation(call, 'crash'))),
    );
    let failed = 0;
    results.forEach((result, index) => {
      const call = calls[index];
      if (result.status === 'rejected') failed++;
      else if (call) this.#calls.delete(call.id);
    });
    this.#waitMs = failed > 0 ? Math.min(this.#waitMs * 2, WAIT_MS_MAX) : WAIT_MS_MIN;
    if (failed < calls.length)
      this.#log.warn({ calls: calls.length - failed }, 'refunded calls that could not be settled');
  }
}
