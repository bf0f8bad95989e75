/** How a call is asked for, and what comes of it: shared by those who run it and those who show it. */

import type { FindMember } from './access.ts';
import type { Browser } from './context.ts';
import type { EndSignal } from './ending.ts';
import type { ExecutorDeps } from './execute.ts';
import type { InputCaps } from './input.ts';
import type { Micros } from './money.ts';
import type { CallLedger, CallMetrics, ListPaymentLinks, Receipt } from './ports.ts';
import type { RegisteredTool } from './registry.ts';

export interface CallOptions {
  requestId: string;
  idempotencyKey?: string;
  /** The caller refuses to pay more than this. */
  maxPriceMicros?: Micros;
  /** What the request's browser, if it is one, tells of itself. */
  browser?: Browser;
  /** Aborted when the caller goes away. */
  callerGone?: EndSignal;
  onProgress?(fraction: number, message: string): void;
}

export interface CallResult {
  tool: RegisteredTool;
  output: unknown;
  priceMicros: Micros;
  /** Balance after the call; null for callers without an account and for free calls. */
  balanceMicros: Micros | null;
  receipt: Receipt | null;
  warnings: readonly string[];
  /** Served from the answer of another identical call, where the tool allows that; charged all the same. */
  cached: boolean;
  /** Answered from the record of, or together with, an earlier call under the same idempotency key. */
  replayed: boolean;
  /** The answer comes from the sandbox. */
  sandbox: boolean;
}

export interface CallDeps extends ExecutorDeps {
  ledger: CallLedger;
  metrics: CallMetrics;
  listPaymentLinks: ListPaymentLinks;
  inputCaps: InputCaps;
  findMember?: FindMember;
  /** Calls that may run at once; more are refused with OVERLOADED. */
  openCallsMax: number;
}
