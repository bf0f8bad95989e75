/** One call in progress, and the result of running it. */

import type { Abortable } from '../../lib/lazy-abort.ts';
import type { Micros } from '../../lib/money.ts';
import type { RefundReason } from '../errors/failure.ts';
import type { CloseCall, ClosedChild } from '../ports.ts';
import type { Member, Principal } from '../principal.ts';
import type { CallContext, PartResult, RawInput, RegisteredTool } from '../tool/context.ts';
import type { TraceContext } from '../tracing.ts';
import type { CallOptions } from './types.ts';

export interface CallExecution {
  tool: RegisteredTool;
  input: Record<string, unknown>;
  warnings: string[];
  principal: Principal;
  member: Member | null;
  options: CallOptions;
  callId: string;
  /** Ends when nobody waits for the answer. */
  callerGone: Abortable;
  /** The call's span, where tracing is on. */
  trace: TraceContext | undefined;
  /** Charged for the call itself. */
  priceMicros: Micros;
  /** Of a composed call: with all that it runs. */
  totalMicros?: Micros;
  /** Of a composed call: how it is run, and what runs its tools. */
  plan?: unknown;
  parts?: PartRunner;
}

/** Runs the tools of a composed call. */
export interface PartRunner {
  /** How the parts that were charged have ended, for the whole's close. */
  readonly closedChildren: readonly ClosedChild[];
  call(name: string, raw: RawInput): Promise<PartResult>;
  /** The whole has failed, and what had answered is refunded with it. */
  recordRefunds(reason: RefundReason): void;
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

/** Notes of a run besides its output; kept if the run fails, too. */
export interface ExecutionNotes {
  /** When it began, in milliseconds of the monotonic clock. */
  startedMs: number;
  attempts: CallContext['attempts'];
  costMicros: number | null;
  warnings: string[];
  /** Something was sent to an upstream. */
  asked: boolean;
  /** What the tool wants said in headers over REST. */
  headers: Record<string, string>;
  /** The tool has found the answer in a record of its own. */
  replayed: boolean;
}

/** An unknown cost is not recorded as 0. */
export const pickCost = ({ costMicros }: Pick<ExecutionResult, 'costMicros'>): { costMicros?: number } =>
  costMicros === null ? {} : { costMicros };

/** End of a call: with its cost if known, and a composed one with its parts. */
export function buildClose(
  { callId, principal, parts }: CallExecution,
  outcome: CloseCall['outcome'],
  { costMicros }: Pick<ExecutionResult, 'costMicros'>,
): CloseCall {
  const close: CloseCall = { callId, mode: principal.mode, outcome };
  if (costMicros !== null) close.costMicros = costMicros;
  if (parts) close.children = parts.closedChildren;
  return close;
}

export const joinWarnings = (ofInput: readonly string[], ofRun: readonly string[]): readonly string[] =>
  ofRun.length === 0 ? ofInput : [...ofInput, ...ofRun];

export const createNotes = (): ExecutionNotes => ({
  startedMs: performance.now(),
  attempts: [],
  costMicros: null,
  warnings: [],
  asked: false,
  headers: {},
  replayed: false,
});
