/** The two transactions around a call, as the kernel asks for them, on top of either engine. */

import { createStoreUnavailableError } from '../../database/failure.ts';
import { isUncertain } from '../../database/job.ts';
import type { ErrorObject } from '../../kernel/errors/errors.ts';
import type {
  CallLedger,
  CallState,
  CloseCall,
  ClosedChild,
  CloseOutcome,
  FinishedCall,
  OpenCall,
  OpenOutcome,
  OpenRefusal,
  Receipt,
} from '../../kernel/ports.ts';
import type { AccountPrincipal, Mode } from '../../kernel/principal.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { type Micros, toExact } from '../../lib/money.ts';
import { findAccountById } from '../accounts/account-queries.ts';
import type { Engine } from '../engine.ts';
import {
  type ChildEnd,
  type CloseOperation,
  formatClaimScope,
  type OpenOperation,
  type Operation,
  type RecordedAnswer,
  type Verdict,
} from '../operations.ts';
import type { KeyedPayment, KnownCall, RunningCall } from '../reads.ts';
import { buildParts, buildWholeReceipt } from '../receipts/receipt-parts.ts';
import type { LedgerLimits } from '../types.ts';
import type { AbandonedCalls } from './abandoned-calls.ts';
import type { Refusals } from './refusals.ts';

/** Time for which an operation with unknown outcome is retried before its caller hears of it. */
const UNCERTAIN_MS = 3_000;
const UNCERTAIN_PAUSE_MS = 100;
/** Of payments by wallets, which hold idempotency keys as calls do. */
const PAYMENT_PREFIX = 'pay_';

export class LedgerCalls implements CallLedger {
  readonly #engine: Engine;
  readonly #abandoned: AbandonedCalls;
  readonly #limits: LedgerLimits;
  readonly #refusals: Refusals;
  /** Calls that this instance has opened and not closed; bounded by the kernel's limit of calls at once. */
  readonly #open = new Map<string, RunningCall>();

  constructor(engine: Engine, abandoned: AbandonedCalls, refusals: Refusals, limits: LedgerLimits) {
    this.#refusals = refusals;
    this.#engine = engine;
    this.#abandoned = abandoned;
    this.#limits = limits;
  }

  async open(call: OpenCall): Promise<OpenOutcome> {
    const { callId, principal, idempotency, parentId = null } = call;
    const { accountId, keyId, mode } = principal;
    const owner = this.#requireOwner();
    const claim = idempotency ? { scope: formatClaimScope(principal), ...idempotency } : null;
    const operation: OpenOperation = {
      kind: 'open',
      callId,
      mode,
      accountId,
      keyId,
      tool: call.tool,
      price: toExact(call.priceMicros),
      timeoutMs: call.timeoutMs,
      needsDeposit: call.needsDeposit,
      claim,
      task: call.task ?? null,
      parentId,
      owner,
      retried: false,
    };
    const row = { id: callId, account_id: accountId, key_id: keyId, owner };
    // A part is closed by its whole, which finds it even when nobody heard that it was opened.
    const verdict = await this.#submit(operation, parentId === null ? row : null);
    switch (verdict.is) {
      case 'opened':
        if (parentId === null) this.#open.set(callId, row);
        return { state: 'opened', balanceMicros: verdict.balance };
      case 'seen':
        return verdict.settled
          ? this.#findFinishedOrRunning(verdict.callId, mode)
          : { state: 'running', callId: verdict.callId };
      case 'refused':
        this.#refusals.note(call, verdict.refusal);
        return { state: 'refused', ...verdict.refusal };
      default:
        throw new Error('An open was answered as a close.');
    }
  }

  async close(call: CloseCall): Promise<CloseOutcome> {
    const { callId, outcome } = call;
    const row = this.#open.get(callId);
    // Not ours, or opened under an earlier sign of life: the sweeper has it.
    if (!row || row.owner !== this.#engine.findOwner()) {
      this.#open.delete(callId);
      return { state: 'lost' };
    }
    const settled = outcome.state === 'settled';
    const operation: CloseOperation = {
      kind: 'close',
      callId,
      accountId: row.account_id,
      keyId: row.key_id,
      owner: row.owner,
      overdueOnly: false,
      settled,
      answer: settled ? this.#buildRecordedAnswer(outcome.answer, call.mode) : null,
      reason: settled ? null : outcome.reason,
      failure: settled ? null : JSON.stringify(outcome.failure),
      cost: call.costMicros ?? null,
      children: call.children?.map(buildChildEnd) ?? null,
      retried: false,
    };
    try {
      return this.#buildCloseOutcome(await this.#submit(operation, row), row, outcome.state);
    } finally {
      this.#open.delete(callId);
    }
  }

  #buildCloseOutcome(
    verdict: Verdict,
    { id: callId, account_id: agentId }: RunningCall,
    state: Receipt['state'],
  ): CloseOutcome {
    if (verdict.is === 'lost') return { state: 'lost' };
    if (verdict.is !== 'closed') throw new Error('A close was answered as an open.');
    const { tool, mode, price, at, balance, parts } = verdict;
    const closed = { callId, agentId, tool, mode, state, amountMicros: price, at: new Date(at).toISOString() };
    const receipt: Receipt = parts === null ? closed : buildWholeReceipt(closed, parts);
    return { state: 'closed', receipt, balanceMicros: balance };
  }

  async find(
    principal: AccountPrincipal,
    key: string,
    fingerprint: string,
  ): Promise<Exclude<OpenOutcome, { state: 'opened' }> | null> {
    const [claim] = await this.#engine.reads.claim(formatClaimScope(principal), key);
    if (!claim) return null;
    if (claim.expires_at !== null && claim.expires_at <= (await this.#engine.now())) return null;
    if (claim.fingerprint !== fingerprint) return { state: 'refused', refused: 'conflict' };
    if (claim.expires_at === null) return { state: 'running', callId: claim.call_id };
    return this.#findFinishedOrRunning(claim.call_id, principal.mode);
  }

  async readState(callId: string, mode: Mode): Promise<CallState> {
    const payment = await this.#findPayment(callId);
    if (payment?.mode === mode && payment.call_id === null) return { state: 'open' };
    const id = payment?.call_id ?? callId;
    const [call] = await this.#engine.reads.callState(id, id);
    if (!call || call.mode !== mode) return { state: 'unknown' };
    if (call.state === 'open') return { state: 'open' };
    if (call.state === 'refunded') return { state: 'refunded', failure: parseFailure(call.failure) };
    const [known] = await this.#engine.reads.call(id);
    return known ? { state: 'finished', ...(await this.#readFinishedCall(known, payment)) } : { state: 'unknown' };
  }

  noteRefusal(call: Pick<OpenCall, 'principal' | 'tool' | 'priceMicros'>, refusal: OpenRefusal): void {
    this.#refusals.note({ ...call, callId: createTimeOrderedId('call_') }, refusal);
  }

  async readBalance({ accountId }: AccountPrincipal): Promise<Micros> {
    return (await findAccountById(this.#engine.db, accountId))?.balance ?? 0;
  }

  async hasJoiners(callId: string, mode: Mode): Promise<boolean> {
    const [row] = await this.#engine.reads.joiners(callId, mode);
    return row !== undefined && row.joiners > 0;
  }

  /** The claim said settled; its answer may have been purged since, which `answer: null` says. */
  async #findFinishedOrRunning(callId: string, mode: Mode): Promise<Exclude<OpenOutcome, { state: 'opened' }>> {
    const payment = await this.#findPayment(callId);
    const [known] = await this.#engine.reads.call(payment?.call_id ?? callId);
    if (known?.state === 'settled' && known.mode === mode) {
      return { state: 'finished', ...(await this.#readFinishedCall(known, payment)) };
    }
    return { state: 'running', callId };
  }

  /** Of a wallet that paid the call. */
  async #findPayment(callId: string): Promise<KeyedPayment | undefined> {
    return callId.startsWith(PAYMENT_PREFIX) ? (await this.#engine.reads.payment(callId))[0] : undefined;
  }

  async #readFinishedCall(call: KnownCall, payment: KeyedPayment | undefined): Promise<FinishedCall> {
    const parts = buildParts(call, await this.#engine.reads.children(call.id));
    const receipt: Receipt = {
      callId: call.id,
      agentId: call.account_id,
      tool: call.tool,
      mode: call.mode,
      state: 'settled',
      amountMicros: call.price,
      at: new Date(call.closed_at).toISOString(),
    };
    return {
      receipt: parts === null ? receipt : buildWholeReceipt(receipt, parts),
      answer: payment?.answer ?? call.body,
      balanceMicros: call.balance,
    };
  }

  #requireOwner(): string {
    const owner = this.#engine.findOwner();
    if (owner === null) throw createStoreUnavailableError(new Error('This instance has lost its lock.'));
    return owner;
  }

  #buildRecordedAnswer(body: string | undefined, mode: Mode): RecordedAnswer | null {
    if (body === undefined) return null;
    const { answerBytesMax, accountAnswerBytesMax } = this.#limits;
    const bytes = Buffer.byteLength(body);
    return bytes <= answerBytesMax ? { body, bytes, accountBytesMax: accountAnswerBytesMax[mode] } : null;
  }

  /**
   * Writes one operation. What fails for good leaves a call that may be open: it is refunded in the background.
   * When the outcome is unknown (the connection broke during a commit) the same operation is asked again, and finds
   * what its first try did.
   */
  async #submit(operation: Operation, row: RunningCall | null): Promise<Verdict> {
    try {
      return await this.#engine.submit(operation);
    } catch (thrown) {
      const uncertain = isUncertain(thrown);
      const verdict = uncertain ? await this.#askAgain(operation) : null;
      if (verdict) return verdict;
      if (row && (uncertain || operation.kind === 'close')) this.#abandoned.add(row);
      throw uncertain ? createStoreUnavailableError(thrown) : thrown;
    }
  }

  async #askAgain(operation: Operation): Promise<Verdict | null> {
    const endMs = Date.now() + UNCERTAIN_MS;
    while (Date.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, UNCERTAIN_PAUSE_MS));
      try {
        return await this.#engine.submit({ ...operation, retried: true });
      } catch {
        // Still gone: the loop ends by its deadline.
      }
    }
    return null;
  }
}

function buildChildEnd({ callId, outcome, costMicros }: ClosedChild): ChildEnd {
  const cost = costMicros ?? null;
  if (outcome.state === 'settled') return { callId, settled: true, reason: null, failure: null, cost };
  const { reason, failure } = outcome;
  return { callId, settled: false, reason, failure: JSON.stringify(failure), cost };
}

/** Written by `close` and by the sweeper, always as an ErrorObject. */
function parseFailure(json: string | null): ErrorObject {
  const failure: ErrorObject = JSON.parse(json ?? 'null');
  return failure;
}
