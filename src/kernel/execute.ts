/** Runs one tool: one deadline, one signal, and an output that fits its schema. */
import type { CallOptions } from './call.ts';
import type { CallContext, Outside, Services } from './context.ts';
import { deferred } from './deferred.ts';
import { FareboxError } from './errors.ts';
import { UpstreamFailure } from './failure.ts';
import type { Log } from './ports.ts';
import type { Mode, Principal } from './principal.ts';
import type { RegisteredTool, Registry } from './registry.ts';
import { Bytes, Page, Redirect } from './reply.ts';

/** One call on its way. */
export interface Run {
  tool: RegisteredTool;
  input: Record<string, unknown>;
  warnings: string[];
  principal: Principal;
  options: CallOptions;
  callId: string;
  /** Ends when nobody waits for the answer. */
  left: AbortController;
}

export interface Ran {
  output: unknown;
  /** What the upstreams cost, as far as known. */
  costMicros: number;
}

export interface ExecutorDeps {
  registry: Registry;
  services: Services;
  outside: Readonly<Record<Mode, Outside>>;
  log: Log;
}

export class Executor {
  readonly #deps: ExecutorDeps;
  readonly #enders = new Set<() => void>();

  constructor(deps: ExecutorDeps) {
    this.#deps = deps;
  }

  /** Ends every run; each fails with DRAINING. */
  endAll(): void {
    for (const end of this.#enders) end();
  }

  /** Runs the tool under one deadline; resolves with an output that fits its schema. */
  async execute(run: Run, endsWithCaller: boolean, attempts: CallContext['attempts'] = []): Promise<Ran> {
    const { tool, input } = run;
    const time = new AbortController();
    const ended = deferred<never>();
    const end = (error: Error): void => {
      ended.reject(error);
      time.abort(error);
    };
    const timer = setTimeout(() => end(new UpstreamFailure('timeout', tool.name)), tool.timeoutMs);
    const stop = (): void => end(new FareboxError('DRAINING'));
    this.#enders.add(stop);
    const leave = (): void => time.abort();
    if (endsWithCaller) run.left.signal.addEventListener('abort', leave, { once: true });
    const spent = { micros: 0 };
    try {
      const ctx = this.#context(run, time.signal, attempts, spent);
      const output = await Promise.race([tool.definition.run(input, ctx), ended.promise]);
      return { output: checkedOutput(tool, output), costMicros: spent.micros };
    } finally {
      clearTimeout(timer);
      this.#enders.delete(stop);
      if (endsWithCaller) run.left.signal.removeEventListener('abort', leave);
    }
  }

  #context(run: Run, signal: AbortSignal, attempts: CallContext['attempts'], spent: { micros: number }): CallContext {
    const { tool, principal, options, warnings } = run;
    return {
      requestId: options.requestId,
      callId: run.callId,
      mode: principal.mode,
      principal,
      services: this.#deps.services,
      registry: this.#deps.registry,
      outside: this.#deps.outside[principal.mode],
      log: this.#deps.log,
      signal,
      left: run.left.signal,
      deadlineMs: Date.now() + tool.timeoutMs,
      attempts,
      progress: (fraction, message) => options.onProgress?.(fraction, message),
      warn: (sentence) => warnings.push(sentence),
      meter: (costMicros) => {
        spent.micros += costMicros;
      },
    };
  }
}

/** An output that does not fit its own schema counts as an upstream's: it never reaches a caller. */
function checkedOutput(tool: RegisteredTool, output: unknown): unknown {
  if (output instanceof Bytes || output instanceof Page || output instanceof Redirect) return output;
  const checked = tool.definition.output.safeParse(output);
  if (checked.success) return checked.data;
  throw new UpstreamFailure('malformed', tool.name, { cause: checked.error });
}
