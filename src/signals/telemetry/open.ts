/**
 * OpenTelemetry: spans and metrics, sent by OTLP over HTTP. Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set; the
 * variables of the SDK that are no settings of ours (samplers, batches, intervals) are read by the SDK itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { OpenSpan, SpanAttributes, SpanStart, TraceCarrier, Tracing } from '../../kernel/tracing.ts';
import { SpanMetrics } from './durations.ts';

export interface TelemetryOptions {
  /** Address without `/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  /** Of metrics; spans leave in batches. */
  exportIntervalMs: number;
}

export interface Telemetry extends Tracing {
  /** Sends what is left. */
  close(): Promise<void>;
}

const SCOPE = 'farebox';
/** A collector that doesn't answer doesn't hold up the end of the server. */
const TIMEOUT_MS = 5_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export function openTelemetry({
  endpoint,
  headers,
  serviceName,
  version,
  exportIntervalMs,
}: TelemetryOptions): Telemetry {
  const named = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version });
  const resource = defaultResource()
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(named);
  const sendTo = (signal: string) => ({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/${signal}`,
    headers: { ...headers },
    timeoutMillis: TIMEOUT_MS,
  });
  const spans = new BatchSpanProcessor(new OTLPTraceExporter(sendTo('traces')));
  const tracers = new BasicTracerProvider({ resource, spanProcessors: [spans] });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(sendTo('metrics')),
    exportIntervalMillis: exportIntervalMs,
    exportTimeoutMillis: Math.min(TIMEOUT_MS, exportIntervalMs),
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const tracing = new SpanTracing(tracers.getTracer(SCOPE, version), new SpanMetrics(meters.getMeter(SCOPE, version)));
  return {
    run: (start, work) => tracing.run(start, work),
    close: async () => {
      // A collector that is away must not make the end of the server a failed one.
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
    },
  };
}

class SpanTracing implements Tracing {
  readonly #tracer: Tracer;
  readonly #metrics: SpanMetrics;
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(tracer: Tracer, metrics: SpanMetrics) {
    this.#tracer = tracer;
    this.#metrics = metrics;
  }

  async run<T>({ name, kind, facts, carrier }: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const parent = this.#findParent(carrier);
    const attributes = clean(facts);
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    const context = trace.setSpan(parent, span);
    const startedMs = performance.now();
    const open = this.#open(span, context, attributes);
    try {
      return await this.#contexts.run(context, work, open);
    } catch (thrown) {
      open.fail(nameFailure(thrown));
      throw thrown;
    } finally {
      span.end();
      this.#metrics.record(kind, attributes, (performance.now() - startedMs) / 1000);
    }
  }

  /** A context that came from outside counts where it is whole. */
  #findParent(carrier: TraceCarrier | undefined): Context {
    const current = this.#contexts.getStore() ?? ROOT_CONTEXT;
    if (typeof carrier?.traceparent !== 'string') return current;
    return this.#propagator.extract(current, carrier, defaultTextMapGetter);
  }

  #open(span: Span, context: Context, attributes: Attributes): OpenSpan {
    const propagator = this.#propagator;
    const add = (facts: SpanAttributes): void => {
      const more = clean(facts);
      Object.assign(attributes, more);
      span.setAttributes(more);
    };
    return {
      add,
      rename: (name) => void span.updateName(name),
      fail: (type) => {
        add({ 'error.type': type });
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      get headers() {
        const headers: Record<string, string> = {};
        propagator.inject(context, headers, defaultTextMapSetter);
        return headers;
      },
    };
  }
}

const clean = (facts: SpanAttributes): Attributes =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** Words of ours alone: messages may repeat what callers or upstreams said. */
function nameFailure(thrown: unknown): string {
  if (thrown instanceof FareboxError) return thrown.code;
  if (thrown instanceof UpstreamFailure) return thrown.kind;
  return thrown instanceof Error ? thrown.name : 'unknown';
}
