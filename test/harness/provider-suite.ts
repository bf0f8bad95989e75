/** What every provider must make of its upstream's failures, tried against its twin on real sockets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/kernel/context.ts';
import type { FailureKind } from '../../src/kernel/failure.ts';
import { UpstreamFailure } from '../../src/kernel/failure.ts';
import type { ProviderFacts } from '../../src/kernel/provider.ts';
import type { Twin } from '../../src/sandbox/twin.ts';
import { benchOf, contextFor, failureOf, type TwinBench, wireFailures } from './context.ts';

export interface ProviderCase {
  provider: ProviderFacts;
  twin: Twin;
  /** One ordinary request. */
  ask(ctx: CallContext): Promise<unknown>;
  /** What the provider's own words for a failure must come to, by magic value. */
  failures: Readonly<Record<string, FailureKind>>;
  /** Seconds in the Retry-After of its rate limit; absent when it sends none. */
  retryAfterSeconds?: number;
}

/** Long enough for an answer over loopback, short enough to wait out what never comes. */
const TIMEOUT_MS = 700;

/** The suite; `more` adds what is special about one provider, on the same running twin. */
export function describeProvider(
  { provider, twin, ask, failures, retryAfterSeconds }: ProviderCase,
  more: (bench: () => TwinBench) => void = () => {},
): void {
  describe(provider.id, () => {
    let running: TwinBench | undefined;
    const bench = (): TwinBench => {
      if (!running) throw new Error('The twin is not running yet');
      return running;
    };
    beforeAll(async () => {
      running = await benchOf(twin);
    });
    afterAll(() => running?.close());

    it('has the id of its file and of its twin', () => {
      expect(provider.id).toBe(twin.id);
    });

    it('answers', async () => {
      await ask(bench().context());
    });

    it.each(Object.entries({ ...wireFailures, ...failures }))('tells %s as %s', async (magic, kind) => {
      const slow = magic in wireFailures;
      const failure = await failureOf(ask(bench().context({ magic, ...(slow ? { timeoutMs: TIMEOUT_MS } : {}) })));
      expect(failure).toMatchObject({ kind, source: provider.id });
    });

    it('keeps the time that a rate limit asks for', async () => {
      const { facts } = await failureOf(ask(bench().context({ magic: 'rate-limit' })));
      expect(facts.retryAfterMs).toBe(retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000);
    });

    it('is unconfigured without settings', async () => {
      const failure = await failureOf(ask(contextFor()));
      expect(failure.kind).toBe('unconfigured');
      expect(failure.facts.variables?.length).toBeGreaterThan(0);
    });

    it('fails without a server', async () => {
      const nobody = await benchOf(twin);
      const ctx = nobody.context();
      await nobody.close();
      await expect(ask(ctx)).rejects.toBeInstanceOf(UpstreamFailure);
    });

    more(bench);
  });
}
