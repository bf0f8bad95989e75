/** Main-thread side of the thread of exports: hands ended spans over in batches, and drops them rather than grow. */
import { Worker } from 'node:worker_threads';
import type { Log } from '../../kernel/ports.ts';
import { createDeferred } from '../../lib/deferred.ts';
import { resolveWorkerUrl } from '../../lib/worker-url.ts';
import type { SpanMetrics } from './durations.ts';
import type { ExportOptions, ExportThreadData, FromExports, SpanBatch, SpanRow, ToExports } from './records.ts';
import type { SpanSink } from './spans.ts';

/** Small, since the main thread encodes it in one go. */
const BATCH_ROWS = 128;
const BATCH_MS = 200;
/** Handed over and not looked at yet. */
const WAITING_BATCHES_MAX = 64;
const MEMORY_MB = 128;
const RESTART_MS = 60_000;
/** Lost spans and failed exports are logged once in so long. */
const LOG_MS = 60_000;
/** A collector that doesn't answer doesn't hold up the end of the server. */
const STOP_MS = 6_000;
/** The system's clock was set. */
const CLOCK_STEP_MS = 5;

export class SpanExports implements SpanSink {
  readonly #options: ExportOptions;
  readonly #env: NodeJS.ProcessEnv;
  readonly #metrics: SpanMetrics;
  readonly #log: Log;
  readonly #handled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #stopped = createDeferred<void>();
  readonly #loggedMs = new Map<string, number>();
  #thread: Worker | null = null;
  #startedMs = Number.NEGATIVE_INFINITY;
  #sent = 0;
  #rows: SpanRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lost = 0;
  /** What the monotonic clock's 0 is in microseconds since the epoch. */
  #originMicros = readOriginMicros();

  constructor(options: ExportOptions, env: NodeJS.ProcessEnv, { metrics, log }: { metrics: SpanMetrics; log: Log }) {
    this.#options = options;
    this.#env = env;
    this.#metrics = metrics;
    this.#log = log;
    this.#start();
  }

  add(row: SpanRow): void {
    this.#rows.push(row);
    if (this.#rows.length >= BATCH_ROWS) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS).unref();
  }

  /** Sends what is left; afterwards spans are lost. */
  async close(): Promise<void> {
    this.#flush();
    if (!this.#thread) return;
    this.#post('stop');
    const timer = setTimeout(() => this.#stopped.resolve(), STOP_MS);
    await this.#stopped.promise;
    clearTimeout(timer);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    if (!this.#thread && Date.now() - this.#startedMs > RESTART_MS) this.#start();
    if (!this.#thread || this.#sent - Atomics.load(this.#handled, 0) >= WAITING_BATCHES_MAX) {
      this.#lost += rows.length;
      this.#warn('spans were dropped: their export is slower than they arise', () => {
        const lost = this.#lost;
        this.#lost = 0;
        return { lost };
      });
      return;
    }
    const originMicros = readOriginMicros();
    if (Math.abs(originMicros - this.#originMicros) > CLOCK_STEP_MS * 1_000) this.#originMicros = originMicros;
    this.#sent++;
    const batch: SpanBatch = { originMicros: this.#originMicros, rows };
    this.#post(JSON.stringify(batch));
  }

  #post(message: ToExports): void {
    this.#thread?.postMessage(message);
  }

  #start(): void {
    this.#startedMs = Date.now();
    this.#sent = 0;
    Atomics.store(this.#handled, 0, 0);
    const workerData: ExportThreadData = { ...this.#options, handled: this.#handled };
    const thread = new Worker(resolveWorkerUrl('signals/telemetry/exports-thread.ts'), {
      workerData,
      env: this.#env,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    thread.unref();
    let problem: unknown = new Error('The thread of exports ended.');
    thread.on('message', (message: FromExports) => this.#receive(message));
    thread.on('error', (error) => {
      problem = error;
    });
    thread.on('exit', () => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#stopped.resolve();
      this.#log.error({ err: problem }, 'telemetry thread exited, restarting in a minute');
    });
    this.#thread = thread;
  }

  #receive(message: FromExports): void {
    if (message === 'stopped') this.#stopped.resolve();
    else if ('asks' in message) this.#post({ metrics: this.#metrics.take(message.restarts) });
    else this.#warn('telemetry export failed', () => ({ problem: message.problem }));
  }

  /** Once a minute for each sentence. */
  #warn(sentence: string, describe: () => object): void {
    const nowMs = Date.now();
    if (nowMs - (this.#loggedMs.get(sentence) ?? 0) < LOG_MS) return;
    this.#loggedMs.set(sentence, nowMs);
    this.#log.warn(describe(), sentence);
  }
}

const readOriginMicros = (): number => Math.round((Date.now() - performance.now()) * 1_000);
