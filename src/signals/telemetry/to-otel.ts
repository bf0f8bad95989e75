/** Plain records as the SDK's processors and exporters read them. */
import { type Attributes, type HrTime, SpanStatusCode, TraceFlags, ValueType } from '@opentelemetry/api';
import { type InstrumentationScope, TraceState } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import { type AggregationTemporality, DataPointType, type ScopeMetrics } from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { SpanAttributes } from '../../kernel/tracing.ts';
import type { MetricSnapshot, SpanRow } from './records.ts';

const MICROS_PER_SECOND = 1_000_000;
const NANOS_PER_MICRO = 1_000;

const toHrTime = (micros: number): HrTime => [
  Math.floor(micros / MICROS_PER_SECOND),
  (micros % MICROS_PER_SECOND) * NANOS_PER_MICRO,
];

export function toReadableSpan(
  row: SpanRow,
  originMicros: number,
  { resource, scope }: { resource: Resource; scope: InstrumentationScope },
): ReadableSpan {
  const [name, kind, traceId, spanId, parentId, isRemote, state, startMicros, durationMicros, hasFailed, facts] = row;
  const startedMicros = originMicros + startMicros;
  const traceState = state === '' ? {} : { traceState: new TraceState(state) };
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, ...traceState };
  const parent = { traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED, isRemote };
  return {
    name,
    kind,
    spanContext: () => context,
    ...(parentId === '' ? {} : { parentSpanContext: parent }),
    startTime: toHrTime(startedMicros),
    endTime: toHrTime(startedMicros + durationMicros),
    duration: toHrTime(durationMicros),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: merge(facts),
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function merge(facts: readonly SpanAttributes[]): Attributes {
  const attributes: Attributes = {};
  for (const some of facts) for (const name in some) attributes[name] = some[name];
  return attributes;
}

/** Histograms without a value are left out. */
export function toScopeMetrics(
  { startMs, endMs, histograms }: MetricSnapshot,
  scope: InstrumentationScope,
  aggregationTemporality: AggregationTemporality,
): ScopeMetrics {
  const startTime = toHrTime(startMs * 1_000);
  const endTime = toHrTime(endMs * 1_000);
  const metrics = histograms
    .filter(({ series }) => series.length > 0)
    .map(({ name, about: description, unit, boundaries, series }) => ({
      descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
      aggregationTemporality,
      dataPointType: DataPointType.HISTOGRAM as const,
      dataPoints: series.map(({ attributes, counts, ...value }) => ({
        ...{ startTime, endTime, attributes },
        value: { ...value, buckets: { boundaries: [...boundaries], counts } },
      })),
    }));
  return { scope, metrics };
}
