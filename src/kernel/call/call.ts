/**
 * Runs every call, from REST or MCP: access, input, idempotency, availability, charge, run, then settle or refund.
 * Nothing else in the product charges, and no answer leaves before its call is closed durably.
 */
import { createDeferred } from '../../lib/deferred.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { LazyAbort } from '../../lib/lazy-abort.ts';
import { FareboxError, toErrorObject } from '../errors/errors.ts';
import { toRefusalError } from '../errors/refusal.ts';
import type { CloseCall, OpenCall } from '../ports.ts';
import type { AccountPrincipal, Member, Principal } from '../principal.ts';
import { findNoMember } from '../tool/access.ts';
import type { RawInput, RegisteredTool } from '../tool/context.ts';
import { computeFingerprint, parseInput } from '../tool/input.ts';
import { encodeAnswer } from '../tool/reply.ts';
import { assertMayCall, identifyMember } from './admission.ts';
import { assertReady } from './available.ts';
import { type CallDeps, findLimits, findTool } from './call-deps.ts';
import { takesPayment } from './direct-payment.ts';
import { Executor } from './execute.ts';
import { buildClose, type CallExecution, createNotes, type ExecutionResult, joinWarnings } from './execution.ts';
import { InflightCall } from './inflight.ts';
import { explainFailure } from './outcome.ts';
import { callWithPayment } from './paid-call.ts';
import { Parts } from './parts.ts';
import { buildReceiptFields, buildResult, computePrice, computePriceLimits } from './result.ts';
import { traceCall } from './trace-call.ts';
import type { CallOptions, CallResult } from './types.ts';
import { callWithUnit } from './unit-call.ts';
import { answerUnopened } from './unopened.ts';

/** Calls in flight are refunded by the drain this long before the process must be gone. */
const DRAIN_ABORT_GRACE_MS = 2_000;

export class Calls {
  readonly #deps: CallDeps;
  readonly #inflight = new Map<string, InflightCall<CallResult>>();
  readonly #stopping = new LazyAbort();
  readonly #executor: Executor;
  #open = 0;

  constructor(deps: CallDeps) {
    this.#deps = deps;
    this.#executor = new Executor(deps);
  }

  /** Whether the caller may pay for this call alone, from a wallet. */
  takesPayment = (tool: RegisteredTool, caller: Principal): boolean => takesPayment(this.#deps.payments, tool, caller);
  acceptsPayments = (): boolean => this.#deps.payments !== undefined;

  /** Throws what refuses this caller, before a body is read. A paid tool is answered without a promise. */
  admit(tool: RegisteredTool, principal: Principal): Member | null | Promise<Member | null> {
    if (principal.kind === 'anonymous' && this.takesPayment(tool, principal)) return null;
    assertMayCall(tool, principal, (caller, refusal) => {
      this.#deps.ledger.noteRefusal({ principal: caller, tool: tool.name, priceMicros: tool.priceMicros }, refusal);
    });
    return identifyMember(tool, principal, this.#deps.findMember ?? findNoMember);
  }

  /** Runs one call to its end. Throws a FareboxError; then nothing has been charged, or it has been refunded. */
  async call(listed: RegisteredTool, raw: RawInput, principal: Principal, options: CallOptions): Promise<CallResult> {
    const tool = findTool(this.#deps, listed, principal);
    const admission = this.admit(tool, principal);
    const member = admission instanceof Promise ? await admission : admission;
    const { input, warnings } = parseInput(tool, raw, this.#deps.inputs);
    const priceMicros = computePrice(tool, input, findLimits(this.#deps, { tool, input, principal, options }));
    if (this.#stopping.aborted) throw new FareboxError('DRAINING', { retryAfterSeconds: 5 });
    if (this.#open >= this.#deps.openCallsMax) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
    const callId = createTimeOrderedId('call_');
    const callerGone = options.callerGone ?? new LazyAbort();
    // Written out: to begin with another object's members costs as much as a look-up of the key.
    const execution: CallExecution = {
      tool,
      input,
      warnings,
      principal,
      member,
      options,
      callId,
      callerGone,
      trace: undefined,
      priceMicros,
    };
    const startedMs = performance.now();
    let outcome = 'ok';
    this.#open++;
    this.#deps.metrics.changeOpenCalls(1);
    try {
      return await traceCall(this.#deps.tracing, execution, () => this.#route(execution));
    } catch (thrown) {
      outcome = thrown instanceof FareboxError ? thrown.code : 'INTERNAL';
      throw thrown;
    } finally {
      this.#open--;
      this.#deps.metrics.changeOpenCalls(-1);
      this.#deps.metrics.recordCall(tool.name, principal.mode, outcome, performance.now() - startedMs);
    }
  }

  /**
   * Before a long body is read: throws INSUFFICIENT_BALANCE for an account that could not pay the call anyway. Under an
   * idempotency key that is known the call may be paid for already: its record decides.
   */
  async assertCouldPay(listed: RegisteredTool, principal: Principal, idempotencyKey?: string): Promise<void> {
    const tool = findTool(this.#deps, listed, principal);
    if (tool.priceMicros === 0 || principal.kind !== 'account' || this.takesPayment(tool, principal)) return;
    const { ledger } = this.#deps;
    const balanceMicros = await ledger.readBalance(principal);
    if (balanceMicros >= tool.priceMicros) return;
    if (idempotencyKey !== undefined && (await ledger.find(principal, idempotencyKey, '')) !== null) return;
    const refusal = { refused: 'balance', balanceMicros, requiredMicros: tool.priceMicros } as const;
    ledger.noteRefusal({ principal, tool: tool.name, priceMicros: tool.priceMicros }, refusal);
    throw toRefusalError(refusal, () => this.#deps.listPaymentLinks(principal));
  }

  /** Takes no new calls; resolves when none runs any more. What still runs near `timeoutMs` is ended and refunded. */
  async drain(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    const endMs = Date.now() + timeoutMs;
    const abortMs = endMs - DRAIN_ABORT_GRACE_MS;
    while (this.#open > 0 && Date.now() < endMs) {
      if (Date.now() >= abortMs) this.#executor.stopAll();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #route(execution: CallExecution): Promise<CallResult> {
    const { tool, principal, options } = execution;
    if (tool.definition.quota) return callWithUnit(this.#deps, this.#executor, execution);
    const isDeposit = tool.definition.walletDeposit !== undefined;
    const paysDirectly = isDeposit || (options.payment !== undefined && this.takesPayment(tool, principal));
    if (paysDirectly && principal.kind === 'account') return this.#callWithWallet(execution, principal);
    const isRecordable = tool.reply === 'json' || tool.reply === 'bytes';
    const claims =
      options.idempotencyKey !== undefined && tool.effect !== 'read' && !tool.definition.secret && isRecordable;
    if (principal.kind === 'account' && (tool.priceMicros > 0 || claims)) {
      const key = tool.definition.secret ? undefined : options.idempotencyKey;
      return key === undefined
        ? this.#openAndRun(execution, principal, undefined)
        : this.#callIdempotently(execution, principal, key);
    }
    if (tool.priceMicros > 0) return this.#callWithPayment(execution);
    return this.#callFree(execution);
  }

  /** A call that was paid under the same idempotency key isn't paid again, whatever the payment that is sent now. */
  async #callWithWallet(execution: CallExecution, principal: AccountPrincipal): Promise<CallResult> {
    const { tool, input, options } = execution;
    const { idempotencyKey: key } = options;
    if (key === undefined) return this.#callWithPayment(execution);
    const find = () => this.#deps.ledger.find(principal, key, computeFingerprint(tool.name, input));
    try {
      const paid = await callWithPayment(this.#deps, this.#executor, execution);
      if (paid) return paid;
    } catch (thrown) {
      const earlier = await find();
      if (earlier?.state !== 'finished') throw thrown;
      return answerUnopened(this.#deps, execution, principal, earlier);
    }
    const earlier = await find();
    if (!earlier) throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
    return answerUnopened(this.#deps, execution, principal, earlier);
  }

  async #callWithPayment(execution: CallExecution): Promise<CallResult> {
    const paid = await callWithPayment(this.#deps, this.#executor, execution);
    if (!paid) throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
    return paid;
  }

  async #callFree(execution: CallExecution): Promise<CallResult> {
    await assertReady(execution, this.#deps.environments);
    const notes = createNotes();
    try {
      const { output, warnings, cached } = await this.#executor.execute(execution, true, notes);
      const { headers, replayed } = notes;
      const allWarnings = joinWarnings(execution.warnings, warnings);
      return buildResult(execution, { output, warnings: allWarnings, headers, cached, replayed });
    } catch (thrown) {
      throw thrown instanceof FareboxError ? thrown : explainFailure(this.#deps, execution, thrown, notes).error;
    }
  }

  /** A call under an idempotency key: others may join it. */
  async #callIdempotently(unwatched: CallExecution, principal: AccountPrincipal, key: string): Promise<CallResult> {
    const { tool, options } = unwatched;
    const fingerprint = computeFingerprint(tool.name, unwatched.input);
    const scope = `${principal.accountId} ${principal.lineage} ${key}`;
    const running = this.#inflight.get(scope);
    if (running) return { ...(await running.join(fingerprint, tool.timeoutMs, options.callerGone)), replayed: true };
    const answer = createDeferred<CallResult>();
    const inflight = new InflightCall(fingerprint, answer.promise);
    const callerGone = new LazyAbort();
    const execution: CallExecution = { ...unwatched, callerGone };
    inflight.callerGone.addEventListener('abort', () => this.#abortIfEverybodyGone(execution, callerGone), {
      once: true,
    });
    this.#inflight.set(scope, inflight);
    const stopWatching = inflight.watch(options.callerGone);
    try {
      const result = await this.#openAndRun(execution, principal, { key, fingerprint });
      answer.resolve(result);
      return result;
    } catch (thrown) {
      answer.reject(thrown);
      throw thrown;
    } finally {
      stopWatching();
      this.#inflight.delete(scope);
    }
  }

  #abortIfEverybodyGone(execution: CallExecution, callerGone: LazyAbort): void {
    this.#deps.ledger.hasJoiners(execution.callId, execution.principal.mode).then(
      (joined) => joined || callerGone.abort(),
      () => callerGone.abort(),
    );
  }

  /** A composed call has its price from its quote, and runs what was quoted. */
  async #applyQuote(execution: CallExecution): Promise<CallExecution> {
    const { tool, input } = execution;
    const quote = await tool.definition.quote?.(input, this.#executor.createQuoteContext(execution));
    if (!quote) return execution;
    const limits = computePriceLimits(execution, quote, findLimits(this.#deps, execution));
    const { priceMicros, totalMicros, plan } = quote;
    const priced: CallExecution = { ...execution, priceMicros, totalMicros, plan };
    return { ...priced, parts: new Parts({ ...this.#deps, executor: this.#executor }, priced, limits) };
  }

  async #openAndRun(
    callExecution: CallExecution,
    principal: AccountPrincipal,
    idempotency: { key: string; fingerprint: string } | undefined,
  ): Promise<CallResult> {
    const { tool, callId, input, options } = callExecution;
    const { ledger, metrics, environments } = this.#deps;
    let execution = callExecution;
    try {
      const readying = assertReady(callExecution, environments);
      if (readying instanceof Promise) await readying;
      if (tool.definition.quote) execution = await this.#applyQuote(callExecution);
    } catch (thrown) {
      const earlier = idempotency && (await ledger.find(principal, idempotency.key, idempotency.fingerprint));
      if (!earlier) throw thrown;
      return answerUnopened(this.#deps, callExecution, principal, earlier);
    }
    const { priceMicros } = execution;
    const ceiling = tool.definition.costCeiling?.(input, environments[principal.mode].settings) ?? 0;
    const open: OpenCall = {
      callId,
      principal,
      tool: tool.name,
      priceMicros,
      timeoutMs: tool.timeoutMs,
      needsDeposit: principal.mode === 'live' && priceMicros > 0 && ceiling > priceMicros,
    };
    if (idempotency) open.idempotency = idempotency;
    if (options.task) open.task = options.task;
    const outcome = await ledger.open(open);
    if (outcome.state !== 'opened') return answerUnopened(this.#deps, execution, principal, outcome);
    if (priceMicros > 0) metrics.recordCharge(tool.name, principal.mode, priceMicros);
    return await this.#runAndClose(execution, idempotency !== undefined);
  }

  async #runAndClose(execution: CallExecution, recorded: boolean): Promise<CallResult> {
    const { tool, principal, parts, priceMicros } = execution;
    const { mode } = principal;
    const notes = createNotes();
    let result: ExecutionResult;
    try {
      result = await this.#executor.execute(execution, false, notes);
    } catch (thrown) {
      const { reason, error } = explainFailure(this.#deps, execution, thrown, notes);
      const outcome = { state: 'refunded', reason, failure: toErrorObject(error) } as const;
      const closed = await this.#deps.ledger.close(buildClose(execution, outcome, notes));
      if (closed.state === 'lost') throw new FareboxError('CALL_RECOVERED', { cause: thrown });
      if (priceMicros > 0) this.#deps.metrics.recordRefund(tool.name, mode, reason, priceMicros);
      parts?.recordRefunds(reason);
      throw error;
    }
    const warnings = joinWarnings(execution.warnings, result.warnings);
    const outcome: CloseCall['outcome'] = recorded
      ? { state: 'settled', answer: encodeAnswer(result.output, warnings) }
      : { state: 'settled' };
    const closed = await this.#deps.ledger.close(buildClose(execution, outcome, result));
    if (closed.state === 'lost') throw new FareboxError('CALL_RECOVERED');
    const { balanceMicros, receipt } = closed;
    return buildResult(execution, {
      output: result.output,
      warnings,
      ...buildReceiptFields(receipt),
      balanceMicros,
      cached: result.cached,
    });
  }
}
