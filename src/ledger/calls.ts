/** The two transactions around a call, as the kernel asks for them, on top of either engine. */
import type { ErrorObject } from '../kernel/errors.ts';
import { exact, type Micros } from '../kernel/money.ts';
import type {
  CallLedger,
  CallState,
  CloseCall,
  ClosedChild,
  CloseOutcome,
  FinishedCall,
  OpenCall,
  OpenOutcome,
  Receipt,
} from '../kernel/ports.ts';
import type { AccountPrincipal, Mode } from '../kernel/principal.ts';
import { accountById } from '../storage/accounts-store.ts';
import { storeUnavailable } from '../storage/failure.ts';
import type { Abandoned } from './abandoned.ts';
import type { Engine } from './engine.ts';
import type { LedgerLimits } from './handle.ts';
import { isUncertain } from './job.ts';
import type { ChildEnd, CloseOp, Op, OpenOp, Verdict } from './op.ts';
import { partsOf, wholeReceipt } from './parts.ts';
import type { KnownCall, OpenCallRow } from './reads.ts';

/** How long an operation whose outcome is unknown is tried again before its caller hears of it. */
const UNCERTAIN_MS = 3_000;
const UNCERTAIN_PAUSE_MS = 100;
/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const UTF8_BYTES_MAX = 3;

export class LedgerCalls implements CallLedger {
  readonly #engine: Engine;
  readonly #abandoned: Abandoned;
  readonly #limits: LedgerLimits;
  /** Calls that this instance has opened and not closed; bounded by the kernel's limit of calls at once. */
  readonly #open = new Map<string, OpenCallRow>();

  constructor(engine: Engine, abandoned: Abandoned, limits: LedgerLimits) {
    this.#engine = engine;
    this.#abandoned = abandoned;
    this.#limits = limits;
  }

  async open(call: OpenCall): Promise<OpenOutcome> {
    const { callId, principal, idempotency, parentId = null } = call;
    const { accountId, keyId, mode } = principal;
    const owner = this.#owner();
    const claim = idempotency ? { scope: scopeOf(principal), ...idempotency } : null;
    const op: OpenOp = {
      kind: 'open',
      callId,
      mode,
      accountId,
      keyId,
      tool: call.tool,
      price: exact(call.priceMicros),
      timeoutMs: call.timeoutMs,
      needsDeposit: call.needsDeposit,
      claim,
      parentId,
      owner,
      retried: false,
    };
    const row = { id: callId, account_id: accountId, key_id: keyId, owner };
    // A part is closed by its whole, which finds it even when nobody heard that it was opened.
    const verdict = await this.#submit(op, parentId === null ? row : null);
    switch (verdict.is) {
      case 'opened':
        if (parentId === null) this.#open.set(callId, row);
        return { state: 'opened', balanceMicros: verdict.balance };
      case 'seen':
        return verdict.settled
          ? this.#finishedOrRunning(verdict.callId, mode)
          : { state: 'running', callId: verdict.callId };
      case 'refused':
        return { state: 'refused', ...verdict.refusal };
      default:
        throw new Error('An open was answered as a close.');
    }
  }

  async close(call: CloseCall): Promise<CloseOutcome> {
    const { callId, outcome } = call;
    const row = this.#open.get(callId);
    // Not ours, or opened under an earlier sign of life: the sweeper has it.
    if (!row || row.owner !== this.#engine.owner()) {
      this.#open.delete(callId);
      return { state: 'lost' };
    }
    const settled = outcome.state === 'settled';
    const op: CloseOp = {
      kind: 'close',
      callId,
      accountId: row.account_id,
      keyId: row.key_id,
      owner: row.owner,
      overdueOnly: false,
      settled,
      answer: settled ? this.#kept(outcome.answer) : null,
      reason: settled ? null : outcome.reason,
      failure: settled ? null : JSON.stringify(outcome.failure),
      cost: call.costMicros ?? null,
      children: call.children?.map(childEnd) ?? null,
      retried: false,
    };
    try {
      return this.#closed(await this.#submit(op, row), row, outcome.state);
    } finally {
      this.#open.delete(callId);
    }
  }

  #closed(verdict: Verdict, { id: callId, account_id: agentId }: OpenCallRow, state: Receipt['state']): CloseOutcome {
    if (verdict.is === 'lost') return { state: 'lost' };
    if (verdict.is !== 'closed') throw new Error('A close was answered as an open.');
    const { tool, mode, price, at, balance, parts } = verdict;
    const closed = { callId, agentId, tool, mode, state, amountMicros: price, at: new Date(at).toISOString() };
    const receipt: Receipt = parts === null ? closed : wholeReceipt(closed, parts);
    return { state: 'closed', receipt, balanceMicros: balance };
  }

  async find(
    principal: AccountPrincipal,
    key: string,
    fingerprint: string,
  ): Promise<Exclude<OpenOutcome, { state: 'opened' }> | null> {
    const [claim] = await this.#engine.reads.claim(scopeOf(principal), key);
    if (!claim) return null;
    if (claim.expires_at !== null && claim.expires_at <= (await this.#engine.now())) return null;
    if (claim.fingerprint !== fingerprint) return { state: 'refused', refused: 'conflict' };
    if (claim.expires_at === null) return { state: 'running', callId: claim.call_id };
    return this.#finishedOrRunning(claim.call_id, principal.mode);
  }

  async stateOf(callId: string, mode: Mode): Promise<CallState> {
    const [call] = await this.#engine.reads.callState(callId);
    if (!call || call.mode !== mode) return { state: 'unknown' };
    if (call.state === 'open') return { state: 'open' };
    if (call.state === 'refunded') return { state: 'refunded', failure: failureOf(call.failure) };
    const [known] = await this.#engine.reads.call(callId);
    return known ? { state: 'finished', ...(await this.#finishedCall(known)) } : { state: 'unknown' };
  }

  async balance({ accountId }: AccountPrincipal): Promise<Micros> {
    return (await accountById(this.#engine.db, accountId))?.balance ?? 0;
  }

  async hasJoiners(callId: string, mode: Mode): Promise<boolean> {
    const [row] = await this.#engine.reads.joiners(callId, mode);
    return row !== undefined && row.joiners > 0;
  }

  /** The claim said settled; its answer may have been purged since, which `answer: null` says. */
  async #finishedOrRunning(callId: string, mode: Mode): Promise<Exclude<OpenOutcome, { state: 'opened' }>> {
    const [known] = await this.#engine.reads.call(callId);
    if (known?.state === 'settled' && known.mode === mode) {
      return { state: 'finished', ...(await this.#finishedCall(known)) };
    }
    return { state: 'running', callId };
  }

  async #finishedCall(call: KnownCall): Promise<FinishedCall> {
    const parts = partsOf(call, await this.#engine.reads.children(call.id));
    const receipt: Receipt = {
      callId: call.id,
      agentId: call.account_id,
      tool: call.tool,
      mode: call.mode,
      state: 'settled',
      amountMicros: call.price,
      at: new Date(call.closed_at ?? 0).toISOString(),
    };
    return {
      receipt: parts === null ? receipt : wholeReceipt(receipt, parts),
      answer: call.body,
      balanceMicros: call.balance,
    };
  }

  #owner(): string {
    const owner = this.#engine.owner();
    if (owner === null) throw storeUnavailable(new Error('This instance has lost its lock.'));
    return owner;
  }

  #kept(answer: string | undefined): string | null {
    if (answer === undefined) return null;
    const { answerBytesMax } = this.#limits;
    if (answer.length * UTF8_BYTES_MAX <= answerBytesMax) return answer;
    return Buffer.byteLength(answer) <= answerBytesMax ? answer : null;
  }

  /**
   * Writes one operation. What fails for good leaves a call that may be open: it is refunded in the background.
   * When the outcome is unknown (the connection broke during a commit) the same operation is asked again, and finds
   * what its first try did.
   */
  #submit(op: Op, row: OpenCallRow | null): Promise<Verdict> {
    return this.#engine.submit(op).catch(async (thrown: unknown) => {
      const uncertain = isUncertain(thrown);
      const verdict = uncertain ? await this.#askAgain(op) : null;
      if (verdict) return verdict;
      if (row && (uncertain || op.kind === 'close')) this.#abandoned.add(row);
      throw uncertain ? storeUnavailable(thrown) : thrown;
    });
  }

  async #askAgain(op: Op): Promise<Verdict | null> {
    const endMs = Date.now() + UNCERTAIN_MS;
    while (Date.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, UNCERTAIN_PAUSE_MS));
      try {
        return await this.#engine.submit({ ...op, retried: true });
      } catch {
        // Still gone: the loop ends by its deadline.
      }
    }
    return null;
  }
}

function scopeOf({ accountId, lineage }: AccountPrincipal): string {
  return `${accountId} ${lineage}`;
}

function childEnd({ callId, outcome, costMicros }: ClosedChild): ChildEnd {
  const cost = costMicros ?? null;
  if (outcome.state === 'settled') return { callId, settled: true, reason: null, failure: null, cost };
  const { reason, failure } = outcome;
  return { callId, settled: false, reason, failure: JSON.stringify(failure), cost };
}

/** Written by `close` and by the sweeper, always as an ErrorObject. */
function failureOf(json: string | null): ErrorObject {
  const failure: ErrorObject = JSON.parse(json ?? 'null');
  return failure;
}
