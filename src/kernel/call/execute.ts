/** Runs one tool: one deadline, one signal, and an output that fits its schema. */

import { namesVersion } from '../../lib/etag.ts';
import { LazyAbort } from '../../lib/lazy-abort.ts';
import { FareboxError } from '../errors/errors.ts';
import { UpstreamFailure } from '../errors/failure.ts';
import type { Principal } from '../principal.ts';
import { prefersHtml } from '../tool/browser.ts';
import type { CallContext, QuoteContext, RegisteredTool, Registry } from '../tool/context.ts';
import { computeFingerprint } from '../tool/input.ts';
import { isReply, NotModified } from '../tool/reply.ts';
import { AnswerCache } from './answer-cache.ts';
import { type ExecutorDeps, findRegistry } from './call-deps.ts';
import type { CallExecution, ExecutionNotes, ExecutionResult } from './execution.ts';
import { RunContext } from './run-context.ts';

export class Executor {
  readonly #deps: ExecutorDeps;
  readonly #answers: AnswerCache;
  readonly #stops = new Set<() => void>();

  constructor(deps: ExecutorDeps) {
    this.#deps = deps;
    this.#answers = new AnswerCache(deps.answerStore);
  }

  registryFor(principal: Principal): Registry {
    return findRegistry(this.#deps, principal);
  }

  /** What a composed tool prices this input from. */
  createQuoteContext({ principal, options: { requestId } }: CallExecution): QuoteContext {
    const { services, environments, log } = this.#deps;
    const registry = findRegistry(this.#deps, principal);
    const { mode } = principal;
    return { requestId, mode, principal, services, registry, environment: environments[mode], log };
  }

  /** Ends every run; each fails with DRAINING. */
  stopAll(): void {
    for (const end of this.#stops) end();
  }

  /** Runs the tool, or serves an identical call's answer where the tool allows that. */
  execute(execution: CallExecution, endsWithCaller: boolean, notes: ExecutionNotes): Promise<ExecutionResult> {
    const { tool, principal, callerGone } = execution;
    const policy = tool.definition.cache;
    if (!policy) return this.#runTool(execution, endsWithCaller, notes);
    const owner = policy.scope !== 'public' && 'accountId' in principal ? principal.accountId : 'public';
    const key = `${principal.mode} ${owner} ${computeFingerprint(tool.name, execution.input)}`;
    const tooLate = (): Error => new UpstreamFailure('timeout', tool.name);
    const waiter = { callerGone, timeoutMs: tool.timeoutMs, tooLate };
    return this.#answers.share(key, policy, waiter, (everybodyGone) =>
      this.#runTool({ ...execution, callerGone: everybodyGone }, endsWithCaller, notes),
    );
  }

  /** Runs the tool under one deadline; resolves with an output that fits its schema. */
  async #runTool(execution: CallExecution, endsWithCaller: boolean, notes: ExecutionNotes): Promise<ExecutionResult> {
    const { tool } = execution;
    const startedMs = Date.now();
    const time = new LazyAbort();
    let fail: (error: Error) => void = () => {};
    const end = (error: Error): void => {
      fail(error);
      time.abort(error);
    };
    const timer = setTimeout(() => end(new UpstreamFailure('timeout', tool.name)), tool.timeoutMs);
    const stop = (): void => end(new FareboxError('DRAINING'));
    this.#stops.add(stop);
    const leave = (): void => time.abort();
    if (endsWithCaller) {
      if (execution.callerGone.aborted) leave();
      else execution.callerGone.addEventListener('abort', leave, { once: true });
    }
    try {
      const output = await new Promise((resolve, reject) => {
        fail = reject;
        this.#runOrCompare(execution, new RunContext(this.#deps, execution, time, notes), notes).then(resolve, reject);
      });
      const { costMicros, warnings } = notes;
      return { output: validateOutput(tool, output), costMicros, warnings, cached: false };
    } catch (thrown) {
      noteOnlySource(notes, tool, thrown, Date.now() - startedMs);
      throw thrown;
    } finally {
      clearTimeout(timer);
      this.#stops.delete(stop);
      if (endsWithCaller) execution.callerGone.removeEventListener('abort', leave);
    }
  }

  /** Runs the tool, unless the caller has its answer already. */
  #runOrCompare(execution: CallExecution, ctx: CallContext, notes: ExecutionNotes): Promise<unknown> {
    const { tool, input, options, plan } = execution;
    const { definition } = tool;
    if (definition.page && prefersHtml(options.browser?.accept)) {
      Object.assign(notes.headers, PAGE_HEADERS);
      return definition.page(input, ctx);
    }
    if (definition.version && options.browser) return compareAndRun(execution, ctx, notes);
    return definition.run(input, ctx, plan);
  }
}

/** The same address answers programs and browsers: whoever keeps an answer keeps it for one of them. */
const PAGE_HEADERS = { 'Cache-Control': 'private, no-cache', Vary: 'Accept, Accept-Language, Cookie' };

async function compareAndRun(
  { tool: { definition }, input, options: { browser }, plan }: CallExecution,
  ctx: CallContext,
  { headers }: ExecutionNotes,
): Promise<unknown> {
  const version = await definition.version?.(input, ctx);
  if (version) {
    Object.assign(headers, { ETag: version.etag, ...version.headers });
    if (namesVersion(browser?.ifNoneMatch, version.etag)) return new NotModified(version.etag);
  }
  return await definition.run(input, ctx, plan);
}

/** A tool with one source notes no attempts of its own; what failed there is one. */
function noteOnlySource(
  { attempts }: ExecutionNotes,
  { definition }: RegisteredTool,
  thrown: unknown,
  ms: number,
): void {
  if (attempts.length > 0 || !(thrown instanceof UpstreamFailure)) return;
  const { source, kind } = thrown;
  if (!definition.uses?.some(({ id }) => id === source)) return;
  attempts.push({ source, status: kind === 'parked' ? 'skipped' : 'failed', ms, kind });
}

/** An output that does not fit its own schema counts as an upstream's: it never reaches a caller. */
function validateOutput(tool: RegisteredTool, output: unknown): unknown {
  if (isReply(output)) return output;
  const checked = tool.definition.output.safeParse(output);
  if (checked.success) return checked.data;
  throw new UpstreamFailure('malformed', tool.name, { cause: checked.error });
}
