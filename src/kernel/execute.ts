/** Runs one tool: one deadline, one signal, and an output that fits its schema. */
import { AnswerCache } from './answer-cache.ts';
import type { CallContext, QuoteContext, ServerFacts, Services, UpstreamEnvironment } from './context.ts';
import { Ending, type EndSignal } from './ending.ts';
import { FareboxError } from './errors.ts';
import { UpstreamFailure } from './failure.ts';
import { computeFingerprint } from './input.ts';
import type { Micros } from './money.ts';
import type { PartResult, Parts } from './parts.ts';
import type { AnswerStore, Log } from './ports.ts';
import type { Member, Mode, Principal } from './principal.ts';
import type { RegisteredTool, Registry } from './registry.ts';
import { Bytes, Page, Redirect } from './reply.ts';
import type { CallOptions } from './types.ts';

/** One call on its way. */
export interface CallExecution {
  tool: RegisteredTool;
  input: Record<string, unknown>;
  warnings: string[];
  principal: Principal;
  member: Member | null;
  options: CallOptions;
  callId: string;
  /** Ends when nobody waits for the answer. */
  callerGone: EndSignal;
  /** Charged for the call itself. */
  priceMicros: Micros;
  /** Of a composed call: how it is run, and what runs its tools. */
  plan?: unknown;
  parts?: Parts;
}

export interface ExecutionResult {
  output: unknown;
  /** What the tool wants said beside its output. */
  warnings: readonly string[];
  /** What the upstreams cost; null when nothing told it. */
  costMicros: number | null;
  /** Served from the answer of an earlier or simultaneous identical call. */
  cached: boolean;
}

/** What a run notes beside its output; it stands when the run fails, too. */
export interface ExecutionNotes {
  attempts: CallContext['attempts'];
  costMicros: number | null;
  warnings: string[];
  /** The tool has found the answer in a record of its own. */
  replayed: boolean;
}

/** What is not known is not recorded as 0. */
export const pickCost = ({ costMicros }: Pick<ExecutionResult, 'costMicros'>): { costMicros?: number } =>
  costMicros === null ? {} : { costMicros };

export const createNotes = (): ExecutionNotes => ({ attempts: [], costMicros: null, warnings: [], replayed: false });

const WARNINGS_MAX = 20;

export interface ExecutorDeps {
  registry: Registry;
  services: Services;
  server: ServerFacts;
  environments: Readonly<Record<Mode, UpstreamEnvironment>>;
  log: Log;
  /** Shares kept answers with other instances. */
  answerStore?: AnswerStore | undefined;
}

export class Executor {
  readonly #deps: ExecutorDeps;
  readonly #answers: AnswerCache;
  readonly #stops = new Set<() => void>();

  constructor(deps: ExecutorDeps) {
    this.#deps = deps;
    this.#answers = new AnswerCache(deps.answerStore);
  }

  get registry(): Registry {
    return this.#deps.registry;
  }

  /** What a composed tool prices this input from. */
  createQuoteContext({ principal, options: { requestId } }: CallExecution): QuoteContext {
    const { services, registry, environments, log } = this.#deps;
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
    const { tool, input } = execution;
    const startedMs = Date.now();
    const time = new Ending();
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
        tool.definition.run(input, this.#createContext(execution, time, notes), execution.plan).then(resolve, reject);
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

  #createContext(execution: CallExecution, signal: EndSignal, notes: ExecutionNotes): CallContext {
    const { tool, principal, options, parts } = execution;
    return {
      requestId: options.requestId,
      callId: execution.callId,
      mode: principal.mode,
      principal,
      member: execution.member,
      services: this.#deps.services,
      registry: this.#deps.registry,
      server: this.#deps.server,
      environment: this.#deps.environments[principal.mode],
      log: this.#deps.log,
      signal,
      callerGone: execution.callerGone,
      browser: options.browser,
      idempotencyKey: options.idempotencyKey,
      deadlineMs: Date.now() + tool.timeoutMs,
      attempts: notes.attempts,
      reportProgress: (fraction, message) => options.onProgress?.(fraction, message),
      markReplayed: () => {
        notes.replayed = true;
      },
      warn: (sentence) => {
        if (notes.warnings.length < WARNINGS_MAX) notes.warnings.push(sentence);
      },
      meter: (costMicros) => {
        notes.costMicros = (notes.costMicros ?? 0) + costMicros;
      },
      call: parts ? (name, raw) => parts.call(name, raw) : refuseParts,
    };
  }
}

const refuseParts = (): Promise<PartResult> =>
  Promise.reject(new Error('A tool without a quote has called another tool'));

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
  if (output instanceof Bytes || output instanceof Page || output instanceof Redirect) return output;
  const checked = tool.definition.output.safeParse(output);
  if (checked.success) return checked.data;
  throw new UpstreamFailure('malformed', tool.name, { cause: checked.error });
}
