/** Callers of a paid tool at an even rate, whatever the answers take, and how long each took. */
import { ask } from '../harness/paid-caller.ts';

/** True when so much time has passed. */
export function createTimer(ms: number): () => boolean {
  const endMs = performance.now() + ms;
  return () => performance.now() >= endMs;
}

/** Of one kind of time, over all rounds. */
export class PaidSpan {
  /** Answers that were not what was paid for, in words. */
  readonly faults: string[] = [];
  readonly #tookMs: number[] = [];

  add(ms: number): void {
    this.#tookMs.push(ms);
  }

  addAll(tookMs: readonly number[], faults: readonly string[]): void {
    for (const ms of tookMs) this.#tookMs.push(ms);
    this.faults.push(...faults);
  }

  /** Milliseconds, in the order of the answers. */
  get tookMs(): readonly number[] {
    return this.#tookMs;
  }

  get calls(): number {
    return this.#tookMs.length;
  }

  findQuantile(share: number): number {
    const sorted = [...this.#tookMs].sort((a, b) => a - b);
    return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
  }
}

export class Payers {
  /** Micro-USD of all receipts that have come. */
  paidMicros = 0;
  readonly #url: string;
  readonly #apiKey: string;
  readonly #perSecond: number;
  #made = 0;

  constructor(url: string, apiKey: string, perSecond: number) {
    this.#url = url;
    this.#apiKey = apiKey;
    this.#perSecond = perSecond;
  }

  /** Calls until `isOver`; resolves when the last answer has come. */
  async call(span: PaidSpan, isOver: () => boolean): Promise<void> {
    const open: Promise<void>[] = [];
    const startedMs = performance.now();
    for (let sent = 0; !isOver(); sent++) {
      const waitMs = startedMs + (sent * 1_000) / this.#perSecond - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
      open.push(this.#callOnce(span));
    }
    await Promise.all(open);
  }

  async #callOnce(span: PaidSpan): Promise<void> {
    const call = { door: 'rest', url: this.#url, apiKey: this.#apiKey, idempotencyKey: null } as const;
    const beganMs = performance.now();
    const reply = await ask({ ...call, prompt: `soak ${this.#made++}` });
    span.add(performance.now() - beganMs);
    if (reply?.ok) this.paidMicros += Math.round(reply.receipt.amount * 1_000_000);
    else span.faults.push(reply === null ? 'a call without an answer' : `${reply.code}: ${reply.text.slice(0, 200)}`);
  }
}
