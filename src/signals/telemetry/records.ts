/** Messages between the main thread and the thread of exports: plain data, since copies of objects would cost more than the spans. */

import type { SpanAttributes } from '../../kernel/tracing.ts';

export type AttributeValue = string | number | boolean;
export type ReadAttribute = (name: string) => AttributeValue | undefined;

/** OTLP's numbers, less one as in the API of OpenTelemetry. */
export const SPAN_KINDS = { internal: 0, server: 1, client: 2 } as const;

/** One ended span. Texts are empty where there is none; times are whole microseconds, the start's after that of the clock. */
export type SpanRow = [
  name: string,
  kind: number,
  traceId: string,
  spanId: string,
  parentId: string,
  hasRemoteParent: boolean,
  state: string,
  startMicros: number,
  durationMicros: number,
  hasFailed: boolean,
  /** Parts of its attributes, of which later ones win. */
  facts: SpanAttributes[],
];

/** Sent as JSON, which is faster than a structured clone. */
export interface SpanBatch {
  /** The start of the monotonic clock, since the epoch. */
  originMicros: number;
  rows: SpanRow[];
}

export interface Histogram {
  name: string;
  about: string;
  unit: string;
  boundaries: readonly number[];
  series: HistogramSeries[];
}

export interface HistogramSeries {
  attributes: Record<string, AttributeValue>;
  /** Of each bucket; one more than boundaries. */
  counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Since the start of the server, or since the snapshot before. */
export interface MetricSnapshot {
  startMs: number;
  endMs: number;
  histograms: Histogram[];
}

/** A text is a `SpanBatch`. */
export type ToExports = string | { metrics: MetricSnapshot } | 'stop';

/** `metrics` asks for a snapshot, after which counting begins anew where `restarts`. */
export type FromExports = { asks: 'metrics'; restarts: boolean } | { problem: string } | 'stopped';

export interface ExportOptions {
  /** Address without `/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  protocol: 'http/protobuf' | 'http/json';
  serviceName: string;
  version: string;
  /** Of metrics; spans leave in batches. */
  exportIntervalMs: number;
}

/** `handled`: one counter of the batches that the thread is done with. */
export type ExportThreadData = ExportOptions & { handled: Int32Array };
