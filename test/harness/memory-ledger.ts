/** A ledger in memory, for tests of what stands in front of the real one: charge, settle, refund, idempotency. */
import type {
  CallLedger,
  CallState,
  CloseCall,
  CloseOutcome,
  FinishedCall,
  OpenCall,
  OpenOutcome,
  Receipt,
  ReceiptPart,
} from '../../src/kernel/ports.ts';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';

interface Row {
  call: OpenCall;
  state: CallState;
  /** As `close` was told. */
  costMicros?: number | undefined;
}

export class MemoryLedger implements CallLedger {
  /** Account → micro-USD; an account that is not named has none. */
  readonly balances = new Map<string, number>();
  readonly rows = new Map<string, Row>();
  readonly #claims = new Map<string, string>();

  constructor(balances: Readonly<Record<string, number>> = {}) {
    for (const [account, micros] of Object.entries(balances)) this.balances.set(account, micros);
  }

  refusalsNoted = 0;

  get openCalls(): number {
    return [...this.rows.values()].filter(({ state }) => state.state === 'open').length;
  }

  noteRefusal(): void {
    this.refusalsNoted++;
  }

  async readBalance({ accountId }: AccountPrincipal): Promise<number> {
    return this.balanceOf(accountId);
  }

  balanceOf(accountId: string): number {
    return this.balances.get(accountId) ?? 0;
  }

  open(call: OpenCall): Promise<OpenOutcome> {
    return Promise.resolve(this.#open(call));
  }

  #open(call: OpenCall): OpenOutcome {
    const { principal, priceMicros, idempotency, callId } = call;
    const seen = idempotency && this.#find(principal, idempotency.key, idempotency.fingerprint);
    if (seen) return seen;
    if (call.parentId !== undefined && this.rows.get(call.parentId)?.state.state !== 'open') {
      return { state: 'refused', refused: 'parent' };
    }
    const balanceMicros = this.balanceOf(principal.accountId);
    if (balanceMicros < priceMicros) {
      return { state: 'refused', refused: 'balance', balanceMicros, requiredMicros: priceMicros };
    }
    this.balances.set(principal.accountId, balanceMicros - priceMicros);
    this.rows.set(callId, { call, state: { state: 'open' } });
    if (idempotency) this.#claims.set(scope(principal, idempotency.key), callId);
    return { state: 'opened', balanceMicros: balanceMicros - priceMicros };
  }

  close({ callId, outcome, costMicros, children }: CloseCall): Promise<CloseOutcome> {
    const row = this.rows.get(callId);
    if (row?.state.state !== 'open' || row.call.parentId !== undefined) return Promise.resolve({ state: 'lost' });
    const failure = { code: 'INTERNAL', message: 'Untold.', next: 'Wait.', retryable: true } as const;
    const untold = { state: 'refunded', reason: 'internal', failure } as const;
    const parts: ReceiptPart[] = [];
    for (const [id, child] of this.rows) {
      if (child.call.parentId !== callId || child.state.state !== 'open') continue;
      const named = children?.find((one) => one.callId === id);
      const end = outcome.state === 'refunded' ? outcome : (named?.outcome ?? untold);
      const { tool, state, amountMicros } = this.#close(id, child, end, named?.costMicros).receipt;
      parts.push({ callId: id, tool, state, amountMicros });
    }
    const closed = this.#close(callId, row, outcome, costMicros);
    if (parts.length === 0) return Promise.resolve(closed);
    const { receipt } = closed;
    if (receipt.amountMicros > 0)
      parts.unshift({ callId, tool: receipt.tool, state: receipt.state, amountMicros: receipt.amountMicros });
    const amountMicros = parts.reduce((sum, part) => sum + part.amountMicros, 0);
    const whole = { ...receipt, amountMicros, parts };
    const closedRow = this.rows.get(callId);
    if (closedRow?.state.state === 'finished') closedRow.state = { ...closedRow.state, receipt: whole };
    return Promise.resolve({ ...closed, receipt: whole });
  }

  #close(
    callId: string,
    row: Row,
    outcome: CloseCall['outcome'],
    costMicros: number | undefined,
  ): Extract<CloseOutcome, { state: 'closed' }> {
    row.costMicros = costMicros;
    const { principal, priceMicros, tool, idempotency } = row.call;
    const { accountId, mode } = principal;
    const settled = outcome.state === 'settled';
    if (!settled) {
      this.balances.set(accountId, this.balanceOf(accountId) + priceMicros);
      if (idempotency) this.#claims.delete(scope(principal, idempotency.key));
    }
    const receipt: Receipt = {
      callId,
      agentId: accountId,
      tool,
      mode,
      state: outcome.state,
      amountMicros: settled ? priceMicros : 0,
      at: new Date().toISOString(),
    };
    const balanceMicros = this.balanceOf(accountId);
    row.state = settled
      ? { state: 'finished', receipt, answer: outcome.answer ?? null, balanceMicros }
      : { state: 'refunded', failure: outcome.failure };
    return { state: 'closed', receipt, balanceMicros };
  }

  find(
    principal: AccountPrincipal,
    key: string,
    fingerprint: string,
  ): Promise<Exclude<OpenOutcome, { state: 'opened' }> | null> {
    return Promise.resolve(this.#find(principal, key, fingerprint));
  }

  #find(
    principal: AccountPrincipal,
    key: string,
    fingerprint: string,
  ): Exclude<OpenOutcome, { state: 'opened' }> | null {
    const callId = this.#claims.get(scope(principal, key));
    const row = callId === undefined ? undefined : this.rows.get(callId);
    if (!row || callId === undefined) return null;
    if (row.call.idempotency?.fingerprint !== fingerprint) return { state: 'refused', refused: 'conflict' };
    if (row.state.state === 'finished') return row.state satisfies FinishedCall;
    return { state: 'running', callId };
  }

  readState(callId: string): Promise<CallState> {
    return Promise.resolve(this.rows.get(callId)?.state ?? { state: 'unknown' });
  }

  hasJoiners(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

function scope({ accountId, lineage }: AccountPrincipal, key: string): string {
  return `${accountId} ${lineage} ${key}`;
}
