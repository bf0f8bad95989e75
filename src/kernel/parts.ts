/**
 * The parts of a composed call (money.md §8): tools of layers 1 and 2 that a tool of layer 3 runs. Each is charged to the
 * same caller when it starts, and closed together with the whole by how it went.
 */
import { assertMayCall } from './access.ts';
import { assertAvailable } from './available.ts';
import { CallerLeft } from './chain.ts';
import type { Outsides } from './context.ts';
import { errorObject, FareboxError } from './errors.ts';
import { costOf, type Executor, newNotes, type Run } from './execute.ts';
import type { RefundReason } from './failure.ts';
import { type InputCaps, parseInput, type RawInput } from './input.ts';
import type { Micros } from './money.ts';
import { explainRun } from './outcome.ts';
import type { CallLedger, CallMetrics, ClosedChild, Log, PaymentLinks } from './ports.ts';
import { refusalError } from './refusal.ts';
import type { RegisteredTool } from './registry.ts';

/** What one part answered. */
export interface PartResult {
  tool: RegisteredTool;
  /** As it was run, with the schema's defaults. */
  input: Record<string, unknown>;
  output: unknown;
  /** Charged for it, if the whole is settled. */
  priceMicros: Micros;
  warnings: readonly string[];
  cached: boolean;
}

export interface PartsDeps {
  executor: Executor;
  ledger: CallLedger;
  metrics: CallMetrics;
  outside: Outsides;
  inputCaps: InputCaps;
  paymentLinks: PaymentLinks;
  log: Log;
}

/** What the close of a composed call is told of its parts; nothing for other calls. */
export const childrenOf = (parts: Parts | undefined): { children?: readonly ClosedChild[] } =>
  parts ? { children: parts.ended } : {};

/** No composed call has use for more; the concierge stays below. */
const PARTS_MAX = 8;
/** What the whole keeps of its time to close after its last part. */
const CLOSING_MS = 1_500;

export class Parts {
  readonly #deps: PartsDeps;
  readonly #run: Run;
  readonly #deadlineMs: number;
  readonly #maxPriceMicros: Micros;
  readonly #ended: ClosedChild[] = [];
  readonly #settled: Run[] = [];
  #priceMicros: Micros;
  #count = 0;
  /** Parts are charged one after another, in the order in which they were asked for. */
  #charging: Promise<unknown> = Promise.resolve();

  /** `maxPriceMicros` bounds the whole, the call's own price included. */
  constructor(deps: PartsDeps, run: Run, maxPriceMicros: Micros) {
    this.#deps = deps;
    this.#run = run;
    this.#deadlineMs = Date.now() + run.tool.timeoutMs - CLOSING_MS;
    this.#maxPriceMicros = maxPriceMicros;
    this.#priceMicros = run.priceMicros;
  }

  /** How the parts that were charged have ended, for the whole's close. */
  get ended(): readonly ClosedChild[] {
    return this.#ended;
  }

  /** The whole has failed, and what had answered is refunded with it. */
  dropped(reason: RefundReason): void {
    const { mode } = this.#run.principal;
    for (const { tool, priceMicros } of this.#settled) this.#deps.metrics.refund(tool.name, mode, reason, priceMicros);
  }

  /** Runs one part. Throws a FareboxError for one that was not charged, or will be refunded with the close. */
  async call(name: string, raw: RawInput): Promise<PartResult> {
    const part = this.#part(name, raw);
    if (part.priceMicros === 0) return this.#free(part);
    const charge = this.#charging.then(() => this.#charge(part));
    this.#charging = charge.catch(() => {});
    await charge;
    const { mode } = part.principal;
    const notes = newNotes();
    try {
      const { output, warnings, cached, costMicros } = await this.#deps.executor.execute(part, false, notes);
      this.#ended.push({ callId: part.callId, outcome: { state: 'settled' }, ...costOf({ costMicros }) });
      this.#settled.push(part);
      return this.#result(part, { output, warnings, cached });
    } catch (thrown) {
      const { reason, error } = explainRun(this.#deps.log, part, thrown, notes);
      const outcome = { state: 'refunded', reason, failure: errorObject(error) } as const;
      this.#ended.push({ callId: part.callId, outcome, ...costOf(notes) });
      this.#priceMicros -= part.priceMicros;
      this.#deps.metrics.refund(part.tool.name, mode, reason, part.priceMicros);
      throw error;
    }
  }

  /** Everything that can be refused before money moves. */
  #part(name: string, raw: RawInput): Run {
    const { principal, options, member, left, callId } = this.#run;
    if (left.aborted) throw explainRun(this.#deps.log, this.#run, new CallerLeft(), newNotes()).error;
    const { registry } = this.#deps.executor;
    const known = registry.get(name);
    if (!known) throw new FareboxError('UNKNOWN_TOOL', { details: { nearest: registry.nearest(name, 3) } });
    const { layer } = known.toolset;
    if (layer !== 1 && layer !== 2) {
      throw new FareboxError('FORBIDDEN', { message: 'Only direct tools and smart services can be parts of a call.' });
    }
    assertMayCall(known, principal);
    const { input, warnings } = parseInput(known, raw, this.#deps.inputCaps);
    assertAvailable(known, input, this.#deps.outside[principal.mode]);
    if (++this.#count > PARTS_MAX) throw new FareboxError('CONFLICT', { message: 'This call has too many parts.' });
    const tool = { ...known, timeoutMs: Math.min(known.timeoutMs, this.#deadlineMs - Date.now()) };
    if (tool.timeoutMs <= 0) throw new FareboxError('UPSTREAM_TIMEOUT');
    const { requestId } = options;
    const { priceMicros } = known;
    // The caller's idempotency key is that of the whole.
    const own = { tool, input, warnings, options: { requestId }, callId: `${callId}-${this.#count}`, priceMicros };
    return { ...own, principal, member, left };
  }

  async #free(part: Run): Promise<PartResult> {
    const notes = newNotes();
    try {
      const { output, warnings, cached } = await this.#deps.executor.execute(part, true, notes);
      return this.#result(part, { output, warnings, cached });
    } catch (thrown) {
      throw explainRun(this.#deps.log, part, thrown, notes).error;
    }
  }

  async #charge({ tool, input, principal, callId, priceMicros }: Run): Promise<void> {
    if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
    if (this.#priceMicros + priceMicros > this.#maxPriceMicros) {
      throw new FareboxError('PRICE_ABOVE_MAX', { details: { tool: tool.name } });
    }
    const { ledger, outside, metrics, paymentLinks } = this.#deps;
    const { mode } = principal;
    const ceiling = tool.definition.costCeiling?.(input, outside[mode].settings) ?? 0;
    const outcome = await ledger.open({
      callId,
      principal,
      tool: tool.name,
      priceMicros,
      timeoutMs: tool.timeoutMs,
      needsDeposit: mode === 'live' && ceiling > priceMicros,
      parentId: this.#run.callId,
    });
    if (outcome.state === 'refused') throw refusalError(outcome, () => paymentLinks(principal));
    if (outcome.state !== 'opened') throw new FareboxError('CALL_RECOVERED');
    this.#priceMicros += priceMicros;
    metrics.charge(tool.name, mode, priceMicros);
  }

  #result(part: Run, ran: Pick<PartResult, 'output' | 'warnings' | 'cached'>): PartResult {
    const { tool, input, priceMicros } = part;
    return { tool, input, priceMicros, ...ran, warnings: [...part.warnings, ...ran.warnings] };
  }
}
