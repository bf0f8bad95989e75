/**
 * Tracks how healthy each provider is within one mode: a circuit breaker, pauses the provider asked for, and pauses after
 * a refused key or bill. State is kept per model where a request names one, so that one model's failure leaves the
 * provider's other models usable. A custom breaker, because whose failures count is specific to this product: one
 * caller's unusual inputs must not close a tool for everybody.
 */
import { type BreakerEffect, consequences, type FailureKind, UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { ProviderHealth, RequestScope } from '../../kernel/tool/provider.ts';
import type { HealthOptions, Pause } from './health-options.ts';

/** Failed request and its caller. Failures that depend on neither have a unique value for both. */
interface FailureSample {
  input: string | symbol;
  caller: string | symbol;
}

/** State of one provider, or of one of its models. */
interface Memory {
  /** Failures in a row, for different inputs, and the time of the last one. */
  samples: FailureSample[];
  failedMs: number;
  /** How often the circuit has opened without closing between; 0 while it is closed. */
  opens: number;
  /** Milliseconds since the epoch until which requests are held back; one for each reason. */
  openUntilMs: number;
  pausedUntilMs: number;
  /** Pauses in a row that did not help. */
  pauses: number;
  /** Parked, and nothing since has shown that it is over. */
  isPaused: boolean;
  /** A request is finding out whether it works again. */
  isProbing: boolean;
}

/** `open`: its circuit is open or being tested; `parked`: it refused our key or bill, or asked for a pause. */
export type ProviderState = 'up' | 'parked' | 'open';

export interface Health extends ProviderHealth {
  readState(providerId: string): ProviderState;
  /** Ids of its models that are paused while others are usable. */
  listPausedModels(providerId: string): string[];
}

/** Enough to tell whether a failure is new, while a circuit stays open for long. */
const SAMPLES_MAX = 20;
/** A provider has a handful of models; ids of callers never get here. */
const MODELS_MAX = 50;
const PROBING_WAIT_MS = 1_000;
/** They are about the key: with keys that have a health of their own, the provider has answered. */
export const KEY_FAILURES: readonly FailureKind[] = ['auth', 'quota', 'rate'];

/** A request's part in one memory. */
interface Part {
  memory: Memory;
  /** Its answer closes the circuit or ends the parking. */
  isTrial: boolean;
  /** While it runs, no other request may find out. */
  isExclusive: boolean;
}

export function createHealth(options: HealthOptions): Health {
  const providers = new Map<string, Memory>();
  const models = new Map<string, Map<string, Memory>>();
  const openScope = (providerId: string, scope: RequestScope | undefined): Scope => {
    const provider = open(providers, providerId);
    if (scope?.model === undefined) return { provider };
    const own = models.get(providerId) ?? new Map<string, Memory>();
    models.set(providerId, own);
    if (own.size >= MODELS_MAX && !own.has(scope.model)) own.clear();
    return { provider, model: open(own, scope.model) };
  };
  return {
    pausedForMs(providerId, model) {
      const own = model === undefined ? undefined : models.get(providerId)?.get(model);
      return Math.max(computeWaitMs(providers.get(providerId), options), computeWaitMs(own, options));
    },
    readState(providerId) {
      const memory = providers.get(providerId);
      if (!memory || (memory.opens > 0 && isInDoubt(memory, options))) return 'up';
      if (memory.opens > 0) return 'open';
      return memory.isPaused || memory.pausedUntilMs > Date.now() ? 'parked' : 'up';
    },
    listPausedModels(providerId) {
      return [...(models.get(providerId) ?? [])]
        .filter(([, memory]) => computeWaitMs(memory, options) > 0)
        .map(([model]) => model);
    },
    async guard(providerId, run, scope) {
      const { provider, model } = openScope(providerId, scope);
      const memories = model ? [provider, model] : [provider];
      const parts = memories.map((memory) => ({ memory, ...admit(memory, providerId, scope, options) }));
      for (const { memory, isExclusive } of parts) if (isExclusive) memory.isProbing = true;
      try {
        const value = await run();
        for (const { memory, isTrial } of parts) {
          memory.pauses = 0;
          noteAnswer(memory, isTrial);
        }
        return value;
      } catch (thrown) {
        for (const part of parts) {
          const isConcern = isConcerned(part.memory, memories, thrown);
          noteFailure(part, { thrown, isConcern, scope }, options);
        }
        if (thrown instanceof UpstreamFailure) tellPause(thrown, memories, options);
        throw thrown;
      } finally {
        for (const { memory, isExclusive } of parts) if (isExclusive) memory.isProbing = false;
      }
    },
  };
}

interface Scope {
  provider: Memory;
  model?: Memory;
}

function open(memories: Map<string, Memory>, id: string): Memory {
  const existing = memories.get(id);
  if (existing) return existing;
  const created: Memory = {
    samples: [],
    failedMs: 0,
    opens: 0,
    openUntilMs: 0,
    pausedUntilMs: 0,
    pauses: 0,
    isPaused: false,
    isProbing: false,
  };
  memories.set(id, created);
  return created;
}

/** Milliseconds until anybody may ask again: a circuit in doubt holds nobody back but its samples. */
function computeWaitMs(memory: Memory | undefined, options: HealthOptions): number {
  if (!memory || (memory.openUntilMs === 0 && memory.pausedUntilMs === 0)) return 0;
  const openUntilMs = isInDoubt(memory, options) ? 0 : memory.openUntilMs;
  return Math.max(0, openUntilMs - Date.now(), memory.pausedUntilMs - Date.now());
}

/** Too few callers have failed to tell an outage from unusual inputs. */
function isInDoubt({ samples }: Memory, { callersMin }: HealthOptions): boolean {
  return new Set(samples.map(({ caller }) => caller)).size < callersMin;
}

/** Throws `parked` when the request must not be sent now. */
function admit(
  memory: Memory,
  providerId: string,
  scope: RequestScope | undefined,
  options: HealthOptions,
): Pick<Part, 'isTrial' | 'isExclusive'> {
  const nowMs = Date.now();
  const refuse = (untilMs: number): never => {
    const retryAfterMs = untilMs > nowMs ? untilMs - nowMs : PROBING_WAIT_MS;
    throw new UpstreamFailure('parked', providerId, { retryAfterMs });
  };
  if (memory.pausedUntilMs > nowMs) refuse(Math.max(memory.pausedUntilMs, memory.openUntilMs));
  const isTrial = memory.opens > 0;
  if (!isTrial && !memory.isPaused) return { isTrial, isExclusive: false };
  if (isTrial && scope !== undefined && isInDoubt(memory, options)) {
    if (!memory.samples.some(({ caller }) => caller === scope.caller)) return { isTrial, isExclusive: false };
    const isKnown = memory.openUntilMs > nowMs && hasInput(memory, scope.hashInput());
    if (isKnown || memory.isProbing) refuse(isKnown ? memory.openUntilMs : 0);
    return { isTrial, isExclusive: true };
  }
  if (memory.openUntilMs > nowMs || memory.isProbing) refuse(memory.openUntilMs);
  return { isTrial, isExclusive: true };
}

const hasInput = ({ samples }: Memory, hash: string): boolean => samples.some(({ input }) => input === hash);

/** Only a trial may close an open circuit: other requests were sent while it was closed. */
function noteAnswer(memory: Memory, isTrial: boolean): void {
  memory.isPaused = false;
  if (memory.opens > 0 && !isTrial) return;
  memory.samples = [];
  memory.opens = 0;
  memory.openUntilMs = 0;
}

/** Failures of the connection or the key concern the provider; all others concern the model, where one is named. */
function isConcerned(memory: Memory, [provider, model]: readonly Memory[], thrown: unknown): boolean {
  if (model === undefined || !(thrown instanceof UpstreamFailure)) return true;
  const isAboutProvider = thrown.kind === 'unreachable' || thrown.kind === 'auth';
  return memory === (isAboutProvider ? provider : model);
}

/** A trial must prove health, so anything but an answer leaves the circuit open. */
function noteFailure(
  { memory, isTrial }: Part,
  { thrown, isConcern, scope }: { thrown: unknown; isConcern: boolean; scope: RequestScope | undefined },
  options: HealthOptions,
): void {
  const effect = findEffect(thrown, scope);
  const hasAnswered = thrown instanceof UpstreamFailure && thrown.facts.status !== undefined && !isConcern;
  if (effect === 'none' || hasAnswered) {
    noteAnswer(memory, isTrial);
    return;
  }
  if (isConcern && (effect === 'cool' || effect === 'park')) pause(memory, effect, options, thrown);
  if (isConcern && effect === 'count') addSample(memory, thrown, scope, options);
  if (isTrial || (memory.opens === 0 && memory.samples.length >= options.failuresMax)) openCircuit(memory, options);
}

/** The same input counts once, however often it is tried. */
function addSample(memory: Memory, thrown: unknown, scope: RequestScope | undefined, options: HealthOptions): void {
  const nowMs = Date.now();
  if (nowMs - memory.failedMs > options.forgetMs) memory.samples = [];
  memory.failedMs = nowMs;
  const isOutage = scope === undefined || isServerDown(thrown);
  const input = isOutage ? Symbol('any input') : scope.hashInput();
  if (typeof input === 'string' && hasInput(memory, input)) return;
  memory.samples.push({ input, caller: isOutage ? Symbol('any caller') : scope.caller });
  if (memory.samples.length > SAMPLES_MAX) memory.samples.shift();
}

const UNAVAILABLE_STATUSES: readonly number[] = [498, 502, 503, 529];

/** No input can cause it: no connection was made, or the server says that it is down. */
function isServerDown(thrown: unknown): boolean {
  if (!(thrown instanceof UpstreamFailure)) return false;
  const { status } = thrown.facts;
  return thrown.kind === 'unreachable' || (status !== undefined && UNAVAILABLE_STATUSES.includes(status));
}

/** For longer each time that it did not help. */
function openCircuit(memory: Memory, options: HealthOptions): void {
  memory.openUntilMs = Date.now() + computePauseMs(options.open, memory.opens);
  memory.opens++;
}

/** `undefined`: says nothing about the provider (the caller left, the server stops). */
function findEffect(thrown: unknown, scope: RequestScope | undefined): BreakerEffect | undefined {
  if (!(thrown instanceof UpstreamFailure)) return undefined;
  if (scope?.hasOwnKeys && KEY_FAILURES.includes(thrown.kind)) return 'none';
  const { breaker } = consequences[thrown.kind];
  return breaker === 'count' && isServerDown(thrown) && thrown.facts.retryAfterMs ? 'cool' : breaker;
}

function pause(memory: Memory, effect: 'cool' | 'park', options: HealthOptions, thrown: unknown): void {
  const nowMs = Date.now();
  if (memory.pausedUntilMs > nowMs) return;
  if (nowMs - memory.pausedUntilMs > options.forgetMs) memory.pauses = 0;
  const retryAfterMs = thrown instanceof UpstreamFailure ? thrown.facts.retryAfterMs : undefined;
  const ms =
    retryAfterMs === undefined
      ? computePauseMs(options[effect], memory.pauses)
      : Math.min(retryAfterMs, options[effect].maxMs);
  memory.pauses++;
  memory.pausedUntilMs = nowMs + ms;
  // Chosen failures of test keys park nothing.
  if (effect === 'park' && ms > 0) memory.isPaused = true;
}

/** Tells the caller how long nobody is let through, which may be less than the provider asked for. */
function tellPause(failure: UpstreamFailure, memories: readonly Memory[], options: HealthOptions): void {
  const waitMs = Math.max(...memories.map((memory) => computeWaitMs(memory, options)));
  if (waitMs > 0) failure.facts.pausedMs = waitMs;
}

function computePauseMs({ firstMs, maxMs }: Pause, times: number): number {
  return Math.min(firstMs * 2 ** Math.min(times, 20), maxMs);
}
