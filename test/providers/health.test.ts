/** Memory of failing providers, its duration, and the separation of test and live. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  consequences,
  type FailureKind,
  UpstreamFailure,
  type UpstreamFailureDetails,
} from '../../src/kernel/errors/failure.ts';
import { CallerGoneError } from '../../src/kernel/tool/chain.ts';
import type { UpstreamEnvironment } from '../../src/kernel/tool/context.ts';
import type { ProviderHealth, RequestScope } from '../../src/kernel/tool/provider.ts';
import { createEnvironment } from '../../src/providers/shared/environment.ts';
import { createHealth, type Health } from '../../src/providers/shared/health.ts';
import { healthOptions } from '../../src/providers/shared/health-options.ts';

const live = healthOptions.live;
let health: Health;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  health = createHealth(live);
});
afterEach(() => vi.useRealTimers());

const fail = (kind: FailureKind, facts: UpstreamFailureDetails = {}, on: ProviderHealth = health): Promise<unknown> =>
  on
    .guard('demo', () => Promise.reject(new UpstreamFailure(kind, 'demo', facts)))
    .then(
      () => 'ok',
      (thrown) => (thrown instanceof UpstreamFailure ? thrown.kind : thrown),
    );
const succeed = (on: ProviderHealth = health): Promise<string> => on.guard('demo', async () => 'ok');
const kinds = Object.keys(consequences).filter((kind): kind is FailureKind => kind in consequences);
const withEffect = (effect: string): FailureKind[] => kinds.filter((kind) => consequences[kind].breaker === effect);

describe('the breaker', () => {
  it.each(withEffect('count'))('opens after %s in a row', async (kind) => {
    for (let i = 0; i < live.failuresMax; i++) expect(await fail(kind)).toBe(kind);
    expect(health.pausedForMs('demo')).toBe(live.open.firstMs);
    let asked = false;
    const refused = health.guard('demo', async () => {
      asked = true;
    });
    await expect(refused).rejects.toMatchObject({ kind: 'parked', facts: { retryAfterMs: live.open.firstMs } });
    expect(asked).toBe(false);
    expect(health.pausedForMs('another')).toBe(0);
  });

  it('starts counting anew after an answer, of whatever kind', async () => {
    for (const answer of [succeed, () => fail('empty'), () => fail('not_found'), () => fail('bad_request')]) {
      for (let i = 0; i < live.failuresMax - 1; i++) await fail('timeout');
      await answer();
    }
    expect(health.pausedForMs('demo')).toBe(0);
  });

  it.each(withEffect('none'))('does not move for %s', async (kind) => {
    for (let i = 0; i < live.failuresMax * 2; i++) await fail(kind);
    expect(health.pausedForMs('demo')).toBe(0);
    expect(await succeed()).toBe('ok');
  });

  it('does not move for callers who leave', async () => {
    for (let i = 0; i < live.failuresMax * 2; i++) {
      await expect(health.guard('demo', () => Promise.reject(new CallerGoneError()))).rejects.toBeInstanceOf(
        CallerGoneError,
      );
    }
    expect(await succeed()).toBe('ok');
  });

  it('lets one request through when the time is over, and closes when it succeeds', async () => {
    for (let i = 0; i < live.failuresMax; i++) await fail('cut');
    vi.advanceTimersByTime(live.open.firstMs);
    let answer: (value: string) => void = () => {};
    const probe = health.guard('demo', () => new Promise<string>((resolve) => (answer = resolve)));
    await expect(succeed()).rejects.toMatchObject({ kind: 'parked' });
    answer('well');
    expect(await probe).toBe('well');
    expect(await succeed()).toBe('ok');
  });

  it('stays open for longer each time the probe fails, up to a bound', async () => {
    for (let i = 0; i < live.failuresMax; i++) await fail('cut');
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      vi.advanceTimersByTime(health.pausedForMs('demo'));
      expect(await fail('timeout')).toBe('timeout');
      waits.push(health.pausedForMs('demo'));
    }
    expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  it('is not closed by a request that set out before it opened', async () => {
    let answer: (value: string) => void = () => {};
    const early = health.guard('demo', () => new Promise<string>((resolve) => (answer = resolve)));
    for (let i = 0; i < live.failuresMax; i++) await fail('cut');
    answer('late');
    expect(await early).toBe('late');
    expect(health.readState('demo')).toBe('open');
    await expect(succeed()).rejects.toMatchObject({ kind: 'parked' });
  });

  it('stays open when the probe proves nothing because its caller left', async () => {
    for (let i = 0; i < live.failuresMax; i++) await fail('cut');
    vi.advanceTimersByTime(live.open.firstMs);
    await health.guard('demo', () => Promise.reject(new CallerGoneError())).catch(() => {});
    await expect(succeed()).rejects.toMatchObject({ kind: 'parked' });
  });
});

describe('whose failures count', () => {
  const by = (caller: string, input: string, model?: string): RequestScope => ({
    caller,
    model,
    hashInput: () => input,
  });
  const failBy = (scope: RequestScope, kind: FailureKind = 'malformed', facts: UpstreamFailureDetails = {}) =>
    health
      .guard('demo', () => Promise.reject(new UpstreamFailure(kind, 'demo', facts)), scope)
      .then(
        () => 'ok',
        (thrown) => (thrown instanceof UpstreamFailure ? thrown.kind : thrown),
      );
  const succeedBy = (scope: RequestScope): Promise<string> => health.guard('demo', async () => 'ok', scope);
  const requestKinds = ['malformed', 'lying', 'timeout', 'cut'] as const;

  it.each(requestKinds)('leaves every input but one usable however often that one is %s', async (kind) => {
    for (let i = 0; i < 20; i++) expect(await failBy(by('a', 'odd'), kind)).toBe(kind);
    expect(await succeedBy(by('a', 'fine'))).toBe('ok');
    expect(await succeedBy(by('b', 'odd'))).toBe('ok');
  });

  it.each(requestKinds)('never closes the tool to others when many inputs of one caller are %s', async (kind) => {
    for (let i = 0; i < 20; i++) expect(await failBy(by('a', `odd ${i}`), kind)).toBe(kind);
    expect(health.pausedForMs('demo')).toBe(0);
    expect(health.readState('demo')).toBe('up');
    expect(await failBy(by('a', 'odd 19'), kind)).toBe('parked');
    let answer: (value: string) => void = () => {};
    const slow = health.guard('demo', () => new Promise<string>((resolve) => (answer = resolve)), by('a', 'odd 20'));
    expect(await failBy(by('a', 'odd 21'), kind)).toBe('parked');
    expect(await succeedBy(by('b', 'fine'))).toBe('ok');
    answer('late');
    await slow;
    expect(await succeedBy(by('a', 'fine'))).toBe('ok');
  });

  it('opens when different inputs of several callers fail', async () => {
    for (const [i, caller] of ['a', 'b', 'a', 'c', 'b'].entries()) await failBy(by(caller, `input ${i}`), 'timeout');
    expect(health.readState('demo')).toBe('open');
    expect(await failBy(by('d', 'another'))).toBe('parked');
  });

  it('opens for one caller whose requests all find the server down', async () => {
    for (let i = 0; i < live.failuresMax; i++) await failBy(by('a', 'same'), 'overloaded', { status: 503 });
    expect(health.readState('demo')).toBe('open');
  });

  it.each(['retired', 'rate', 'quota'] as const)('pauses the model alone after %s', async (kind) => {
    await failBy(by('a', 'x', 'large'), kind);
    expect(await failBy(by('b', 'y', 'large'))).toBe('parked');
    expect(health.listPausedModels('demo')).toEqual(['large']);
    expect([health.pausedForMs('demo'), health.pausedForMs('demo', 'fast')]).toEqual([0, 0]);
    expect(health.pausedForMs('demo', 'large')).toBeGreaterThan(0);
    expect(await succeedBy(by('a', 'x', 'fast'))).toBe('ok');
    expect(health.readState('demo')).toBe('up');
  });

  it('parks the provider after a refused key, whatever the model', async () => {
    await failBy(by('a', 'x', 'large'), 'auth');
    expect(await failBy(by('b', 'y', 'fast'))).toBe('parked');
    expect(health.pausedForMs('demo', 'fast')).toBe(live.park.firstMs);
  });

  it('forgets an outage of the provider when a model refuses the probe', async () => {
    for (let i = 0; i < live.failuresMax; i++) await failBy(by('a', 'x', `model ${i}`), 'unreachable');
    expect(await failBy(by('b', 'y', 'fast'))).toBe('parked');
    vi.advanceTimersByTime(live.open.firstMs);
    expect(await failBy(by('a', 'x', 'large'), 'rate', { status: 429 })).toBe('rate');
    expect(await succeedBy(by('a', 'x', 'fast'))).toBe('ok');
  });
});

describe('pauses', () => {
  it.each([503, 529])('last as long as a %i asks, within a bound', async (status) => {
    await fail('overloaded', { status, retryAfterMs: 120_000 });
    expect(health.pausedForMs('demo')).toBe(120_000);
    vi.advanceTimersByTime(120_000);
    await fail('overloaded', { status, retryAfterMs: 86_400_000 });
    expect(health.pausedForMs('demo')).toBe(live.cool.maxMs);
  });

  it('lasts as long as the provider asks after a rate limit, within a bound', async () => {
    await fail('rate', { retryAfterMs: 7_000 });
    expect(health.pausedForMs('demo')).toBe(7_000);
    vi.advanceTimersByTime(7_000);
    await fail('rate', { retryAfterMs: 86_400_000 });
    expect(health.pausedForMs('demo')).toBe(live.cool.maxMs);
  });

  it.each(withEffect('park'))('parks after %s, longer each time, until it succeeds', async (kind) => {
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      await fail(kind);
      waits.push(health.pausedForMs('demo'));
      await expect(succeed()).rejects.toMatchObject({ kind: 'parked' });
      vi.advanceTimersByTime(health.pausedForMs('demo'));
    }
    expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 900_000, 900_000]);
    expect(await succeed()).toBe('ok');
    await fail(kind);
    expect(health.pausedForMs('demo')).toBe(live.park.firstMs);
  });

  it('counts failures that arrive together once', async () => {
    await Promise.all([fail('auth'), fail('auth'), fail('auth')]);
    vi.advanceTimersByTime(live.park.firstMs);
    await fail('auth');
    expect(health.pausedForMs('demo')).toBe(live.park.firstMs * 2);
  });
});

describe('what is long ago', () => {
  it('is no failure in a row any more', async () => {
    for (let i = 0; i < live.failuresMax - 1; i++) await fail('timeout');
    vi.advanceTimersByTime(live.forgetMs + 1);
    for (let i = 0; i < live.failuresMax - 1; i++) expect(await fail('timeout')).toBe('timeout');
    expect(health.pausedForMs('demo')).toBe(0);
    await fail('timeout');
    expect(health.pausedForMs('demo')).toBe(live.open.firstMs);
  });

  it.each(['auth', 'rate'] as const)('makes no pause after %s longer', async (kind) => {
    await fail(kind);
    const firstMs = health.pausedForMs('demo');
    vi.advanceTimersByTime(firstMs);
    await fail(kind);
    expect(health.pausedForMs('demo')).toBe(firstMs * 2);
    vi.advanceTimersByTime(firstMs * 2 + live.forgetMs + 1);
    await fail(kind);
    expect(health.pausedForMs('demo')).toBe(firstMs);
  });
});

describe('after parking', () => {
  const held = (): { done: Promise<unknown>; answer(): void; refuse(kind: FailureKind): void } => {
    let [answer, reject]: [() => void, (failure: Error) => void] = [() => {}, () => {}];
    const running = new Promise<void>((resolve, refuse) => {
      [answer, reject] = [resolve, refuse];
    });
    const done = health.guard('demo', () => running).catch(() => {});
    return { done, answer: () => answer(), refuse: (kind) => reject(new UpstreamFailure(kind, 'demo')) };
  };

  it('one request finds out, the others are spared', async () => {
    await fail('auth');
    vi.advanceTimersByTime(live.park.firstMs);
    const probe = held();
    await expect(succeed()).rejects.toMatchObject({ kind: 'parked' });
    expect(health.readState('demo')).toBe('parked');
    probe.answer();
    await probe.done;
    expect(health.readState('demo')).toBe('up');
    expect(await Promise.all([succeed(), succeed()])).toEqual(['ok', 'ok']);
  });

  it('an empty answer is an answer, a failure is none', async () => {
    await fail('quota');
    vi.advanceTimersByTime(live.park.firstMs);
    const late = held();
    late.refuse('timeout');
    await late.done;
    expect(health.readState('demo')).toBe('parked');
    expect(await fail('empty')).toBe('empty');
    expect(health.readState('demo')).toBe('up');
  });

  it('a request from before does not count as the one that finds out', async () => {
    const early = held();
    await fail('auth');
    vi.advanceTimersByTime(live.park.firstMs);
    const probe = held();
    early.refuse('timeout');
    await early.done;
    await expect(succeed()).rejects.toMatchObject({ kind: 'parked' });
    probe.answer();
    await probe.done;
    expect(await succeed()).toBe('ok');
  });
});

describe('the state that is shown', () => {
  it('is up, parked or open', async () => {
    expect(health.readState('demo')).toBe('up');
    await fail('rate', { retryAfterMs: 5_000 });
    expect(health.readState('demo')).toBe('parked');
    vi.advanceTimersByTime(5_000);
    expect(health.readState('demo')).toBe('up');
    for (let i = 0; i < live.failuresMax; i++) await fail('cut');
    expect(health.readState('demo')).toBe('open');
    vi.advanceTimersByTime(live.open.firstMs);
    expect(health.readState('demo')).toBe('open');
    await succeed();
    expect(health.readState('demo')).toBe('up');
  });
});

describe('live and test', () => {
  const environmentFor = (mode: 'live' | 'test'): UpstreamEnvironment => {
    const transport = { send: () => Promise.reject(new Error('unused')), admit: async () => {} };
    return createEnvironment({ mode, transport, settings: { demo: { baseUrl: 'https://demo.invalid' } } });
  };

  it('share nothing: a tripped test breaker leaves live as it was', async () => {
    const [inLive, inTest] = [environmentFor('live'), environmentFor('test')];
    for (let i = 0; i < 20; i++) await fail('timeout', {}, inTest.health);
    expect(inTest.health.pausedForMs('demo')).toBeGreaterThan(0);
    await expect(succeed(inTest.health)).rejects.toMatchObject({ kind: 'parked' });
    expect(inLive.health.pausedForMs('demo')).toBe(0);
    expect(await succeed(inLive.health)).toBe('ok');
  });

  it('forgets chosen failures at once in test mode: one caller must not disturb the next', async () => {
    const { health: inTest } = environmentFor('test');
    for (const kind of [...withEffect('park'), ...withEffect('cool')]) {
      await fail(kind, { retryAfterMs: 30_000 }, inTest);
      expect(await succeed(inTest)).toBe('ok');
    }
  });

  it('knows only the providers that are set up', () => {
    expect(environmentFor('live').settings('demo')).not.toBeNull();
    expect(environmentFor('live').settings('toString')).toBeNull();
  });
});
