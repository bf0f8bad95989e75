/** A call's context for tests of providers and tools: real sockets to twins, settings in hand, everything noted. */

import * as fastApi from '../../src/fastapi/request.ts';
import { BindingQuotes } from '../../src/kernel/call/binding-quotes.ts';
import type { FailureKind } from '../../src/kernel/errors/failure.ts';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import type { ProviderSettings, Transport } from '../../src/kernel/ports.ts';
import type { Mode, Principal } from '../../src/kernel/principal.ts';
import type { CallContext, Services, UpstreamEnvironment } from '../../src/kernel/tool/context.ts';
import { createRegistry } from '../../src/kernel/tool/registry.ts';
import { Secrets } from '../../src/ledger/secret.ts';
import { createHealth } from '../../src/providers/shared/health.ts';
import { healthOptions } from '../../src/providers/shared/health-options.ts';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import { createLiveTransport } from '../../src/providers/shared/network/transport.ts';
import type { Twin } from '../../src/sandbox/shared/twin.ts';
import { serveTwin } from '../../src/sandbox/shared/wire.ts';
import { sandboxClock } from './sandbox-clock.ts';

export interface ContextOptions {
  /** By provider id; what is missing is not set up. */
  settings?: Readonly<Record<string, ProviderSettings>>;
  transport?: Transport;
  mode?: Mode;
  principal?: Principal;
  timeoutMs?: number;
  left?: AbortSignal;
}

/** What the call noted beside its output. */
export interface TestContext extends CallContext {
  readonly warnings: string[];
  readonly metered: number[];
}

const nowhere: Transport = {
  send: () => Promise.reject(new Error('This test has no network')),
  admit: () => Promise.reject(new Error('This test has no network')),
};

/** The tools tried with this context use no service. */
const noServices: Services = Object.create(null);

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function contextFor({ timeoutMs = 5_000, mode = 'live', ...options }: ContextOptions = {}): TestContext {
  const warnings: string[] = [];
  const metered: number[] = [];
  const environment: UpstreamEnvironment = {
    mode,
    transport: options.transport ?? nowhere,
    health: createHealth(healthOptions[mode]),
    settings: (id) => options.settings?.[id] ?? null,
    observe: () => {},
  };
  const signal = AbortSignal.timeout(timeoutMs);
  return {
    requestId: 'req_test',
    callId: 'call_test',
    mode,
    principal: options.principal ?? { kind: 'anonymous', mode: 'live', ip: '127.0.0.1' },
    member: null,
    services: noServices,
    registry: createRegistry([], new Map()),
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'Asia/Tokyo' },
    environment,
    log: silent,
    share: { owner: 'test', isPaid: true },
    signal,
    end: signal,
    callerGone: options.left ?? new AbortController().signal,
    deadlineMs: Date.now() + timeoutMs,
    browser: undefined,
    idempotencyKey: undefined,
    attempts: [],
    markReplayed: () => {},
    addHeader: () => {},
    call: () => Promise.reject(new Error('This test calls no tool')),
    reportProgress: () => {},
    warn: (sentence) => warnings.push(sentence),
    meter: (micros) => metered.push(micros),
    warnings,
    metered,
  };
}

export interface TwinBench {
  /** A fresh context (nothing remembered of a provider) whose providers are the twins; `magic` is asked of each. */
  context(options?: Omit<ContextOptions, 'transport' | 'settings'> & BenchOptions): TestContext;
  /** Requests each twin has got, by provider id. */
  requests(id: string): number;
  close(): Promise<void>;
}

export interface BenchOptions {
  /** A magic value without `sandbox:`, such as `cut` or `down@deepl`. */
  magic?: string;
  /** The Retry-After of every reply; null takes it away. Default: as the twin sends it. */
  retryAfter?: string | null;
  /** Provider settings beside the address. Default: an API key for all. `null`: not set up. */
  settings?: Readonly<Record<string, ProviderSettings | null>>;
}

/** What every provider of a test is set up with: a key, and the operator's word for servers that fetch. */
const usual = { apiKey: 'key-of-the-test', trustedFetcher: 'true' };

/** Serves twins as real HTTP servers on loopback. */
export async function benchOf(...twins: readonly Twin[]): Promise<TwinBench> {
  const network = createLiveTransport({ guard: createAddressGuard(), userAgent: 'Farebox/test' });
  const servers = await Promise.all(
    twins.map(async (twin) => [twin.id, await serveTwin(unasked(twin), sandboxClock)] as const),
  );
  return {
    context({ magic, retryAfter, settings = {}, ...options } = {}) {
      const entries = servers
        .filter(([id]) => settings[id] !== null)
        .map(([id, { url }]) => [id, { ...usual, ...settings[id], baseUrl: url }]);
      const asked = magic === undefined ? network : asking(network, magic);
      const transport = retryAfter === undefined ? asked : patient(asked, retryAfter);
      return contextFor({ ...options, transport, settings: Object.fromEntries(entries) });
    },
    requests: (id) => servers.find(([name]) => name === id)?.[1].requests ?? 0,
    async close() {
      await network.close();
      await Promise.all(servers.map(([, server]) => server.close()));
    },
  };
}

/** The magic value rides in the query, so that every provider can be made to fail, whatever its input is. */
function asking(network: Transport, magic: string): Transport {
  return {
    admit: (url) => network.admit(url),
    send(request) {
      const url = new URL(request.url);
      url.searchParams.set('test', `sandbox:${magic}`);
      return network.send({ ...request, url });
    },
  };
}

/** Replies that name this time to wait, or none. */
function patient(transport: Transport, retryAfter: string | null): Transport {
  return {
    admit: (url) => transport.admit(url),
    async send(request) {
      const reply = await transport.send(request);
      const { 'retry-after': _left, ...headers } = reply.headers;
      reply.headers = retryAfter === null ? headers : { ...headers, 'retry-after': retryAfter };
      return reply;
    },
  };
}

/** The twin without the query parameter that only the test has added: some upstreams refuse unknown ones. */
function unasked(twin: Twin): Twin {
  return {
    ...twin,
    handle(request) {
      const url = new URL(request.url);
      url.searchParams.delete('test');
      return twin.handle({ ...request, url });
    },
  };
}

/** The kind of failure a promise ends with; throws when it ends otherwise. */
export async function failureOf(promise: Promise<unknown>): Promise<UpstreamFailure> {
  const thrown = await promise.then(
    (value) => new Error(`It answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (thrown instanceof UpstreamFailure) return thrown;
  throw thrown;
}

/** What breaks on the way is told the same for every upstream. */
export const wireFailures = {
  cut: 'cut',
  reset: 'cut',
  hang: 'timeout',
  stall: 'timeout',
  'slow=2000': 'timeout',
  malformed: 'malformed',
  html: 'malformed',
  blank: 'malformed',
} as const satisfies Record<string, FailureKind>;

export const createQuotes = (): BindingQuotes =>
  new BindingQuotes(new Secrets('a secret of this test alone, 32 bytes', []), { fastApi });
