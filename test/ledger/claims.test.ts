import { describe, expect, it } from 'vitest';
import { account, balanceOf, countOf, engines, freshBooks, open, PRICE, refund, settle } from './books.ts';

const HOURS_25 = 25 * 3_600_000;

describe.each(engines)('idempotency keys on %s', (engine) => {
  it('let one of many equal calls run, show it to the others, and replay its answer', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 10 * PRICE);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => open(ledger, principal, { key: 'k' })));
    expect(countOf(outcomes, 'opened')).toBe(1);
    const owner = outcomes.find((outcome) => outcome.state === 'opened');
    for (const outcome of outcomes) {
      if (outcome.state !== 'opened') expect(outcome).toMatchObject({ state: 'running', callId: owner?.id });
    }
    const id = owner?.id ?? '';
    expect(await ledger.calls.hasJoiners(id, 'live')).toBe(true);
    expect(await ledger.calls.readState(id, 'live')).toEqual({ state: 'open' });
    expect(await ledger.calls.find(principal, 'k', 'print')).toEqual({ state: 'running', callId: id });
    const closed = await settle(ledger, id, 'live', '{"the":"answer"}');
    const finished = { state: 'finished', answer: '{"the":"answer"}', balanceMicros: 9 * PRICE };
    expect(await open(ledger, principal, { key: 'k' })).toMatchObject(finished);
    expect(await ledger.calls.find(principal, 'k', 'print')).toMatchObject(finished);
    const state = await ledger.calls.readState(id, 'live');
    expect(state).toMatchObject(finished);
    expect(closed.state === 'closed' && state.state === 'finished' && closed.receipt).toEqual(
      state.state === 'finished' && state.receipt,
    );
    expect(await balanceOf(ledger, principal)).toBe(9 * PRICE);
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('conflict with another input, and mean nothing to another account, key or mode', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const one = await account(ledger, 10 * PRICE);
    const other = await account(ledger, 10 * PRICE);
    const { id } = await open(ledger, one, { key: 'k' });
    expect(await open(ledger, one, { key: 'k', fingerprint: 'other' })).toMatchObject({ refused: 'conflict' });
    expect(await ledger.calls.find(one, 'k', 'other')).toMatchObject({ refused: 'conflict' });
    expect(await open(ledger, other, { key: 'k' })).toMatchObject({ state: 'opened' });
    expect(await open(ledger, { ...one, lineage: 'key_other' }, { key: 'k' })).toMatchObject({ state: 'opened' });
    expect(await ledger.calls.readState(id, 'test')).toEqual({ state: 'unknown' });
    expect(await ledger.calls.hasJoiners(id, 'test')).toBe(false);
    expect(await ledger.calls.find(other, 'never used', 'print')).toBeNull();
  });

  it('are free again after a refund, and who had joined gets the same failure', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, PRICE);
    const first = await open(ledger, principal, { key: 'k' });
    await open(ledger, principal, { key: 'k' });
    await refund(ledger, first.id);
    const failure = { code: 'UPSTREAM_FAILED', message: 'It failed.', next: 'Wait.', retryable: true };
    expect(await ledger.calls.readState(first.id, 'live')).toEqual({ state: 'refunded', failure });
    expect(await ledger.calls.find(principal, 'k', 'print')).toBeNull();
    const second = await open(ledger, principal, { key: 'k', fingerprint: 'other' });
    expect(second).toMatchObject({ state: 'opened', balanceMicros: 0 });
    expect(await ledger.calls.hasJoiners(second.id, 'live')).toBe(false);
    // A repeat finds its own call even when the balance would not do for one more.
    expect(await open(ledger, principal, { key: 'k', fingerprint: 'other' })).toMatchObject({ state: 'running' });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('take at most 16 joiners', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const principal = await account(ledger, PRICE);
    await open(ledger, principal, { key: 'k' });
    const joiners = await Promise.all(Array.from({ length: 20 }, () => open(ledger, principal, { key: 'k' })));
    expect(countOf(joiners, 'running')).toBe(16);
    expect(joiners.filter((o) => o.state === 'refused' && o.refused === 'joiners')).toHaveLength(4);
  });

  it('record free writes like paid calls', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 0);
    const { id, state } = await open(ledger, principal, { key: 'k', priceMicros: 0 });
    expect(state).toBe('opened');
    await settle(ledger, id, 'live', '"done"');
    expect(await open(ledger, principal, { key: 'k', priceMicros: 0 })).toMatchObject({
      state: 'finished',
      answer: '"done"',
    });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('keep answers up to 8 MiB of UTF-8, and say when one was larger', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const principal = await account(ledger, 10 * PRICE);
    const largest = `${'あ'.repeat((8 * 1024 * 1024 - 2) / 3)}xx`;
    expect(Buffer.byteLength(largest)).toBe(8 * 1024 * 1024);
    for (const [key, answer, kept] of [
      ['fits', largest, largest],
      ['too large', `${largest}x`, null],
    ] as const) {
      const { id } = await open(ledger, principal, { key });
      await settle(ledger, id, 'live', answer);
      const again = await open(ledger, principal, { key });
      expect(again.state).toBe('finished');
      expect(again.state === 'finished' && again.answer === kept).toBe(true);
    }
  });

  it('keep no more answers of an account than it may have, and more again when some are removed', async () => {
    const books = await freshBooks(engine);
    const limits = { accountAnswerBytesMax: { live: 20, test: 10 } };
    const today = await books.start({ limits });
    const principal = await account(today, 10 * PRICE);
    const record = async (ledger: typeof today, key: string, answer: string): Promise<unknown> => {
      const { id } = await open(ledger, principal, { key });
      expect(await settle(ledger, id, 'live', answer)).toMatchObject({ state: 'closed' });
      return open(ledger, principal, { key });
    };
    const kept = (answer: string | null) => expect.objectContaining({ state: 'finished', answer });
    expect(await record(today, 'a', '"0123456789"')).toEqual(kept('"0123456789"'));
    expect(await record(today, 'b', '"0123456789"')).toEqual(kept(null));
    expect(await record(today, 'c', '"012345"')).toEqual(kept('"012345"'));
    const countBytes = async (): Promise<number[]> =>
      (await books.rows('SELECT answer_bytes AS bytes FROM accounts')).map(({ bytes }) => Number(bytes));
    expect(await countBytes()).toEqual([20]);
    expect(await balanceOf(today, principal)).toBe(7 * PRICE);
    expect(await books.verify()).toMatchObject({ ok: true });
    await today.stop();
    const later = await books.start({ limits, clockOffsetMs: HOURS_25 });
    expect(await countBytes()).toEqual([0]);
    expect(await record(later, 'b', '"0123456789"')).toEqual(kept('"0123456789"'));
  });

  it('expire after a day by the clock of the database, and are removed', async () => {
    const books = await freshBooks(engine);
    const today = await books.start();
    const principal = await account(today, 10 * PRICE);
    const { id } = await open(today, principal, { key: 'k' });
    await settle(today, id, 'live', '"old"');
    await today.stop();
    const nearly = await books.start({ clockOffsetMs: HOURS_25 - 2 * 3_600_000 });
    expect(await open(nearly, principal, { key: 'k' })).toMatchObject({ state: 'finished', answer: '"old"' });
    await nearly.stop();
    // The claim is taken over although nothing has purged it yet.
    await books.execute('UPDATE idempotency SET expires_at = expires_at - 86400000');
    const running = await books.start({ clockOffsetMs: 0 });
    const again = await open(running, principal, { key: 'k', fingerprint: 'new' });
    expect(again).toMatchObject({ state: 'opened' });
    await settle(running, again.id, 'live', '"new"');
    await running.stop();
    const later = await books.start({ clockOffsetMs: 2 * HOURS_25 });
    expect(await books.rows('SELECT * FROM idempotency')).toEqual([]);
    expect(await books.rows('SELECT * FROM answers')).toEqual([]);
    expect(await later.calls.find(principal, 'k', 'new')).toBeNull();
    expect(await books.verify()).toMatchObject({ ok: true });
  });
});
