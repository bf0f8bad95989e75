import type { CallContext, Services } from '../../src/kernel/tool/context.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';

export const emptyRegistry: Registry = {
  tools: [],
  toolsets: new Map(),
  presets: [],
  get: () => undefined,
  nearest: () => [],
};

interface Options {
  /** Ids of the providers that are set up; default: all. */
  configured?: string[];
  left?: AbortSignal;
  timeoutMs?: number;
}

/** What only the kernel decides needs no service. */
const noServices: Services = Object.create(null);
const nowhere = () => Promise.reject(new Error('no network here'));
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A context with no network behind it, for what only the kernel decides. */
export function aContext({ configured, left, timeoutMs = 30_000 }: Options = {}): CallContext {
  const { signal } = new AbortController();
  return {
    requestId: 'req_test',
    callId: 'call_test',
    mode: 'test',
    principal: { kind: 'anonymous', mode: 'live', ip: '127.0.0.1' },
    member: null,
    services: noServices,
    registry: emptyRegistry,
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    environment: {
      mode: 'test',
      transport: { send: nowhere, admit: nowhere },
      health: { pausedForMs: () => 0, guard: (_id, run) => run() },
      settings: (id) => (configured === undefined || configured.includes(id) ? {} : null),
      observe: () => {},
    },
    log: silent,
    share: { owner: 'test', isPaid: true },
    signal,
    end: signal,
    callerGone: left ?? new AbortController().signal,
    deadlineMs: Date.now() + timeoutMs,
    browser: undefined,
    idempotencyKey: undefined,
    attempts: [],
    markReplayed: () => {},
    addHeader: () => {},
    call: nowhere,
    reportProgress: () => {},
    warn: () => {},
    meter: () => {},
  };
}
