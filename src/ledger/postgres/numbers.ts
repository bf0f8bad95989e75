import type pg from 'pg';
import { Command, type Statement, sendBurst } from '../../database/postgres/burst.ts';

const TAKE_NUMBERS: Statement = {
  name: 'transfer_numbers',
  text: `SELECT nextval('transfer_numbers') AS n FROM generate_series(1, $1::int)`,
};
/** Of the sequence: how many numbers one of its values stands for. */
const AT_ONCE = 1_000;

/** Later they would be lower than those of transfers that the proof of the books takes for the last of their time. */
const KEPT_MS = 10_000;

/** The numbers of this server's transfers, a thousand at a time. Those that it does not use soon are nobody's. */
export class TransferNumbers {
  #blocks: { next: number; left: number; takenMs: number }[] = [];

  get left(): number {
    const oldestMs = performance.now() - KEPT_MS;
    this.#blocks = this.#blocks.filter(({ takenMs }) => takenMs >= oldestMs);
    return this.#blocks.reduce((sum, block) => sum + block.left, 0);
  }

  /** So that `take` can be called so often. */
  async provide(client: pg.Client, count: number): Promise<void> {
    const missing = count - this.left;
    if (missing <= 0) return;
    const numbers = new Command<{ n: number }>(TAKE_NUMBERS, [String(Math.ceil(missing / AT_ONCE))]);
    const takenMs = performance.now();
    await sendBurst(client, [numbers]);
    for (const { n } of numbers.rows) this.#blocks.push({ next: n, left: AT_ONCE, takenMs });
  }

  take(): number {
    const [block] = this.#blocks;
    if (!block) throw new Error('There are no numbers left for transfers.');
    block.left -= 1;
    if (block.left === 0) this.#blocks.shift();
    return block.next++;
  }
}
