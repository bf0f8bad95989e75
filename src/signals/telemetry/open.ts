/**
 * OpenTelemetry: spans and metrics, sent by OTLP over HTTP. Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set; variables of
 * the SDK that are no settings of ours (batches, timeouts, resources) are read by the SDK itself, in its thread.
 */
import type { Log } from '../../kernel/ports.ts';
import type { Tracing } from '../../kernel/tracing.ts';
import { SpanMetrics } from './durations.ts';
import { SpanExports } from './exports.ts';
import type { ExportOptions } from './records.ts';
import { createSampler, type SamplerOptions } from './sampling.ts';
import { SpanRecorder } from './spans.ts';

export interface TelemetryOptions extends ExportOptions {
  sampler: SamplerOptions;
  /** Of the SDK: `OTEL_…`. */
  variables: Readonly<Record<string, string>>;
}

export interface Telemetry extends Tracing {
  /** Sends what is left. */
  close(): Promise<void>;
}

/** The SDK's own defaults hold a tenth of a second of a busy server. */
const QUEUE = { OTEL_BSP_MAX_QUEUE_SIZE: '8192', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1024' };

export function openTelemetry({ sampler, variables, ...options }: TelemetryOptions, log: Log): Telemetry {
  const metrics = new SpanMetrics();
  const spans = new SpanExports(options, { ...QUEUE, ...variables }, { metrics, log });
  const recorder = new SpanRecorder(spans, metrics, createSampler(sampler));
  return {
    run: (start, work) => recorder.run(start, work),
    close: () => spans.close(),
  };
}
