/** The thread of exports: turns what the main thread hands over into spans and metrics of the SDK, and sends them by OTLP over HTTP. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DiagLogFunction, DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { giveWay } from '../../kernel/threads/thread-entry.ts';
import { createDeferred, type Deferred } from '../../lib/deferred.ts';
import type { ExportThreadData, FromExports, MetricSnapshot, SpanBatch, ToExports } from './records.ts';
import { toReadableSpan, toScopeMetrics } from './to-otel.ts';

const SCOPE = 'farebox';
const TIMEOUT_MS = 5_000;
const PROBLEM_CHARACTERS_MAX = 500;

const { endpoint, headers, protocol, serviceName, version, exportIntervalMs, handled }: ExportThreadData = workerData;
const tell = (message: FromExports): void => parentPort?.postMessage(message);

giveWay();
reportProblems();

const named = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version });
const resource = defaultResource()
  .merge(detectResources({ detectors: [envDetector] }))
  .merge(named);
const scope = { name: SCOPE, version };
const sendTo = (signal: string) => ({
  url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/${signal}`,
  headers: { ...headers },
  timeoutMillis: TIMEOUT_MS,
});

const isJson = protocol === 'http/json';
const spans = new BatchSpanProcessor(new (isJson ? JsonTraceExporter : OTLPTraceExporter)(sendTo('traces')));
const meters = openMeters();

/** The snapshot that the main thread was asked for. */
let asked: Deferred<MetricSnapshot> | undefined;

parentPort?.on('message', (message: ToExports) => {
  if (message === 'stop') void stop();
  else if (typeof message === 'string') add(JSON.parse(message));
  else asked?.resolve(message.metrics);
});

function add({ originMicros, rows }: SpanBatch): void {
  for (const row of rows) spans.onEnd(toReadableSpan(row, originMicros, { resource, scope }));
  Atomics.add(handled, 0, 1);
}

/** The main thread counts; the SDK decides when that is sent, and whether as sums or as differences. */
function openMeters(): MeterProvider {
  const exporter = new (isJson ? JsonMetricExporter : OTLPMetricExporter)(sendTo('metrics'));
  const temporality = exporter.selectAggregationTemporality(InstrumentType.HISTOGRAM);
  const producer = {
    async collect() {
      asked = createDeferred<MetricSnapshot>();
      tell({ asks: 'metrics', restarts: temporality === AggregationTemporality.DELTA });
      const scopeMetrics = [toScopeMetrics(await asked.promise, scope, temporality)];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: exportIntervalMs,
    exportTimeoutMillis: Math.min(TIMEOUT_MS, exportIntervalMs),
    metricProducers: [producer],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

/** A collector that is away must not make the end of the server a failed one. */
async function stop(): Promise<void> {
  await Promise.allSettled([spans.shutdown(), meters.shutdown()]);
  tell('stopped');
}

/** The SDK's own troubles, such as a collector that is away, go to the server's log. */
function reportProblems(): void {
  const report: DiagLogFunction = (...words) =>
    tell({ problem: words.map(String).join(' ').slice(0, PROBLEM_CHARACTERS_MAX) });
  const ignore: DiagLogFunction = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
