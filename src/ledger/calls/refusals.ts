/** Takes note of refused calls without making anybody wait: a few at a time, in the background. */
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import type { Log, OpenCall, OpenRefusal } from '../../kernel/ports.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Engine } from '../engine.ts';
import { type NewRefusal, noteRefusals, REFUSALS_PER_DAY } from './refusals-writes.ts';

const FLUSH_MS = 200;
/** Of one write. */
const BATCH_MAX = 50;
/** Further refusals are not recorded. */
const WAITING_MAX = 1_000;
const ACCOUNTS_MAX = 10_000;

type NotedCall = Pick<OpenCall, 'callId' | 'principal' | 'tool' | 'priceMicros'>;

/** Refusals in the log: those that the owner of the account can do something about. */
const CODES: Partial<Record<OpenRefusal['refused'], ErrorCode>> = {
  balance: 'INSUFFICIENT_BALANCE',
  cap: 'CAP_REACHED',
  task: 'CAP_REACHED',
  'refund-limit': 'REFUND_LIMIT',
};

export class Refusals {
  readonly #engine: Pick<Engine, 'write'>;
  readonly #log: Log;
  readonly #waiting: NewRefusal[] = [];
  /** What this instance has noted of an account within a day: spares the writes that would note nothing. */
  readonly #noted = new LRUCache<string, number>({ max: ACCOUNTS_MAX });
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(engine: Pick<Engine, 'write'>, log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  note({ callId, principal, tool, priceMicros }: NotedCall, refusal: OpenRefusal): void {
    const code = CODES[refusal.refused];
    if (code === undefined) return;
    const { accountId, lineage } = principal;
    const cap = refusal.refused === 'cap' ? refusal.cap : refusal.refused === 'task' ? 'task' : null;
    const day = `${Math.floor(Date.now() / DAY_MS)} ${accountId}`;
    const noted = this.#noted.get(day) ?? 0;
    if (noted >= REFUSALS_PER_DAY || this.#waiting.length >= WAITING_MAX) return;
    this.#noted.set(day, noted + 1);
    this.#waiting.push({ id: callId, account_id: accountId, lineage, tool, price: priceMicros, code, cap });
    this.#timer ??= setTimeout(() => {
      this.#flushing = this.#flush();
    }, FLUSH_MS).unref();
  }

  /** Notes what waits. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flushing;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const refusals = this.#waiting.splice(0, BATCH_MAX);
      await this.#engine.write(noteRefusals, { refusals }).catch((err: unknown) => {
        this.#log.warn({ err, calls: refusals.length }, 'could not log refused calls');
      });
    }
  }
}
