/** Interface for payments of single calls from wallets, with a key or without. */
import type { Abortable } from '../../lib/lazy-abort.ts';
import type { Micros } from '../../lib/money.ts';
import type { FareboxError } from '../errors/errors.ts';
import type { RefundReason } from '../errors/failure.ts';
import type { CallTask, Receipt } from '../ports.ts';
import type { AccountPrincipal, Mode, Principal } from '../principal.ts';
import type { RegisteredTool } from '../tool/context.ts';
import type { TraceContext } from '../tracing.ts';

export interface PayableCall {
  tool: RegisteredTool;
  /** A deposit is credited to the account; otherwise the payment is the price of the call. */
  purpose: 'call' | 'deposit';
  priceMicros: Micros;
  /** Of tool and input. */
  fingerprint: string;
  /** Address of what is paid for, as the caller knows it; of the MCP server over MCP. */
  resource: string;
  door: 'rest' | 'mcp';
  requestId: string;
  /** Of the caller. */
  ip: string;
  /** Whose key the call has, and whom it is booked on; null without a key. */
  account: AccountPrincipal | null;
  /** The caller's, with a key. */
  idempotencyKey?: string | undefined;
  callerGone: Abortable;
  /** The call's span. */
  trace?: TraceContext | undefined;
  /** The task of the caller's that it counts for. */
  task: CallTask | null;
}

/** Outcome of the run of a claimed call. */
export type PaidRun =
  | { isOk: true; answer: string; costMicros: number | null }
  | { isOk: false; reason: RefundReason; error: FareboxError; costMicros: number | null };

/** Runs the tool once, for the account that the payer has. */
export type RunPaidCall = (payer: AccountPrincipal, callId: string) => Promise<PaidRun>;

export interface PaidCall {
  /** Null for a deposit. */
  receipt: Receipt | null;
  payer: AccountPrincipal;
  /** As recorded; null when it was too large to be kept. */
  answer: string | null;
  /** Says how the payment was settled, in the words of its protocol. */
  response: object;
  /** The same in the words of the scheme Payment. */
  proof: object;
  /** Paid and run before. */
  replayed: boolean;
}

export interface DirectPayments {
  /** Of callers without an account, and of the keys that may be sent with a payment. */
  readonly mode: Mode;
  /** 402, with what would pay the call. */
  createRequest(call: PayableCall): FareboxError;
  /**
   * Verifies and claims what was sent, runs the call once, stores its answer, and only then settles. Throws INVALID_INPUT,
   * PAYMENT_REQUIRED with the reason, the failure of the run (then nothing was paid), or IN_PROGRESS while a settlement is awaited.
   * Null, with nothing done: a call that is paid from the balance holds the idempotency key.
   */
  pay(call: PayableCall, sent: unknown, run: RunPaidCall): Promise<PaidCall | null>;
}

/** Whether a single call of the tool can be paid. Composed tools have no price before they run. */
export const isPayable = ({ priceMicros, access, definition }: RegisteredTool): boolean =>
  priceMicros > 0 && access === 'key' && !definition.quote && !definition.quota;

/** True if this caller may pay for the tool with the call, with or without a key. Deposits need a key. */
export const takesPayment = (
  payments: DirectPayments | undefined,
  tool: RegisteredTool,
  principal: Principal,
): boolean => {
  const isDeposit = tool.definition.walletDeposit !== undefined;
  const isPayer =
    principal.kind === 'account' ? principal.mode === payments?.mode : principal.kind === 'anonymous' && !isDeposit;
  return payments !== undefined && isPayer && (isDeposit || isPayable(tool));
};
