/** What `/metrics` shows. Labels come from the registry and the declared providers, never from a request. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RefundReason } from '../kernel/failure.ts';
import type { CallMetrics } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';

const MICROS_PER_USD = 1_000_000;
/** How often the event loop's delay is sampled; a sample of an idle loop is this long. */
const LOOP_SAMPLE_MS = 20;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** A count under the labels on the way to it. */
interface Count {
  value: number;
  readonly under: Map<string, Count>;
}

const createCount = (): Count => ({ value: 0, under: new Map() });

/** Counts of one kind under a few labels, cheap to raise; handed to prom-client only when somebody looks. */
class Tally<L extends string> {
  readonly #root = createCount();

  /** `unit`: how many of what is added make one of what is shown. */
  constructor(register: Registry, name: string, help: string, labelNames: readonly L[], unit = 1) {
    const root = this.#root;
    new Counter<L>({
      name,
      help,
      labelNames,
      registers: [register],
      collect() {
        this.reset();
        const show = ({ value, under }: Count, ...labels: string[]): void => {
          for (const [label, count] of under) show(count, ...labels, label);
          if (labels.length === labelNames.length) this.labels(...labels).inc(value / unit);
        };
        show(root);
      },
    });
  }

  /** `labels` in the order of their names. */
  add(amount: number, ...labels: string[]): void {
    let count = this.#root;
    for (const label of labels) {
      let next = count.under.get(label);
      if (!next) {
        next = createCount();
        count.under.set(label, next);
      }
      count = next;
    }
    count.value += amount;
  }
}

/** How one configured provider is in one mode; see providers/health.ts. */
export interface ProviderSighting {
  provider: string;
  mode: Mode;
  state: 'up' | 'parked' | 'open';
}

const providerStates = ['up', 'parked', 'open'] as const;

export class Metrics implements CallMetrics {
  readonly #register = new Registry();
  readonly #calls = new Tally(this.#register, 'farebox_calls_total', 'Calls by outcome: ok or an error code.', [
    'tool',
    'mode',
    'outcome',
  ]);
  readonly #charges = new Tally(this.#register, 'farebox_charges_total', 'Charges made.', ['tool', 'mode']);
  readonly #charged = new Tally(
    this.#register,
    'farebox_charged_usd_total',
    'USD charged.',
    ['tool', 'mode'],
    MICROS_PER_USD,
  );
  readonly #refunds = new Tally(this.#register, 'farebox_refunds_total', 'Refunds by reason.', [
    'tool',
    'mode',
    'reason',
  ]);
  readonly #refunded = new Tally(
    this.#register,
    'farebox_refunded_usd_total',
    'USD refunded.',
    ['tool', 'mode'],
    MICROS_PER_USD,
  );
  readonly #requests = new Tally(this.#register, 'farebox_http_requests_total', 'Requests answered.', [
    'route',
    'status',
  ]);
  readonly #callSeconds: Histogram<'tool' | 'mode'>;
  readonly #upstreamSeconds: Histogram<'provider' | 'mode' | 'outcome'>;
  readonly #loopDelay: IntervalHistogram;
  #open = 0;
  #callCount = 0;
  #listen: CallMetrics['recordCall'] | null = null;

  constructor() {
    const registers = [this.#register];
    this.#callSeconds = new Histogram({
      name: 'farebox_call_seconds',
      help: 'Duration of calls.',
      labelNames: ['tool', 'mode'],
      buckets: SECONDS,
      registers,
    });
    this.#upstreamSeconds = new Histogram({
      name: 'farebox_upstream_seconds',
      help: 'Duration of requests to upstreams.',
      labelNames: ['provider', 'mode', 'outcome'],
      buckets: SECONDS,
      registers,
    });
    this.#loopDelay = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
    this.#loopDelay.enable();
    this.#registerGauges(registers);
  }

  recordCall(tool: string, mode: Mode, outcome: string, ms: number): void {
    this.#callCount++;
    this.#calls.add(1, tool, mode, outcome);
    this.#callSeconds.observe({ tool, mode }, ms / 1000);
    this.#listen?.(tool, mode, outcome, ms);
  }

  /** Calls that have ended since this server started. */
  get callCount(): number {
    return this.#callCount;
  }

  /** Hands every call on as well. */
  watchCalls(listen: CallMetrics['recordCall']): void {
    this.#listen = listen;
  }

  recordCharge(tool: string, mode: Mode, micros: number): void {
    this.#charges.add(1, tool, mode);
    this.#charged.add(micros, tool, mode);
  }

  recordRefund(tool: string, mode: Mode, reason: RefundReason, micros: number): void {
    this.#refunds.add(1, tool, mode, reason);
    this.#refunded.add(micros, tool, mode);
  }

  changeOpenCalls(delta: 1 | -1): void {
    this.#open += delta;
  }

  /** One request to an upstream; `provider` is a declared id. */
  recordUpstream(provider: string, mode: Mode, outcome: string, ms: number): void {
    this.#upstreamSeconds.observe({ provider, mode, outcome }, ms / 1000);
  }

  /** One answer; `route` is a label of the route table, never a path that was asked for. */
  recordRequest(route: string, status: number): void {
    this.#requests.add(1, route, String(status));
  }

  /** Asks `look` for the providers that are set up whenever somebody reads. */
  watchProviders(readStates: () => readonly ProviderSighting[]): void {
    new Gauge({
      name: 'farebox_provider_state',
      help: '1 for the state that a provider is in: up, parked (key, bill or rate refused), open (breaker).',
      labelNames: ['provider', 'mode', 'state'],
      registers: [this.#register],
      collect() {
        this.reset();
        for (const { provider, mode, state } of readStates()) {
          for (const name of providerStates) this.set({ provider, mode, state: name }, name === state ? 1 : 0);
        }
      },
    });
  }

  /** The text that Prometheus reads, and its content type. */
  async read(): Promise<{ text: string; type: string }> {
    return { text: await this.#register.metrics(), type: this.#register.contentType };
  }

  close(): void {
    this.#loopDelay.disable();
  }

  #registerGauges(registers: Registry[]): void {
    const open = (): number => this.#open;
    const loopDelay = this.#loopDelay;
    new Gauge({
      name: 'farebox_open_calls',
      help: 'Calls that run now.',
      registers,
      collect() {
        this.set(open());
      },
    });
    new Gauge({
      name: 'farebox_event_loop_lag_seconds',
      help: 'Lag of the event loop since the last look.',
      labelNames: ['quantile'],
      registers,
      collect() {
        const lag = (ns: number): number => Math.max(0, ns / 1e9 - LOOP_SAMPLE_MS / 1000);
        for (const quantile of [0.5, 0.99]) {
          this.set({ quantile: String(quantile) }, lag(loopDelay.percentile(quantile * 100)));
        }
        this.set({ quantile: '1' }, lag(loopDelay.max));
        loopDelay.reset();
      },
    });
    new Gauge({
      name: 'farebox_memory_bytes',
      help: 'Memory of the process.',
      labelNames: ['kind'],
      registers,
      collect() {
        const { rss, heapUsed, external } = process.memoryUsage();
        this.set({ kind: 'rss' }, rss);
        this.set({ kind: 'heap_used' }, heapUsed);
        this.set({ kind: 'external' }, external);
      },
    });
  }
}
