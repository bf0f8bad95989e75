import { abortSignalOf, type EndSignal } from './ending.ts';
import type { Attempt } from './failure.ts';
import type { RawInput } from './input.ts';
import type { PartResult } from './parts.ts';
import type { Log, ProviderSettings, Transport } from './ports.ts';
import type { Member, Mode, Principal } from './principal.ts';
import type { Registry } from './registry.ts';

/** Filled by declaration merging: each domain folder adds the member that tools use. */
// biome-ignore lint/suspicious/noEmptyInterface: members are added by the folders that own them
export interface Services {}

/** What remembers a provider's failures within one mode; see providers/health.ts. */
export interface ProviderHealth {
  /** Milliseconds until the provider may be asked again; 0 when it may be asked now. */
  parkedForMs(providerId: string): number;
  /** Runs one request under the provider's breaker. */
  guard<T>(providerId: string, run: () => Promise<T>): Promise<T>;
}

/** Everything of one mode that talks to upstreams: never shared between live and test. */
export interface UpstreamEnvironment {
  mode: Mode;
  transport: Transport;
  health: ProviderHealth;
  settings(providerId: string): ProviderSettings | null;
  /** Latency and outcome of one upstream request, for `/metrics`. */
  observe(providerId: string, outcome: string, ms: number): void;
}

export type UpstreamEnvironments = Readonly<Record<Mode, UpstreamEnvironment>>;

/** What a tool may tell about the server it runs on. */
export interface ServerFacts {
  version: string;
  /** Public address without a slash at the end. */
  baseUrl: string;
}

/** Two headers of the request, as they came. */
export interface Browser {
  /** Of the page that sends it; null for none. */
  origin: string | null;
  acceptLanguage: string | null;
}

/** What a tool's `run` gets beside its input. */
export interface CallContext {
  readonly requestId: string;
  readonly callId: string;
  readonly mode: Mode;
  readonly principal: Principal;
  /** The company that the call acts for; null where the tool's access does not ask for one. */
  readonly member: Member | null;
  readonly services: Services;
  readonly registry: Registry;
  readonly server: ServerFacts;
  readonly environment: UpstreamEnvironment;
  readonly log: Log;
  /** Ends when the call's (or this attempt's) time is up; for a free call also when the caller leaves. */
  readonly signal: EndSignal;
  /** Ends when nobody waits for the answer any more: start nothing new then. */
  readonly callerGone: EndSignal;
  /** Undefined over MCP and for calls of our own. */
  readonly browser: Browser | undefined;
  /** For a write that keeps a record of its own under it, in the transaction that does it. */
  readonly idempotencyKey: string | undefined;
  /** Milliseconds since the epoch at which `signal` ends. */
  readonly deadlineMs: number;
  /** Grows as sources are tried. */
  readonly attempts: Attempt[];
  /** Shown to a caller that asked for progress; `fraction` is 0–1. */
  reportProgress(fraction: number, message: string): void;
  /** Says that this is the recorded answer of an earlier call under the same idempotency key. */
  markReplayed(): void;
  /** Adds a sentence to `warnings[]` of the answer. */
  warn(sentence: string): void;
  /** Notes what the upstream costs the operator, in micro-USD. */
  meter(costMicros: number): void;
  /**
   * Tools with a `quote` only: runs another tool as a part of this call, charged to the same caller. Throws its
   * FareboxError when it fails; then it will not have been charged.
   */
  call(tool: string, input: RawInput): Promise<PartResult>;
}

/** What a quote is made from; no upstream may be asked. */
export type QuoteContext = Pick<
  CallContext,
  'requestId' | 'mode' | 'principal' | 'services' | 'registry' | 'environment' | 'log'
>;

/** A context for one attempt: same call, shorter time. */
export function withTimeout(ctx: CallContext, timeoutMs: number): CallContext {
  const deadlineMs = Math.min(ctx.deadlineMs, Date.now() + Math.floor(timeoutMs));
  if (deadlineMs === ctx.deadlineMs) return ctx;
  const signal = AbortSignal.any([
    abortSignalOf(ctx.signal),
    AbortSignal.timeout(Math.max(0, deadlineMs - Date.now())),
  ]);
  return { ...ctx, deadlineMs, signal };
}
