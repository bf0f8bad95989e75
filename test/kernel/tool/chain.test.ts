import { describe, expect, it } from 'vitest';
import { FareboxError } from '../../../src/kernel/errors/errors.ts';
import { type FailureKind, toCallerError, UpstreamFailure } from '../../../src/kernel/errors/failure.ts';
import { CallerGoneError, everyOf, firstOf, type Source } from '../../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../../src/kernel/tool/context.ts';
import { aContext } from '../a-context.ts';

const facts = (id: string) => ({
  id,
  title: id,
  tier: 'T1' as const,
  about: id,
  baseUrl: 'http://127.0.0.1',
  settings: { apiKey: { kind: 'secret' as const, about: 'key', required: true } },
});

const gives = (id: string): Source<string> => ({ provider: facts(id), run: async () => id });
const fails = (id: string, kind: FailureKind): Source<string> => ({
  provider: facts(id),
  run: async () => {
    throw new UpstreamFailure(kind, id);
  },
});

const order = ['a', 'b'] as const;
const failureKind = async (a: Source<string>, b: Source<string>, ctx: CallContext = aContext()) => {
  const thrown = await firstOf(order, { a, b }, ctx).catch((error: unknown) => error);
  return thrown instanceof UpstreamFailure ? thrown.kind : thrown;
};

describe('firstOf', () => {
  it('answers from the first source and records one attempt', async () => {
    const ctx = aContext();
    const chosen = await firstOf(order, { a: gives('a'), b: gives('b') }, ctx);
    expect(chosen).toEqual({ value: 'a', source: 'a', sourceUsed: 'a', fallbackUsed: false });
    expect(ctx.attempts).toMatchObject([{ source: 'a', status: 'ok' }]);
  });

  it.each([
    'timeout',
    'cut',
    'overloaded',
    'rate',
    'auth',
    'quota',
    'retired',
    'bad_request',
    'malformed',
    'lying',
    'empty',
    'context',
  ] as const)('falls back after %s', async (kind) => {
    const ctx = aContext();
    const chosen = await firstOf(order, { a: fails('a', kind), b: gives('b') }, ctx);
    expect(chosen).toMatchObject({ value: 'b', fallbackUsed: true });
    expect(ctx.attempts).toMatchObject([
      { source: 'a', status: 'failed', kind },
      { source: 'b', status: 'ok' },
    ]);
  });

  it.each(['filtered', 'not_found'] as const)('does not fall back after %s', async (kind) => {
    expect(await failureKind(fails('a', kind), gives('b'))).toBe(kind);
  });

  it('says empty only when every source said so, and lets a real failure speak otherwise', async () => {
    expect(await failureKind(fails('a', 'empty'), fails('b', 'empty'))).toBe('empty');
    expect(await failureKind(fails('a', 'timeout'), fails('b', 'empty'))).toBe('timeout');
    expect(await failureKind(fails('a', 'empty'), fails('b', 'parked'))).toBe('parked');
  });

  it('says that the input is too long only when it is too long for every source', async () => {
    expect(await failureKind(fails('a', 'context'), fails('b', 'context'))).toBe('context');
    expect(await failureKind(fails('a', 'empty'), fails('b', 'context'))).toBe('context');
    expect(await failureKind(fails('a', 'overloaded'), fails('b', 'context'))).toBe('overloaded');
    expect(await failureKind(fails('a', 'context'), fails('b', 'parked'))).toBe('parked');
  });

  it('tells the shortest wait when every source is paused, and none while one may be asked', async () => {
    const waits = (id: string, kind: FailureKind, ms?: number): Source<string> => ({
      provider: facts(id),
      run: () => Promise.reject(new UpstreamFailure(kind, id, ms === undefined ? {} : { retryAfterMs: ms })),
    });
    const secondsOf = async (a: Source<string>, b: Source<string>) => {
      const thrown = await firstOf(order, { a, b }, aContext()).catch((error: unknown) => error);
      if (!(thrown instanceof UpstreamFailure)) throw thrown;
      const { facts: told } = toCallerError(thrown, []);
      return [told.retryAfterSeconds, told.details?.retryAfterSeconds];
    };
    expect(await secondsOf(waits('a', 'parked', 90_000), waits('b', 'rate', 7_200))).toEqual([8, 8]);
    expect(await secondsOf(waits('a', 'context'), waits('b', 'parked', 7_000))).toEqual([7, 7]);
    expect(await secondsOf(waits('a', 'timeout'), waits('b', 'parked', 7_000))).toEqual([undefined, undefined]);
  });

  it('passes over sources that are not set up, and names the variables when none is', async () => {
    const onlyB = aContext({ configured: ['b'] });
    const chosen = await firstOf(order, { a: gives('a'), b: gives('b') }, onlyB);
    expect(chosen).toMatchObject({ value: 'b', fallbackUsed: false });
    const thrown = await failureKind(gives('a'), gives('b'), aContext({ configured: [] }));
    expect(thrown).toBeInstanceOf(FareboxError);
    expect(thrown).toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['A_API_KEY', 'B_API_KEY'] } },
    });
  });

  it('starts nothing new once the caller has left', async () => {
    const left = new AbortController();
    const leaving: Source<string> = {
      provider: facts('a'),
      run: async () => {
        left.abort();
        throw new UpstreamFailure('overloaded', 'a');
      },
    };
    expect(await failureKind(leaving, gives('b'), aContext({ left: left.signal }))).toBeInstanceOf(CallerGoneError);
  });

  it('shares the time that is left between the sources', async () => {
    const deadlines: number[] = [];
    const noting = (id: string): Source<string> => ({
      provider: facts(id),
      run: async (ctx) => {
        deadlines.push(ctx.deadlineMs - Date.now());
        throw new UpstreamFailure('overloaded', id);
      },
    });
    await failureKind(noting('a'), noting('b'), aContext({ timeoutMs: 10_000 }));
    expect(deadlines[0]).toBeGreaterThan(4_000);
    expect(deadlines[0]).toBeLessThanOrEqual(5_000);
    expect(deadlines[1]).toBeGreaterThan(9_000);
  });
});

describe('everyOf', () => {
  const late = (ms: number, source: Source<string>): Source<string> => ({
    ...source,
    run: async (ctx) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return await source.run(ctx);
    },
  });
  const refuses: Source<string> = {
    provider: facts('b'),
    run: () => Promise.reject(new FareboxError('UNREADABLE_TARGET')),
  };

  it('gives every answer and notes every attempt, in the order of the names', async () => {
    const ctx = aContext();
    const startedMs = Date.now();
    const all = await everyOf(order, { a: late(400, gives('a')), b: late(200, gives('b')) }, ctx);
    expect(Date.now() - startedMs).toBeLessThan(590);
    expect(all.map(({ value, fallbackUsed }) => [value, fallbackUsed])).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(ctx.attempts.map(({ source }) => source)).toEqual(['a', 'b']);
  });

  it('gives what there is when one fails, whatever its failure', async () => {
    for (const b of [fails('b', 'overloaded'), fails('b', 'not_found'), refuses]) {
      const ctx = aContext();
      expect(await everyOf(order, { a: gives('a'), b }, ctx)).toMatchObject([{ value: 'a', fallbackUsed: true }]);
      expect(ctx.attempts).toMatchObject([{ status: 'ok' }, { source: 'b', status: 'failed' }]);
    }
  });

  it('throws what explains most when none answers', async () => {
    const thrown = (a: Source<string>, b: Source<string>) =>
      everyOf(order, { a, b }, aContext()).catch((error: unknown) => error);
    expect(await thrown(fails('a', 'overloaded'), fails('b', 'not_found'))).toMatchObject({ kind: 'not_found' });
    expect(await thrown(fails('a', 'empty'), fails('b', 'timeout'))).toMatchObject({ kind: 'timeout' });
    expect(await thrown(fails('a', 'empty'), refuses)).toMatchObject({ code: 'UNREADABLE_TARGET' });
  });
});
