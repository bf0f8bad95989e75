/** Contents of `/metrics`. Labels come from the registry and the providers, never from a request. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { RefundReason } from '../../kernel/errors/failure.ts';
import type { CallMetrics } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import { runOnce } from '../../lib/memoize.ts';
import { Durations, Tally } from '../limits/tallies.ts';
import type { GaugeFamily, MetricFamilies } from './metrics-text.ts';

const MICROS_PER_USD = 1_000_000;
/** Sampling interval of the event loop's delay; a sample of an idle loop is this long. */
const LOOP_SAMPLE_MS = 20;

/** State of one configured provider in one mode; see providers/health.ts. */
export interface ProviderSighting {
  provider: string;
  mode: Mode;
  state: 'up' | 'parked' | 'open';
}

const providerStates = ['up', 'parked', 'open'] as const;

export class Metrics implements CallMetrics {
  readonly #calls = new Tally('farebox_calls_total', 'Calls by outcome: ok or an error code.', [
    'tool',
    'mode',
    'outcome',
  ]);
  readonly #charges = new Tally('farebox_charges_total', 'Charges made.', ['tool', 'mode']);
  readonly #charged = new Tally('farebox_charged_usd_total', 'USD charged.', ['tool', 'mode'], MICROS_PER_USD);
  readonly #refunds = new Tally('farebox_refunds_total', 'Refunds by reason.', ['tool', 'mode', 'reason']);
  readonly #refunded = new Tally('farebox_refunded_usd_total', 'USD refunded.', ['tool', 'mode'], MICROS_PER_USD);
  readonly #requests = new Tally('farebox_http_requests_total', 'Requests answered.', ['route', 'status']);
  readonly #callTimes = new Durations('farebox_call_seconds', 'Duration of calls.', ['tool', 'mode']);
  readonly #upstreamTimes = new Durations('farebox_upstream_seconds', 'Duration of requests to upstreams.', [
    'provider',
    'mode',
    'outcome',
  ]);
  readonly #gauges: GaugeFamily[];
  readonly #loopDelay: IntervalHistogram;
  /** The library is loaded for who reads: most servers have nobody who does. */
  readonly #openText = runOnce(async () => {
    const { MetricsText } = await import('./metrics-text.ts');
    return new MetricsText(this.#listFamilies());
  });
  #open = 0;
  #callCount = 0;
  #listen: CallMetrics['recordCall'] | null = null;

  constructor() {
    this.#loopDelay = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
    this.#loopDelay.enable();
    this.#gauges = this.#buildGauges();
  }

  recordCall(tool: string, mode: Mode, outcome: string, ms: number): void {
    this.#callCount++;
    this.#calls.add(1, tool, mode, outcome);
    this.#callTimes.add(ms, tool, mode);
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
    this.#upstreamTimes.add(ms, provider, mode, outcome);
  }

  /** One answer; `route` is a label of the route table, never a path that was asked for. */
  recordRequest(route: string, status: number): void {
    this.#requests.add(1, route, String(status));
  }

  /** Asks for the providers that are set up whenever somebody reads. */
  watchProviders(readStates: () => readonly ProviderSighting[]): void {
    this.#gauges.push({
      name: 'farebox_provider_state',
      help: '1 for the current state of a provider: up, parked (paused by key, quota or rate limit), open (circuit open).',
      labelNames: ['provider', 'mode', 'state'],
      list: () =>
        readStates().flatMap(({ provider, mode, state }) =>
          providerStates.map((name) => ({ labels: [provider, mode, name], value: name === state ? 1 : 0 })),
        ),
    });
  }

  /** The text that Prometheus reads, and its content type. */
  async read(): Promise<{ text: string; type: string }> {
    const text = await this.#openText();
    return await text.write();
  }

  close(): void {
    this.#loopDelay.disable();
  }

  #listFamilies(): MetricFamilies {
    const tallies = [this.#calls, this.#charges, this.#charged, this.#refunds, this.#refunded, this.#requests];
    return { tallies, durations: [this.#callTimes, this.#upstreamTimes], gauges: this.#gauges };
  }

  #buildGauges(): GaugeFamily[] {
    const lag = (ns: number): number => Math.max(0, ns / 1e9 - LOOP_SAMPLE_MS / 1000);
    return [
      {
        name: 'farebox_open_calls',
        help: 'Calls in progress.',
        labelNames: [],
        list: () => [{ labels: [], value: this.#open }],
      },
      {
        name: 'farebox_event_loop_lag_seconds',
        help: 'Lag of the event loop since the last scrape.',
        labelNames: ['quantile'],
        list: () => {
          const delay = this.#loopDelay;
          const values = [0.5, 0.99].map((quantile) => ({
            labels: [String(quantile)],
            value: lag(delay.percentile(quantile * 100)),
          }));
          values.push({ labels: ['1'], value: lag(delay.max) });
          delay.reset();
          return values;
        },
      },
      {
        name: 'farebox_memory_bytes',
        help: 'Memory of the process.',
        labelNames: ['kind'],
        list: () => {
          const { rss, heapUsed, external } = process.memoryUsage();
          return [
            { labels: ['rss'], value: rss },
            { labels: ['heap_used'], value: heapUsed },
            { labels: ['external'], value: external },
          ];
        },
      },
    ];
  }
}
