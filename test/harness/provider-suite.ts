/** Suite of failures that every provider must handle, against its twin over real sockets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureKind } from '../../src/kernel/errors/failure.ts';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import type { ProviderDefinition } from '../../src/kernel/tool/provider.ts';
import type { Twin } from '../../src/sandbox/shared/twin.ts';
import { benchOf, contextFor, failureOf, type TwinBench, wireFailures } from './context.ts';
import { PROVIDER_TABLE, providerCells, tellsTitle, timeTitle } from './provider-table.ts';
import { textOf } from './sources.ts';

export interface ProviderCase {
  provider: ProviderDefinition;
  twin: Twin;
  /** One ordinary request. */
  ask(ctx: CallContext): Promise<unknown>;
  /** What the provider's own words for a failure must come to, by magic value; what is left out, as for all. */
  failures: Readonly<Record<string, FailureKind>>;
  /** Seconds in the Retry-After of its rate limit; absent when it sends none. */
  retryAfterSeconds?: number;
}

/** For what never comes, or too late; long enough that it has begun. */
const TIMEOUT_MS = 400;
const isTooSlow = (magic: string): boolean =>
  Object.entries(wireFailures).some(([name, kind]) => name === magic && kind === 'timeout');

/** Where an upstream has no words of its own. */
const commonFailures = { 'bad-key': 'auth', quota: 'quota', 'rate-limit': 'rate' } as const satisfies Record<
  string,
  FailureKind
>;

/** Longer than any test waits. */
const PATIENCE_SECONDS = 120;

/** The suite; `more` adds what is special about one provider, on the same running twin. */
export function describeProvider(
  { provider, twin, ask, failures, retryAfterSeconds }: ProviderCase,
  more: (bench: () => TwinBench) => void = () => {},
): void {
  const kinds: Readonly<Record<string, FailureKind>> = { ...wireFailures, ...commonFailures, ...failures };
  const namesTime = retryAfterSeconds !== undefined;
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

    for (const [magic, kind] of Object.entries(kinds)) {
      const [test, options] = isTooSlow(magic) ? [it.concurrent, { timeoutMs: TIMEOUT_MS }] : [it, {}];
      test(tellsTitle(magic, kind), async () => {
        const failure = await failureOf(ask(bench().context({ magic, ...options })));
        expect(failure).toMatchObject({ kind, source: provider.id });
      });
    }

    it(timeTitle(namesTime), async () => {
      const limited = async (retryAfter?: string | null) => {
        const options = retryAfter === undefined ? {} : { retryAfter };
        return (await failureOf(ask(bench().context({ magic: 'rate-limit', ...options })))).facts.retryAfterMs;
      };
      expect(await limited()).toBe(namesTime ? retryAfterSeconds * 1000 : undefined);
      expect(await limited(String(PATIENCE_SECONDS))).toBe(PATIENCE_SECONDS * 1000);
      // A few tell it in the body, too.
      expect([undefined, (retryAfterSeconds ?? 0) * 1000]).toContain(await limited(null));
    });

    it('stands in docs/providers.md as it is: `npm run snapshots` writes it', () => {
      const suite = (expect.getState().currentTestName ?? '').split(' > ').slice(0, -1).join(', ');
      expect(textOf(PROVIDER_TABLE)).toContain(`\n${providerCells({ suite, kinds, namesTime })}`);
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
