/** Runs one tool: one deadline, one signal, and an output that fits its schema. */
import { Answers } from './answers.ts';
import type { CallOptions } from './call.ts';
import type { CallContext, Outside, QuoteContext, ServerFacts, Services } from './context.ts';
import { Ending, type EndSignal } from './ending.ts';
import { FareboxError } from './errors.ts';
import { UpstreamFailure } from './failure.ts';
import { fingerprintOf } from './input.ts';
import type { Micros } from './money.ts';
import type { PartResult, Parts } from './parts.ts';
import type { AnswerStore, Log } from './ports.ts';
import type { Member, Mode, Principal } from './principal.ts';
import type { RegisteredTool, Registry } from './registry.ts';
import { Bytes, Page, Redirect } from './reply.ts';

/** One call on its way. */
export interface Run {
  tool: RegisteredTool;
  input: Record<string, unknown>;
  warnings: string[];
  principal: Principal;
  member: Member | null;
  options: CallOptions;
  callId: string;
  /** Ends when nobody waits for the answer. */
  left: EndSignal;
  /** Charged for the call itself. */
  priceMicros: Micros;
  /** Of a composed call: how it is run, and what runs its tools. */
  plan?: unknown;
  parts?: Parts;
}

export interface Ran {
  output: unknown;
  /** What the tool wants said beside its output. */
  warnings: readonly string[];
  /** What the upstreams cost; null when nothing told it. */
  costMicros: number | null;
  /** Served from the answer of an earlier or simultaneous identical call. */
  cached: boolean;
}

/** What a run notes beside its output; it stands when the run fails, too. */
export interface RunNotes {
  attempts: CallContext['attempts'];
  costMicros: number | null;
  warnings: string[];
  /** The tool has found the answer in a record of its own. */
  replayed: boolean;
}

/** What is not known is not recorded as 0. */
export const costOf = ({ costMicros }: Pick<Ran, 'costMicros'>): { costMicros?: number } =>
  costMicros === null ? {} : { costMicros };

export const newNotes = (): RunNotes => ({ attempts: [], costMicros: null, warnings: [], replayed: false });

const WARNINGS_MAX = 20;

export interface ExecutorDeps {
  registry: Registry;
  services: Services;
  server: ServerFacts;
  outside: Readonly<Record<Mode, Outside>>;
  log: Log;
  /** Shares kept answers with other instances. */
  answerStore?: AnswerStore | undefined;
}

export class Executor {
  readonly #deps: ExecutorDeps;
  readonly #answers: Answers;
  readonly #enders = new Set<() => void>();

  constructor(deps: ExecutorDeps) {
    this.#deps = deps;
    this.#answers = new Answers(deps.answerStore);
  }

  get registry(): Registry {
    return this.#deps.registry;
  }

  /** What a composed tool prices this input from. */
  quoteContext({ principal, options: { requestId } }: Run): QuoteContext {
    const { services, registry, outside, log } = this.#deps;
    const { mode } = principal;
    return { requestId, mode, principal, services, registry, outside: outside[mode], log };
  }

  /** Ends every run; each fails with DRAINING. */
  endAll(): void {
    for (const end of this.#enders) end();
  }

  /** Runs the tool, or serves an identical call's answer where the tool allows that. */
  execute(run: Run, endsWithCaller: boolean, notes: RunNotes): Promise<Ran> {
    const { tool, principal, left } = run;
    const policy = tool.definition.cache;
    if (!policy) return this.#fresh(run, endsWithCaller, notes);
    const owner = policy.scope !== 'public' && 'accountId' in principal ? principal.accountId : 'public';
    const key = `${principal.mode} ${owner} ${fingerprintOf(tool.name, run.input)}`;
    const tooLate = (): Error => new UpstreamFailure('timeout', tool.name);
    const waiter = { left, timeoutMs: tool.timeoutMs, tooLate };
    return this.#answers.share(key, policy, waiter, (everybodyLeft) =>
      this.#fresh({ ...run, left: everybodyLeft }, endsWithCaller, notes),
    );
  }

  /** Runs the tool under one deadline; resolves with an output that fits its schema. */
  async #fresh(run: Run, endsWithCaller: boolean, notes: RunNotes): Promise<Ran> {
    const { tool, input } = run;
    const startedMs = Date.now();
    const time = new Ending();
    let fail: (error: Error) => void = () => {};
    const end = (error: Error): void => {
      fail(error);
      time.abort(error);
    };
    const timer = setTimeout(() => end(new UpstreamFailure('timeout', tool.name)), tool.timeoutMs);
    const stop = (): void => end(new FareboxError('DRAINING'));
    this.#enders.add(stop);
    const leave = (): void => time.abort();
    if (endsWithCaller) {
      if (run.left.aborted) leave();
      else run.left.addEventListener('abort', leave, { once: true });
    }
    try {
      const output = await new Promise((resolve, reject) => {
        fail = reject;
        tool.definition.run(input, this.#context(run, time, notes), run.plan).then(resolve, reject);
      });
      const { costMicros, warnings } = notes;
      return { output: checkedOutput(tool, output), costMicros, warnings, cached: false };
    } catch (thrown) {
      noteOnlySource(notes, tool, thrown, Date.now() - startedMs);
      throw thrown;
    } finally {
      clearTimeout(timer);
      this.#enders.delete(stop);
      if (endsWithCaller) run.left.removeEventListener('abort', leave);
    }
  }

  #context(run: Run, signal: EndSignal, notes: RunNotes): CallContext {
    const { tool, principal, options, parts } = run;
    return {
      requestId: options.requestId,
      callId: run.callId,
      mode: principal.mode,
      principal,
      member: run.member,
      services: this.#deps.services,
      registry: this.#deps.registry,
      server: this.#deps.server,
      outside: this.#deps.outside[principal.mode],
      log: this.#deps.log,
      signal,
      left: run.left,
      browser: options.browser,
      idempotencyKey: options.idempotencyKey,
      deadlineMs: Date.now() + tool.timeoutMs,
      attempts: notes.attempts,
      progress: (fraction, message) => options.onProgress?.(fraction, message),
      replayed: () => {
        notes.replayed = true;
      },
      warn: (sentence) => {
        if (notes.warnings.length < WARNINGS_MAX) notes.warnings.push(sentence);
      },
      meter: (costMicros) => {
        notes.costMicros = (notes.costMicros ?? 0) + costMicros;
      },
      call: parts ? (name, raw) => parts.call(name, raw) : noParts,
    };
  }
}

const noParts = (): Promise<PartResult> => Promise.reject(new Error('A tool without a quote has called another tool'));

/** A tool with one source notes no attempts of its own; what failed there is one. */
function noteOnlySource({ attempts }: RunNotes, { definition }: RegisteredTool, thrown: unknown, ms: number): void {
  if (attempts.length > 0 || !(thrown instanceof UpstreamFailure)) return;
  const { source, kind } = thrown;
  if (!definition.uses?.some(({ id }) => id === source)) return;
  attempts.push({ source, status: kind === 'parked' ? 'skipped' : 'failed', ms, kind });
}

/** An output that does not fit its own schema counts as an upstream's: it never reaches a caller. */
function checkedOutput(tool: RegisteredTool, output: unknown): unknown {
  if (output instanceof Bytes || output instanceof Page || output instanceof Redirect) return output;
  const checked = tool.definition.output.safeParse(output);
  if (checked.success) return checked.data;
  throw new UpstreamFailure('malformed', tool.name, { cause: checked.error });
}
