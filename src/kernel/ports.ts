/**
 * Interfaces that the kernel needs from the rest of the product. `main.ts` provides them; the kernel imports none of
 * their implementations.
 */

import type { Abortable } from '../lib/lazy-abort.ts';
import type { Micros } from '../lib/money.ts';
import type { ErrorObject, PaymentLink } from './errors/errors.ts';
import type { RefundReason } from './errors/failure.ts';
import type { AccountPrincipal, Mode, Principal } from './principal.ts';
import type { Share, TurnOwner } from './threads/turns.ts';

/** Structured logging in one line a record; pino fits. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Turns a bearer token (or none) into a principal; throws UNAUTHENTICATED for a token that is not valid, with `guess` among
 * its facts when the token never was.
 */
export type Identify = (token: string | undefined, ip: string) => Promise<Principal> | Principal;

/** Finds the principal of a browser's cookie; null if nobody is signed in with it. */
export type IdentifyPage = (cookie: string, ip: string) => Promise<Principal | null>;

/**
 * Shuts an address (for IPv6 its /64) out of the operator's paths after three wrong credentials. Each may throw
 * ADMIN_LOCKED.
 */
export interface Lockout {
  /** Before anybody is identified. */
  assertOpen(address: string): Promise<void>;
  /** The request carried a guess. */
  recordFailure(address: string): Promise<void>;
  /** The request carried an operator's credential. */
  recordSuccess(address: string): Promise<void>;
}

/** Rest of a window after one call of `consume`. */
export interface LimitState {
  isAllowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
  /** The same moment as Unix time in whole seconds. */
  resetAtSeconds: number;
}

/**
 * Counts what an address or an account may do in a window. One store serves all instances where one is set up;
 * counting in memory answers without a promise.
 */
export interface Limiter {
  /** Takes one of `points` from the window of `key`; keys of different purposes start differently (`create 192.0.2.0/24`). */
  consume(key: string, points: number, windowSeconds: number): LimitState | Promise<LimitState>;
}

/** Answers that all instances may serve again. Never fails: without its store nothing is found and nothing kept. */
export interface AnswerStore {
  get(key: string): Promise<string | undefined>;
  /** Kept for so many seconds; nobody waits for it. */
  set(key: string, text: string, seconds: number): void;
}

/** The receipt of a paid call, unsigned; its signed form is fetched or asked for. */
export interface Receipt {
  callId: string;
  agentId: string;
  tool: string;
  mode: Mode;
  state: 'settled' | 'refunded';
  /** Micro-USD charged for the call, of a composed one for all that was settled; 0 net when `state` is `refunded`. */
  amountMicros: Micros;
  /** ISO 8601 UTC, the database's clock. */
  at: string;
  /** Of a composed call: each charge, its own fee first, in the order in which they were made. */
  parts?: readonly ReceiptPart[];
}

/** One charge of a composed call; its `amountMicros` is 0 net when `state` is `refunded`. */
export type ReceiptPart = Pick<Receipt, 'callId' | 'tool' | 'state' | 'amountMicros'>;

export interface OpenCall {
  callId: string;
  principal: AccountPrincipal;
  tool: string;
  /** 0 for a free write that only claims its idempotency key. */
  priceMicros: Micros;
  /** How long the call may run; the sweeper refunds it 30 s after that, by the database's clock. */
  timeoutMs: number;
  /** The price can't be paid from welcome credit. */
  needsDeposit: boolean;
  idempotency?: { key: string; fingerprint: string };
  /** The task of the caller's that it counts for. A part counts for that of its whole. */
  task?: CallTask;
  /** The open composed call that this one is a part of. It is closed by that one's `close` alone. */
  parentId?: string;
}

/** A task of the caller's: its calls may cost no more together, over all keys of the account. */
export interface CallTask {
  ref: string;
  /** Undefined: what was stated last. */
  maxTotalMicros?: Micros;
}

export type OpenRefusal =
  /** `needsDeposit`: the balance would do, but it is welcome credit, which this tool does not take. */
  | { refused: 'balance'; balanceMicros: Micros; requiredMicros: Micros; needsDeposit?: boolean }
  | { refused: 'cap'; cap: 'total' | 'perDay' | 'perCall' | 'tools' }
  | { refused: 'task'; taskRef: string; spentMicros: Micros; maxMicros: Micros; priceMicros: Micros }
  | { refused: 'key' }
  | { refused: 'status' }
  | { refused: 'refund-limit'; limit: number; retryAfterSeconds: number }
  | { refused: 'conflict' }
  | { refused: 'joiners' }
  /** The composed call that this one belongs to is not open any more. */
  | { refused: 'parent' };

/** Outcome of T1: opened the call, found the same one running or finished, or refused and changed nothing. */
export type OpenOutcome =
  | { state: 'opened'; balanceMicros: Micros }
  | { state: 'running'; callId: string }
  | ({ state: 'finished' } & FinishedCall)
  | ({ state: 'refused' } & OpenRefusal);

export interface FinishedCall {
  receipt: Receipt;
  /** The recorded answer as it was given to `close`; null when it was too large to keep. */
  answer: string | null;
  balanceMicros: Micros;
}

export interface CloseCall {
  callId: string;
  mode: Mode;
  outcome: { state: 'settled'; answer?: string } | RefundedOutcome;
  /** What the upstreams cost, where known, in micro-USD (may be fractional: it is an estimate). Refunded calls cost too. */
  costMicros?: number;
  /** Of a composed call: how its parts ended. They are closed with it; when it is refunded, all of them are. */
  children?: readonly ClosedChild[];
}

interface RefundedOutcome {
  state: 'refunded';
  reason: RefundReason;
  failure: ErrorObject;
}

export interface ClosedChild {
  callId: string;
  outcome: { state: 'settled' } | RefundedOutcome;
  costMicros?: number;
}

/** `lost`: somebody else (the sweeper) closed the call first; the output must not be delivered. */
export type CloseOutcome = { state: 'closed'; receipt: Receipt; balanceMicros: Micros } | { state: 'lost' };

export type CallState =
  | { state: 'open' }
  | { state: 'unknown' }
  | ({ state: 'finished' } & FinishedCall)
  | { state: 'refunded'; failure: ErrorObject };

/** The two durable transactions around a call, and what joiners need. See the ledger for the rules. */
export interface CallLedger {
  open(call: OpenCall): Promise<OpenOutcome>;
  close(call: CloseCall): Promise<CloseOutcome>;
  /** Read-only: has this idempotency key an open or finished call? `null` when it is free. */
  find(
    principal: AccountPrincipal,
    key: string,
    fingerprint: string,
  ): Promise<Exclude<OpenOutcome, { state: 'opened' }> | null>;
  /**
   * A call that was refused before it was asked to open: for the account's log, as those are that `open` refuses. Nobody
   * waits for it.
   */
  noteRefusal(call: Pick<OpenCall, 'principal' | 'tool' | 'priceMicros'>, refusal: OpenRefusal): void;
  /** What the account has right now. Binding is only what `open` finds. */
  readBalance(principal: AccountPrincipal): Promise<Micros>;
  /** State of a call that this instance does not run. */
  readState(callId: string, mode: Mode): Promise<CallState>;
  /** Has another instance joined this call? */
  hasJoiners(callId: string, mode: Mode): Promise<boolean>;
}

/** A unit of a company's plan, for one call. */
export interface OpenUnit {
  callId: string;
  unit: QuotaUnit;
  tool: string;
  companyId: string;
  /** How long the call may run; the unit is given back 30 s after that, by the database's clock. */
  timeoutMs: number;
  idempotency?: { scope: string; key: string; fingerprint: string };
}

/** Units that plans count. */
export type QuotaUnit = 'analysis';

export type UnitOutcome =
  | { state: 'opened' }
  | { state: 'running'; callId: string }
  /** `answer` is null when it was too large to keep. */
  | { state: 'finished'; answer: string | null };

export type UnitState = UnitOutcome | { state: 'unknown' } | { state: 'released'; failure: ErrorObject };

/** Result that a call has to show for its unit. */
export interface SettledUnit {
  callId: string;
  output: unknown;
  /** Kept for repeats under the idempotency key. */
  answer?: string;
}

/** The same two transactions for calls that are bounded by a plan instead of paid. */
export interface UnitLedger {
  /** Reserves a unit with the idempotency claim. Throws RATE_LIMITED (`quota_exceeded`), IDEMPOTENCY_CONFLICT or IN_PROGRESS. */
  open(unit: OpenUnit): Promise<UnitOutcome>;
  /** Stores what the call made, with the unit and the answer. False: it was given back before, and nothing is stored. */
  settle(unit: SettledUnit): Promise<boolean>;
  release(unit: { callId: string; failure: ErrorObject }): Promise<void>;
  readState(callId: string): Promise<UnitState>;
}

/** Makes the link that an INSUFFICIENT_BALANCE answer shows; an empty list when there is no way to pay. */
export type ListPaymentLinks = (principal: AccountPrincipal) => readonly PaymentLink[];

/** Signs the canonical receipt: a compact JWS (Ed25519). */
export type SignReceipt = (receipt: Receipt) => Promise<string> | string;

/** Counts what happens; the labels come from the registry only. */
export interface CallMetrics {
  recordCall(tool: string, mode: Mode, outcome: string, ms: number): void;
  recordCharge(tool: string, mode: Mode, micros: Micros): void;
  recordRefund(tool: string, mode: Mode, reason: RefundReason, micros: Micros): void;
  changeOpenCalls(delta: 1 | -1): void;
}

/** Settings of one provider in one mode, or null when it is not set up there. Keys as the provider declares them. */
export type ProviderSettings = Readonly<Record<string, string | undefined>>;

export type FindSettings = (providerId: string) => ProviderSettings | null;

/**
 * The outgoing side. `main` injects the real network for live calls and the sandbox for test calls;
 * neither can be reached from the other.
 */
export interface Transport {
  send(request: OutgoingRequest): Promise<IncomingReply>;
  /**
   * Throws INVALID_INPUT when callers may not name this address, UNREADABLE_TARGET when there is no such host, an
   * UpstreamFailure when nobody can say. Live looks at every address the name resolves to.
   * What is `guarded` is checked again when it is connected; this is for addresses that a provider is asked to read.
   */
  admit(url: URL, owner?: TurnOwner): Promise<void>;
}

export interface OutgoingRequest {
  /** The provider's id, or `web` for a page a caller named. */
  provider: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  signal: Abortable;
  /** Who asks for it; look-ups of names that callers give are shared out by it. */
  share?: Share;
  /** The address comes from a caller: check it after resolution and on each redirect. */
  isGuarded: boolean;
}

export interface IncomingReply {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  /** The body when it has come to its end already, so that nobody has to wait for its pieces. */
  getArrivedChunks?(): readonly Uint8Array[] | undefined;
  /** Ends the exchange when the body is not wanted (any more). */
  discard(): void;
}
