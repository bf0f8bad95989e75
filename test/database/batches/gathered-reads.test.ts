import { expect, it } from 'vitest';
import { GatheredReads } from '../../../src/database/batches/gathered-reads.ts';
import { createDeferred } from '../../../src/lib/deferred.ts';

it('asks once for all that is wanted while a query runs, and reads anew what is wanted later', async () => {
  const stored = new Map([['a', 1]]);
  const queries: string[][] = [];
  const first = createDeferred<void>();
  const reads = new GatheredReads(async (keys) => {
    queries.push([...keys]);
    const rows = new Map(stored);
    if (queries.length === 1) await first.promise;
    return rows;
  });
  const early = Promise.all([reads.find('a'), reads.find('a'), reads.find('b')]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(queries).toEqual([['a', 'b']]);
  stored.delete('a');
  stored.set('b', 2);
  const late = Promise.all([reads.find('a'), reads.find('b'), reads.find('c')]);
  first.resolve();
  expect(await early).toEqual([1, 1, null]);
  expect(await late).toEqual([null, 2, null]);
  expect(queries).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]);
});

it('tells everybody of a query that failed, and goes on', async () => {
  let isBroken = true;
  const reads = new GatheredReads(async (keys) => {
    if (isBroken) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  const outcomes = await Promise.allSettled([reads.find('a'), reads.find('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await reads.find('a')).toBe('a');
});
