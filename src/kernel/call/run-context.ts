/**
 * Context of a tool's `run`. Tools copy it with changes (`{...ctx, attempts}`), so all members are own properties, and
 * its two signals are created on first use. A getter per object would make V8 keep every context in a form of its own,
 * which costs a fifteenth of a call.
 */

import { type Abortable, type LazyAbort, toAbortSignal } from '../../lib/lazy-abort.ts';
import { toShare } from '../threads/turns.ts';
import type { CallContext, PartResult } from '../tool/context.ts';
import type { TraceContext } from '../tracing.ts';
import { type ExecutorDeps, findRegistry } from './call-deps.ts';
import type { CallExecution, ExecutionNotes } from './execution.ts';

const WARNINGS_MAX = 20;

const signal: PropertyDescriptor & ThisType<RunContext> = {
  enumerable: true,
  get() {
    return toAbortSignal(this.end);
  },
};
const callerGone: PropertyDescriptor & ThisType<RunContext> = {
  enumerable: true,
  get() {
    return toAbortSignal(this.caller);
  },
};

export class RunContext implements CallContext {
  declare readonly signal: AbortSignal;
  declare readonly callerGone: AbortSignal;
  readonly requestId;
  readonly callId;
  readonly toolName;
  readonly mode;
  readonly principal;
  readonly member;
  readonly services;
  readonly registry;
  readonly server;
  readonly environment;
  readonly log;
  readonly share;
  readonly end: Abortable;
  /** What `callerGone` is made of. */
  readonly caller: Abortable;
  readonly trace;
  readonly browser;
  readonly idempotencyKey;
  readonly agreedMaxMicros;
  deadlineMs: number;
  readonly attempts;
  readonly reportProgress: CallContext['reportProgress'];
  readonly markReplayed: CallContext['markReplayed'];
  readonly addHeader: CallContext['addHeader'];
  readonly warn: CallContext['warn'];
  readonly noteRequest: () => void;
  readonly meter: CallContext['meter'];
  readonly call: CallContext['call'];
  readonly #source: [ExecutorDeps, CallExecution, LazyAbort, ExecutionNotes];

  constructor(deps: ExecutorDeps, execution: CallExecution, end: LazyAbort, notes: ExecutionNotes) {
    this.#source = [deps, execution, end, notes];
    const { tool, principal, options, parts, priceMicros } = execution;
    this.requestId = options.requestId;
    this.callId = execution.callId;
    this.toolName = tool.name;
    this.mode = principal.mode;
    this.principal = principal;
    this.member = execution.member;
    this.services = deps.services;
    this.registry = findRegistry(deps, principal);
    this.server = deps.server;
    this.environment = deps.environments[principal.mode];
    this.log = deps.log;
    this.share = toShare(principal, priceMicros);
    this.end = end;
    this.caller = execution.callerGone;
    this.trace = execution.trace;
    this.browser = options.browser;
    this.idempotencyKey = options.idempotencyKey;
    this.agreedMaxMicros = deps.agreements?.findMaxPrice(principal);
    this.deadlineMs = Date.now() + tool.timeoutMs;
    this.attempts = notes.attempts;
    this.reportProgress = (fraction, message) => options.onProgress?.(fraction, message);
    this.markReplayed = () => {
      notes.replayed = true;
    };
    this.addHeader = (name, value) => {
      notes.headers[name] = value;
    };
    this.warn = (sentence) => {
      if (notes.warnings.length < WARNINGS_MAX) notes.warnings.push(sentence);
    };
    this.noteRequest = () => {
      notes.asked = true;
    };
    this.meter = (costMicros) => {
      notes.costMicros = (notes.costMicros ?? 0) + costMicros;
    };
    this.call = parts ? (name, raw) => parts.call(name, raw) : refuseParts;
    Object.defineProperty(this, 'signal', signal);
    Object.defineProperty(this, 'callerGone', callerGone);
  }

  /** A copy as tools make them would create both signals. */
  withTrace(trace: TraceContext): CallContext {
    const [deps, execution, end, notes] = this.#source;
    const copy = new RunContext(deps, { ...execution, trace }, end, notes);
    copy.deadlineMs = this.deadlineMs;
    return copy;
  }
}

const refuseParts = (): Promise<PartResult> =>
  Promise.reject(new Error('A tool without a quote has called another tool'));
