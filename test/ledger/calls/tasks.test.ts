/** Tasks of callers: what they may spend over all keys, servers and retries of an account. */
import { describe, expect, it } from 'vitest';
import { isLong } from '../../harness/long.ts';
import { account, balanceOf, countOf, engines, freshBooks, open, PRICE, refund, settle, subKey } from '../books.ts';

const AGENTS = 64;
const CALLS_PER_AGENT = isLong ? 1_000 : 25;

describe.each(engines)('tasks on %s', (engine) => {
  it('are never exceeded by many agents with keys of their own, and refunds give room back', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const root = await account(ledger, AGENTS * CALLS_PER_AGENT * PRICE);
    const keys = await Promise.all(Array.from({ length: AGENTS }, () => subKey(ledger, root, {})));
    // Room for two fifths of the calls, and half a price that nobody may use.
    const allowed = Math.floor((AGENTS * CALLS_PER_AGENT * 2) / 5);
    const task = { ref: 'job-1', maxTotalMicros: allowed * PRICE + PRICE / 2 };
    let settled = 0;
    await Promise.all(
      keys.map(async (key, agent) => {
        for (let i = 0; i < CALLS_PER_AGENT; i++) {
          const opened = await open(ledger, key, { task });
          if (opened.state === 'refused') expect(opened).toMatchObject({ refused: 'task', taskRef: 'job-1' });
          if (opened.state !== 'opened') continue;
          if ((agent + i) % 5 === 0) await refund(ledger, opened.id);
          else {
            const closed = await settle(ledger, opened.id);
            settled += countOf([closed], 'closed');
          }
        }
      }),
    );
    for (let last = await open(ledger, root, { task }); last.state === 'opened'; ) {
      await settle(ledger, last.id);
      settled++;
      last = await open(ledger, root, { task });
    }
    expect(settled).toBe(allowed);
    const [row] = await books.rows('SELECT spent, max_total FROM tasks');
    expect([row?.spent, row?.max_total].map(Number)).toEqual([allowed * PRICE, task.maxTotalMicros]);
    expect((await books.verify()).lines.join()).not.toContain('differs');
  }, 600_000);

  it('say what is spent, count parts and repeats once, and keep the limit that was stated last', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const caller = await account(ledger, 100 * PRICE);
    const task = { ref: 'job-2', maxTotalMicros: 3 * PRICE };
    const whole = await open(ledger, caller, { task, key: 'once' });
    expect(await open(ledger, caller, { task, key: 'once' })).toMatchObject({ state: 'running' });
    expect(await open(ledger, caller, { callId: `${whole.id}-1`, parentId: whole.id })).toMatchObject({
      state: 'opened',
    });
    expect(await open(ledger, caller, { callId: `${whole.id}-2`, parentId: whole.id, priceMicros: 2 * PRICE })).toEqual(
      {
        ...{ state: 'refused', refused: 'task', taskRef: 'job-2', id: `${whole.id}-2` },
        ...{ spentMicros: 2 * PRICE, maxMicros: 3 * PRICE, priceMicros: 2 * PRICE },
      },
    );
    // Without a limit of its own a call has that of its task; another task and calls without one are free of it.
    const unstated = { ref: 'job-2' };
    expect(await open(ledger, caller, { task: unstated, priceMicros: 2 * PRICE })).toMatchObject({ refused: 'task' });
    expect(await open(ledger, caller, { task: { ref: 'job-3' } })).toMatchObject({ state: 'opened' });
    expect(await open(ledger, caller)).toMatchObject({ state: 'opened' });
    const wider = { ref: 'job-2', maxTotalMicros: 5 * PRICE };
    expect(await open(ledger, caller, { task: wider, priceMicros: 3 * PRICE })).toMatchObject({ state: 'opened' });
    expect(await open(ledger, caller, { task: unstated, priceMicros: 1 })).toMatchObject({ refused: 'task' });
    await refund(ledger, whole.id);
    expect(await balanceOf(ledger, caller)).toBe((100 - 1 - 1 - 3 - 1) * PRICE);
    expect(await open(ledger, caller, { task: unstated, priceMicros: PRICE })).toMatchObject({ state: 'opened' });
  });
});
