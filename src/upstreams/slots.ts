/** Calls that run at the same time at one upstream; the others wait their turn. */
import { FareboxError } from '../kernel/errors/errors.ts';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';

/** For each slot. */
const WAITING_MAX = 16;

export class Slots {
  readonly #count: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** Resolves with what gives the slot back. Throws OVERLOADED when too many wait. */
  async take({ end }: Pick<CallContext, 'end'>): Promise<() => void> {
    if (this.#taken < this.#count) this.#taken++;
    else await this.#wait(end);
    return () => this.#release();
  }

  #wait(end: CallContext['end']): Promise<void> {
    if (this.#waiting.size >= this.#count * WAITING_MAX) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(start);
        reject(new UpstreamFailure('timeout', 'upstream'));
      };
      const start = (): void => {
        end.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(start);
      end.addEventListener('abort', leave, { once: true });
    });
  }

  /** The slot goes to who has waited longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#taken--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
