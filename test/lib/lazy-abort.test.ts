import { describe, expect, it, vi } from 'vitest';
import { LazyAbort, toAbortSignal } from '../../src/lib/lazy-abort.ts';

describe('a lazy abort', () => {
  it('tells each listener once, with the first reason', () => {
    const ending = new LazyAbort();
    const [first, second, gone] = [vi.fn(), vi.fn(), vi.fn()];
    ending.addEventListener('abort', first);
    ending.addEventListener('abort', gone);
    ending.addEventListener('abort', second);
    ending.removeEventListener('abort', gone);
    expect(ending.aborted).toBe(false);
    const reason = new Error('why');
    ending.abort(reason);
    ending.abort(new Error('again'));
    expect([first, second, gone].map((listener) => listener.mock.calls.length)).toEqual([1, 1, 0]);
    expect([ending.aborted, ending.reason]).toEqual([true, reason]);
  });

  it('tells nobody who comes later, as an AbortSignal does', () => {
    const ending = new LazyAbort();
    ending.abort();
    const late = vi.fn();
    ending.addEventListener('abort', late);
    ending.abort();
    expect(late).not.toHaveBeenCalled();
    expect(ending.reason).toBeInstanceOf(Error);
  });
});

describe('as an AbortSignal', () => {
  it('ends with it, before or after, for the same reason', () => {
    const reason = new Error('why');
    const [before, after] = [new LazyAbort(), new LazyAbort()];
    const early = toAbortSignal(before);
    expect(early.aborted).toBe(false);
    before.abort(reason);
    after.abort(reason);
    for (const signal of [early, toAbortSignal(after)]) expect([signal.aborted, signal.reason]).toEqual([true, reason]);
  });

  it('is the very same where it is one', () => {
    const { signal } = new AbortController();
    expect(toAbortSignal(signal)).toBe(signal);
  });
});
