/**
 * The road of every call, whichever door it came through: access, input, idempotency, availability, charge, run,
 * settle or refund. Nothing else in the product charges, and no answer leaves before its call is closed durably.
 */
import { assertMayCall, assertMember, type MemberOf, nobodysCompany } from './access.ts';
import { assertAvailable } from './available.ts';
import type { Browser } from './context.ts';
import { deferred } from './deferred.ts';
import { Ending, type EndSignal } from './ending.ts';
import { receiptJson } from './envelope.ts';
import { errorObject, FareboxError } from './errors.ts';
import { costOf, Executor, type ExecutorDeps, newNotes, type Ran, type Run } from './execute.ts';
import { timeOrderedId } from './ids.ts';
import { Inflight } from './inflight.ts';
import { fingerprintOf, type InputCaps, parseInput, type RawInput } from './input.ts';
import { awaitElsewhere } from './joining.ts';
import type { Micros } from './money.ts';
import { explainRun } from './outcome.ts';
import { childrenOf, Parts } from './parts.ts';
import type { CallLedger, CallMetrics, FinishedCall, OpenOutcome, PaymentLinks, Receipt } from './ports.ts';
import type { AccountPrincipal, Member, Principal } from './principal.ts';
import { refusalError } from './refusal.ts';
import type { RegisteredTool } from './registry.ts';
import { decodeAnswer, encodeAnswer } from './reply.ts';
import { aboveMax, boundOf, paid, resultOf } from './result.ts';

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
  paymentLinks: PaymentLinks;
  inputCaps: InputCaps;
  memberOf?: MemberOf;
  /** Calls that may run at once; more are refused with OVERLOADED. */
  openCallsMax: number;
}

/** Calls in flight are refunded by the drain this long before the process must be gone. */
const DRAIN_ABORT_GRACE_MS = 2_000;

export class Calls {
  readonly #deps: CallDeps;
  readonly #inflight = new Map<string, Inflight<CallResult>>();
  readonly #stopping = new Ending();
  readonly #executor: Executor;
  #open = 0;

  constructor(deps: CallDeps) {
    this.#deps = deps;
    this.#executor = new Executor(deps);
  }

  /** Throws what refuses this caller, before a body is read. A paid tool is answered without a promise. */
  admit(tool: RegisteredTool, principal: Principal): Member | null | Promise<Member | null> {
    assertMayCall(tool, principal);
    return assertMember(tool, principal, this.#deps.memberOf ?? nobodysCompany);
  }

  /** Runs one call to its end. Throws a FareboxError; then nothing has been charged, or it has been refunded. */
  async call(tool: RegisteredTool, raw: RawInput, principal: Principal, options: CallOptions): Promise<CallResult> {
    const asked = this.admit(tool, principal);
    const member = asked instanceof Promise ? await asked : asked;
    const { input, warnings } = parseInput(tool, raw, this.#deps.inputCaps);
    const { priceMicros } = tool;
    if (!tool.definition.quote && priceMicros > (options.maxPriceMicros ?? priceMicros))
      throw aboveMax(tool, priceMicros);
    if (this.#stopping.aborted) throw new FareboxError('DRAINING', { retryAfterSeconds: 5 });
    if (this.#open >= this.#deps.openCallsMax) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });
    const callId = timeOrderedId('call_');
    const left = options.callerGone ?? new Ending();
    const run: Run = { tool, input, warnings, principal, member, options, callId, left, priceMicros };
    const startedMs = performance.now();
    let outcome = 'ok';
    this.#open++;
    this.#deps.metrics.openCalls(1);
    try {
      return await this.#route(run);
    } catch (thrown) {
      outcome = thrown instanceof FareboxError ? thrown.code : 'INTERNAL';
      throw thrown;
    } finally {
      this.#open--;
      this.#deps.metrics.openCalls(-1);
      this.#deps.metrics.call(tool.name, principal.mode, outcome, performance.now() - startedMs);
    }
  }

  /**
   * Before a long body is read: throws INSUFFICIENT_BALANCE for an account that could not pay the call anyway. Under an
   * idempotency key that is known the call may be paid for already: its record decides.
   */
  async assertCouldPay(tool: RegisteredTool, principal: Principal, idempotencyKey?: string): Promise<void> {
    if (tool.priceMicros === 0 || principal.kind !== 'account') return;
    const { ledger } = this.#deps;
    const balanceMicros = await ledger.balance(principal);
    if (balanceMicros >= tool.priceMicros) return;
    if (idempotencyKey !== undefined && (await ledger.find(principal, idempotencyKey, '')) !== null) return;
    const refusal = { refused: 'balance', balanceMicros, requiredMicros: tool.priceMicros } as const;
    throw refusalError(refusal, () => this.#deps.paymentLinks(principal));
  }

  /** Takes no new calls; resolves when none runs any more. What still runs near `timeoutMs` is ended and refunded. */
  async drain(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    const endMs = Date.now() + timeoutMs;
    const abortMs = endMs - DRAIN_ABORT_GRACE_MS;
    while (this.#open > 0 && Date.now() < endMs) {
      if (Date.now() >= abortMs) this.#executor.endAll();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #route(run: Run): Promise<CallResult> {
    const { tool, principal, options } = run;
    const isRecordable = tool.reply === 'json' || tool.reply === 'bytes';
    const claims =
      options.idempotencyKey !== undefined && tool.effect !== 'read' && !tool.definition.secret && isRecordable;
    if (principal.kind === 'account' && (tool.priceMicros > 0 || claims)) {
      const key = tool.definition.secret ? undefined : options.idempotencyKey;
      return key === undefined ? this.#opened(run, principal, undefined) : this.#claimed(run, principal, key);
    }
    if (tool.priceMicros > 0) throw new FareboxError('UNAUTHENTICATED');
    return this.#free(run);
  }

  async #free(run: Run): Promise<CallResult> {
    assertAvailable(run.tool, run.input, this.#deps.outside[run.principal.mode]);
    const notes = newNotes();
    try {
      const { output, warnings, cached } = await this.#executor.execute(run, true, notes);
      const { replayed } = notes;
      return resultOf(run, { output, warnings: [...run.warnings, ...warnings], cached, replayed });
    } catch (thrown) {
      throw thrown instanceof FareboxError ? thrown : explainRun(this.#deps.log, run, thrown, notes).error;
    }
  }

  /** A call under an idempotency key: others may join it. */
  async #claimed(unwatched: Run, principal: AccountPrincipal, key: string): Promise<CallResult> {
    const { tool, options } = unwatched;
    const fingerprint = fingerprintOf(tool.name, unwatched.input);
    const scope = `${principal.accountId} ${principal.lineage} ${key}`;
    const running = this.#inflight.get(scope);
    if (running) return { ...(await running.join(fingerprint, tool.timeoutMs, options.callerGone)), replayed: true };

    const answer = deferred<CallResult>();
    const inflight = new Inflight(fingerprint, answer.promise);
    const left = new Ending();
    const run: Run = { ...unwatched, left };
    inflight.left.addEventListener('abort', () => this.#everybodyHereLeft(run, left), { once: true });
    this.#inflight.set(scope, inflight);
    const stopWatching = inflight.watch(options.callerGone);
    try {
      const result = await this.#opened(run, principal, { key, fingerprint });
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

  #everybodyHereLeft(run: Run, left: Ending): void {
    this.#deps.ledger.hasJoiners(run.callId, run.principal.mode).then(
      (joined) => joined || left.abort(),
      () => left.abort(),
    );
  }

  /** A composed call has its price from its quote, and runs what was quoted. */
  async #quoted(run: Run): Promise<Run> {
    const { tool, input } = run;
    const quote = await tool.definition.quote?.(input, this.#executor.quoteContext(run));
    if (!quote) return run;
    const maxMicros = boundOf(run, quote);
    const priced: Run = { ...run, priceMicros: quote.priceMicros, plan: quote.plan };
    return { ...priced, parts: new Parts({ ...this.#deps, executor: this.#executor }, priced, maxMicros) };
  }

  /** A call that is charged, or claims an idempotency key, or both. */
  async #opened(
    asked: Run,
    principal: AccountPrincipal,
    idempotency: { key: string; fingerprint: string } | undefined,
  ): Promise<CallResult> {
    const { tool, callId, input } = asked;
    const { ledger, metrics, outside } = this.#deps;
    let run = asked;
    try {
      assertAvailable(tool, input, outside[principal.mode]);
      if (tool.definition.quote) run = await this.#quoted(asked);
    } catch (thrown) {
      const seen = idempotency && (await ledger.find(principal, idempotency.key, idempotency.fingerprint));
      if (!seen) throw thrown;
      return this.#notOpened(asked, principal, seen);
    }
    const { priceMicros } = run;
    const ceiling = tool.definition.costCeiling?.(input, outside[principal.mode].settings) ?? 0;
    const outcome = await ledger.open({
      callId,
      principal,
      tool: tool.name,
      priceMicros,
      timeoutMs: tool.timeoutMs,
      // What is free asks no model.
      needsDeposit: principal.mode === 'live' && priceMicros > 0 && ceiling > priceMicros,
      ...(idempotency ? { idempotency } : {}),
    });
    if (outcome.state !== 'opened') return this.#notOpened(run, principal, outcome);
    if (priceMicros > 0) metrics.charge(tool.name, principal.mode, priceMicros);
    return this.#runAndClose(run, idempotency !== undefined);
  }

  async #runAndClose(run: Run, recorded: boolean): Promise<CallResult> {
    const { tool, callId, principal, parts, priceMicros } = run;
    const { mode } = principal;
    const notes = newNotes();
    let ran: Ran;
    try {
      ran = await this.#executor.execute(run, false, notes);
    } catch (thrown) {
      const { reason, error } = explainRun(this.#deps.log, run, thrown, notes);
      const outcome = { state: 'refunded', reason, failure: errorObject(error) } as const;
      const closed = await this.#deps.ledger.close({ callId, mode, outcome, ...costOf(notes), ...childrenOf(parts) });
      if (closed.state === 'lost') throw new FareboxError('CALL_RECOVERED', { cause: thrown });
      if (priceMicros > 0) this.#deps.metrics.refund(tool.name, mode, reason, priceMicros);
      parts?.dropped(reason);
      throw error;
    }
    const warnings = [...run.warnings, ...ran.warnings];
    const outcome = { state: 'settled', ...(recorded ? { answer: encodeAnswer(ran.output, warnings) } : {}) } as const;
    const closed = await this.#deps.ledger.close({ callId, mode, outcome, ...costOf(ran), ...childrenOf(parts) });
    if (closed.state === 'lost') throw new FareboxError('CALL_RECOVERED');
    const { balanceMicros, receipt } = closed;
    return resultOf(run, { output: ran.output, warnings, ...paid(run, receipt), balanceMicros, cached: ran.cached });
  }

  /** The ledger found the same call running or finished, or refused; nothing was charged now. */
  async #notOpened(
    run: Run,
    principal: AccountPrincipal,
    outcome: Exclude<OpenOutcome, { state: 'opened' }>,
  ): Promise<CallResult> {
    if (outcome.state === 'refused') throw refusalError(outcome, () => this.#deps.paymentLinks(principal));
    const finished: FinishedCall =
      outcome.state === 'finished'
        ? outcome
        : await awaitElsewhere(
            this.#deps.ledger,
            outcome.callId,
            principal.mode,
            run.tool.timeoutMs,
            run.options.callerGone,
          );
    const { receipt, balanceMicros } = finished;
    if (finished.answer === null)
      throw new FareboxError('ANSWER_NOT_KEPT', { details: { receipt: receiptJson(receipt) } });
    const { output, warnings } = decodeAnswer(finished.answer);
    return resultOf(run, { output, warnings, ...paid(run, receipt), balanceMicros, replayed: true });
  }
}
