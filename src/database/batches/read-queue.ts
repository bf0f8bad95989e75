/** Long reads wait their turn: few run at once, and those that wait are bounded in number and time. */
import { FareboxError } from '../../kernel/errors/errors.ts';

export const READS_WAITING_MAX = 200;
const WAIT_MS_MAX = 10_000;

export class ReadQueue {
  readonly #slots: number;
  #running = 0;
  #waiting: { start(): void; timer: NodeJS.Timeout }[] = [];

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Throws OVERLOADED when too many wait, or when the turn does not come in time. */
  async run<Output>(read: () => Promise<Output>): Promise<Output> {
    if (this.#running >= this.#slots) await this.#waitForTurn();
    else this.#running++;
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#running--;
    }
  }

  /** Whoever has ended hands its place on. */
  #waitForTurn(): Promise<void> {
    if (this.#waiting.length >= READS_WAITING_MAX) throw createOverloadedError();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(createOverloadedError());
      }, WAIT_MS_MAX);
      const waiting = {
        timer,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(waiting);
    });
  }
}

export function createOverloadedError(): FareboxError {
  return new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
}
