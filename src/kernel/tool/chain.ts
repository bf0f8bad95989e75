/** Ordered fallback: the first provider that responds is used, within one deadline. */

import { FareboxError } from '../errors/errors.ts';
import { type Attempt, consequences, getWaitMs, UpstreamFailure } from '../errors/failure.ts';
import type { CallContext } from './context.ts';
import { withTimeout } from './context.ts';
import type { ProviderDefinition } from './provider.ts';
import { listRequiredVariables } from './provider.ts';

export interface Source<T> {
  provider: ProviderDefinition;
  run(ctx: CallContext): Promise<T>;
}

export interface SourceResult<T> {
  value: T;
  /** Name of the source in the strategy's table. */
  source: string;
  /** Id of the provider that answered: `sourceUsed` in answers. */
  sourceUsed: string;
  /** True when a source that was asked before this one failed. */
  fallbackUsed: boolean;
}

/** Below this an attempt is not worth starting. */
const ATTEMPT_MS_MIN = 200;

/**
 * Runs the named sources in order until one answers. Sources that are not set up, or cooling down, are passed over.
 * Each attempt may use an equal share of the time that is left. Nothing falls back after content that was declined,
 * and nothing starts once the caller has left. Throws the failure that explains most.
 */
export async function firstOf<Name extends string, T>(
  order: readonly Name[],
  sources: Readonly<Record<Name, Source<T>>>,
  ctx: CallContext,
): Promise<SourceResult<T>> {
  const failures: UpstreamFailure[] = [];
  const ready = order.filter((name) => ctx.environment.settings(sources[name].provider.id) !== null);
  if (ready.length === 0) throw createUnavailableError(order.map((name) => sources[name].provider));
  for (const [index, name] of ready.entries()) {
    const { provider, run } = sources[name];
    if (ctx.callerGone.aborted) throw new CallerGoneError();
    const remainingMs = ctx.deadlineMs - Date.now();
    if (remainingMs < ATTEMPT_MS_MIN && failures.length > 0) break;
    const startedMs = Date.now();
    try {
      const value = await run(withTimeout(ctx, remainingMs / (ready.length - index)));
      ctx.attempts.push({ source: provider.id, status: 'ok', ms: Date.now() - startedMs });
      return { value, source: name, sourceUsed: provider.id, fallbackUsed: failures.length > 0 };
    } catch (thrown) {
      const ms = Date.now() - startedMs;
      // What we refuse ourselves, such as a page that can't be read, ends the call: no other source is asked.
      if (thrown instanceof FareboxError) ctx.attempts.push({ source: provider.id, status: 'failed', ms });
      const failure = toFailure(thrown, provider.id, ctx);
      const status = failure.kind === 'parked' ? 'skipped' : 'failed';
      ctx.attempts.push({ source: provider.id, status, ms, kind: failure.kind });
      if (!consequences[failure.kind].fallsBack) throw failure;
      failures.push(failure);
    }
  }
  throw chooseWorst(failures);
}

/**
 * Asks the named sources at once and gives every answer, in the order of the names, in which the attempts are noted too.
 * Throws only when none answers: what explains most.
 */
export async function everyOf<Name extends string, T>(
  names: readonly Name[],
  sources: Readonly<Record<Name, Source<T>>>,
  ctx: CallContext,
): Promise<SourceResult<T>[]> {
  const ready = names.filter((name) => ctx.environment.settings(sources[name].provider.id) !== null);
  if (ready.length === 0) throw createUnavailableError(names.map((name) => sources[name].provider));
  const tries = ready.map((name): { name: Name; attempts: Attempt[] } => ({ name, attempts: [] }));
  const ends = await Promise.allSettled(
    tries.map((one) => firstOf([one.name], sources, { ...ctx, attempts: one.attempts })),
  );
  for (const { attempts } of tries) ctx.attempts.push(...attempts);
  const answers = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  if (answers.length > 0) return answers.map((answer) => ({ ...answer, fallbackUsed: answers.length < ready.length }));
  const thrown = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  const failures = thrown.filter((one) => one instanceof UpstreamFailure);
  const final = failures.find(({ kind }) => !consequences[kind].fallsBack);
  throw final ?? thrown.find((one) => !(one instanceof UpstreamFailure)) ?? chooseWorst(failures);
}

/** Nobody waits for the answer any more, and no source has given one. */
export class CallerGoneError extends Error {
  constructor() {
    super('The caller left before a source had answered');
    this.name = 'CallerLeft';
  }
}

/** The first of these providers that is set up; L1 tools have no fallback at run time. */
export function chooseConfigured<P extends ProviderDefinition>(providers: readonly P[], ctx: CallContext): P {
  const ready = providers.find((provider) => ctx.environment.settings(provider.id) !== null);
  if (!ready) throw createUnavailableError(providers);
  return ready;
}

export function createUnavailableError(providers: readonly ProviderDefinition[]): FareboxError {
  const variables = providers.flatMap(listRequiredVariables);
  return new FareboxError('TOOL_UNAVAILABLE', { details: { variables } });
}

function toFailure(thrown: unknown, source: string, ctx: CallContext): UpstreamFailure {
  if (thrown instanceof UpstreamFailure) return thrown;
  if (ctx.signal.aborted) return new UpstreamFailure('timeout', source, { cause: thrown });
  throw thrown;
}

/**
 * A real failure explains more than a source that was not asked. `empty` and `context` speak only when every source said
 * so: another one may still answer. With the shortest wait, where every source that may is paused.
 */
function chooseWorst(failures: readonly UpstreamFailure[]): UpstreamFailure {
  const open = failures.filter(({ kind }) => kind !== 'empty' && kind !== 'context');
  const real = open.filter(({ kind }) => kind !== 'parked');
  const tooLong = failures.filter(({ kind }) => kind === 'context');
  const worst = real.at(-1) ?? open.at(-1) ?? tooLong.at(-1) ?? failures.at(-1);
  if (!worst) return new UpstreamFailure('timeout', 'all sources');
  if (open.length === 0) return worst;
  return new UpstreamFailure(worst.kind, worst.source, { ...worst.facts, pausedMs: Math.min(...open.map(getWaitMs)) });
}
