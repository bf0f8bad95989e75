/** Types of calls and their results, shared by those who run and show them. */

import type { Abortable } from '../../lib/lazy-abort.ts';
import type { Micros } from '../../lib/money.ts';
import type { CallTask, Receipt } from '../ports.ts';
import type { Browser } from '../tool/browser.ts';
import type { RegisteredTool } from '../tool/context.ts';
import type { TraceContext } from '../tracing.ts';

/** Names of callers' tasks. */
export const TASK_REF = /^[\x21-\x7e]{1,128}$/;
export const TASK_REF_RULE = 'Must be 1 to 128 visible ASCII characters';

export interface CallOptions {
  requestId: string;
  idempotencyKey?: string;
  /** The caller refuses to pay more than this. */
  maxPriceMicros?: Micros;
  /** A binding quote for this very call: it costs no more than that. */
  quote?: string;
  /** The task of the caller's that the call counts for. */
  task?: CallTask;
  /** What the request's browser, if it is one, tells of itself. */
  browser?: Browser;
  /** Aborted when the caller goes away. */
  callerGone?: Abortable;
  /** The span of the request. */
  trace?: TraceContext | undefined;
  /** What the caller sent to pay this one call with, and the address it pays for. */
  payment?: unknown;
  resource?: string;
  onProgress?(fraction: number, message: string): void;
}

/** Highest prices of a caller for one call. */
export interface CallLimits {
  /** Stated with the call. */
  statedMicros: Micros | undefined;
  /** Agreed for calls that state nothing; a flat price above it is paid all the same. */
  agreedMicros?: Micros | undefined;
  /** Promised for this call: it costs no more, and needs no other consent. */
  quotedMicros?: Micros | undefined;
}

export interface CallResult {
  tool: RegisteredTool;
  output: unknown;
  priceMicros: Micros;
  /** Balance after the call; null for callers without an account and for free calls. */
  balanceMicros: Micros | null;
  receipt: Receipt | null;
  warnings: readonly string[];
  /** Beside those of every answer, over REST. */
  headers: Readonly<Record<string, string>>;
  /** Served from the answer of another identical call, where the tool allows that; charged all the same. */
  cached: boolean;
  /** Answered from the record of, or together with, an earlier call under the same idempotency key. */
  replayed: boolean;
  /** The answer comes from the sandbox. */
  sandbox: boolean;
  /** Of a call that was paid by itself: how its payment was settled. */
  payment?: object;
  /** The same as the receipt of the scheme Payment. */
  paymentProof?: object;
}
