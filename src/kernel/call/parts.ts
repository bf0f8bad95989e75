/**
 * The parts of a composed call (money.md §8): tools of layers 1 and 2 that a tool of layer 3 runs. Each is charged to the
 * same caller when it starts, and closed together with the whole by how it went.
 */

import type { Micros } from '../../lib/money.ts';
import { FareboxError, toErrorObject } from '../errors/errors.ts';
import type { RefundReason } from '../errors/failure.ts';
import { toRefusalError } from '../errors/refusal.ts';
import type { CallLedger, CallMetrics, ClosedChild, ListPaymentLinks, Log } from '../ports.ts';
import { CallerGoneError } from '../tool/chain.ts';
import type { PartResult, RawInput, UpstreamEnvironments } from '../tool/context.ts';
import { type InputRules, parseInput } from '../tool/input.ts';
import { assertMayCall } from './admission.ts';
import { assertReady } from './available.ts';
import type { Executor } from './execute.ts';
import { type CallExecution, createNotes, type PartRunner, pickCost } from './execution.ts';
import { explainFailure } from './outcome.ts';
import { computePrice, type PriceLimits } from './result.ts';
import { suggestParts } from './suggest.ts';

interface PartsDeps {
  executor: Executor;
  ledger: CallLedger;
  metrics: CallMetrics;
  environments: UpstreamEnvironments;
  inputs: InputRules;
  listPaymentLinks: ListPaymentLinks;
  log: Log;
}

interface PreparedPart {
  part: CallExecution;
  /** Settled once it is known whether its addresses may be read; undefined where it has none. */
  ready: Promise<void> | undefined;
}

/** No composed call has use for more; the concierge stays below. */
const PARTS_MAX = 8;
/** Time that the whole reserves to close after its last part. */
const CLOSING_MS = 1_500;

export class Parts implements PartRunner {
  readonly #deps: PartsDeps;
  readonly #execution: CallExecution;
  readonly #deadlineMs: number;
  readonly #limits: PriceLimits;
  readonly #closedChildren: ClosedChild[] = [];
  readonly #settledParts: CallExecution[] = [];
  #priceMicros: Micros;
  #partCount = 0;
  /** Parts are charged one after another, in the order in which they were asked for. */
  #lastCharge: Promise<unknown> = Promise.resolve();

  /** The limits are those of the whole, the call's own price included. */
  constructor(deps: PartsDeps, execution: CallExecution, limits: PriceLimits) {
    this.#deps = deps;
    this.#execution = execution;
    this.#deadlineMs = Date.now() + execution.tool.timeoutMs - CLOSING_MS;
    this.#limits = limits;
    this.#priceMicros = execution.priceMicros;
  }

  /** How the parts that were charged have ended, for the whole's close. */
  get closedChildren(): readonly ClosedChild[] {
    return this.#closedChildren;
  }

  /** The whole has failed, and what had answered is refunded with it. */
  recordRefunds(reason: RefundReason): void {
    const { mode } = this.#execution.principal;
    for (const { tool, priceMicros } of this.#settledParts)
      this.#deps.metrics.recordRefund(tool.name, mode, reason, priceMicros);
  }

  /** Runs one part. Throws a FareboxError for one that was not charged, or will be refunded with the close. */
  async call(name: string, raw: RawInput): Promise<PartResult> {
    const { part, ready } = this.#preparePart(name, raw);
    if (part.priceMicros === 0) return this.#callFree(part, ready);
    const charge = this.#lastCharge.then(() => ready).then(() => this.#charge(part));
    this.#lastCharge = charge.catch(() => {});
    await charge;
    const { mode } = part.principal;
    const notes = createNotes();
    try {
      const { output, warnings, cached, costMicros } = await this.#deps.executor.execute(part, false, notes);
      this.#closedChildren.push({ callId: part.callId, outcome: { state: 'settled' }, ...pickCost({ costMicros }) });
      this.#settledParts.push(part);
      return this.#buildResult(part, { output, warnings, cached });
    } catch (thrown) {
      const { reason, error } = explainFailure(this.#deps, part, thrown, notes);
      const outcome = { state: 'refunded', reason, failure: toErrorObject(error) } as const;
      this.#closedChildren.push({ callId: part.callId, outcome, ...pickCost(notes) });
      this.#priceMicros -= part.priceMicros;
      this.#deps.metrics.recordRefund(part.tool.name, mode, reason, part.priceMicros);
      throw error;
    }
  }

  /** Everything that can be refused before money moves. */
  #preparePart(name: string, raw: RawInput): PreparedPart {
    const { principal, options, member, callerGone, callId, trace } = this.#execution;
    if (callerGone.aborted)
      throw explainFailure(this.#deps, this.#execution, new CallerGoneError(), createNotes()).error;
    const registry = this.#deps.executor.registryFor(principal);
    const registeredTool = registry.get(name);
    const environment = this.#deps.environments[principal.mode];
    if (!registeredTool) {
      const nearest = suggestParts(name, { registry, principal, environment });
      throw new FareboxError('UNKNOWN_TOOL', { details: { nearest } });
    }
    const { layer } = registeredTool.toolset;
    if (layer !== 1 && layer !== 2) {
      throw new FareboxError('FORBIDDEN', { message: 'Only direct tools and smart services can be combined.' });
    }
    assertMayCall(registeredTool, principal);
    const { input, warnings } = parseInput(registeredTool, raw, this.#deps.inputs);
    const priceMicros = computePrice(registeredTool, input, this.#limits);
    const ready = assertReady({ tool: registeredTool, input, principal, priceMicros }, this.#deps.environments);
    // It is awaited in turn, when the parts before have been charged.
    ready?.catch(() => {});
    if (++this.#partCount > PARTS_MAX) throw new FareboxError('CONFLICT', { message: 'This call has too many steps.' });
    const tool = { ...registeredTool, timeoutMs: Math.min(registeredTool.timeoutMs, this.#deadlineMs - Date.now()) };
    if (tool.timeoutMs <= 0) throw new FareboxError('UPSTREAM_TIMEOUT');
    const { requestId } = options;
    // The caller's idempotency key is that of the whole.
    const own = { tool, input, warnings, options: { requestId }, callId: `${callId}-${this.#partCount}`, priceMicros };
    return { part: { ...own, principal, member, callerGone, trace }, ready };
  }

  async #callFree(part: CallExecution, ready: PreparedPart['ready']): Promise<PartResult> {
    await ready;
    const notes = createNotes();
    try {
      const { output, warnings, cached } = await this.#deps.executor.execute(part, true, notes);
      return this.#buildResult(part, { output, warnings, cached });
    } catch (thrown) {
      throw explainFailure(this.#deps, part, thrown, notes).error;
    }
  }

  async #charge({ tool, input, principal, callId, priceMicros }: CallExecution): Promise<void> {
    if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
    if (this.#priceMicros + priceMicros > this.#limits.wholeMicros) {
      throw new FareboxError('PRICE_ABOVE_MAX', { details: { tool: tool.name } });
    }
    const { ledger, environments, metrics, listPaymentLinks } = this.#deps;
    const { mode } = principal;
    const ceiling = tool.definition.costCeiling?.(input, environments[mode].settings) ?? 0;
    const outcome = await ledger.open({
      callId,
      principal,
      tool: tool.name,
      priceMicros,
      timeoutMs: tool.timeoutMs,
      needsDeposit: mode === 'live' && ceiling > priceMicros,
      parentId: this.#execution.callId,
    });
    if (outcome.state === 'refused') throw toRefusalError(outcome, () => listPaymentLinks(principal));
    if (outcome.state !== 'opened') throw new FareboxError('CALL_RECOVERED');
    this.#priceMicros += priceMicros;
    metrics.recordCharge(tool.name, mode, priceMicros);
  }

  #buildResult(part: CallExecution, result: Pick<PartResult, 'output' | 'warnings' | 'cached'>): PartResult {
    const { tool, input, priceMicros } = part;
    return { tool, input, priceMicros, ...result, warnings: [...part.warnings, ...result.warnings] };
  }
}
