/**
 * Spans without the SDK, whose span objects, limits and validation take ten times as long: names and values are ours. Parents are
 * passed along, and whatever else an export needs is done by another thread.
 */
import { parseTraceParent, TraceState } from '@opentelemetry/core';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { OpenSpan, SpanAttributes, SpanStart, TraceCarrier, TraceContext, Tracing } from '../../kernel/tracing.ts';
import { createRandomHex } from '../../lib/ids.ts';
import type { SpanMetrics } from './durations.ts';
import { type ReadAttribute, SPAN_KINDS, type SpanRow } from './records.ts';
import type { IsSampled } from './sampling.ts';

const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;

/** Takes the spans of sampled traces. */
export interface SpanSink {
  add(row: SpanRow): void;
}

export class SpanRecorder implements Tracing {
  readonly #sink: SpanSink;
  readonly #metrics: SpanMetrics;
  readonly #isSampled: IsSampled;

  constructor(sink: SpanSink, metrics: SpanMetrics, isSampled: IsSampled) {
    this.#sink = sink;
    this.#metrics = metrics;
    this.#isSampled = isSampled;
  }

  async run<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const remote = readParent(start.carrier);
    const span = new RecordedSpan(start, remote ?? this.#continue(start.parent), remote !== undefined);
    if (remote) span.isSampled = this.#isSampled(remote.traceId, remote.isSampled);
    try {
      return await work(span);
    } catch (thrown) {
      span.fail(nameFailure(thrown));
      throw thrown;
    } finally {
      this.#end(span);
    }
  }

  /** The parent here, or a new trace. */
  #continue(parent: TraceContext | undefined): TraceContext {
    if (parent) return parent;
    const traceId = createRandomHex(TRACE_ID_DIGITS);
    return { traceId, spanId: '', isSampled: this.#isSampled(traceId, undefined), state: '' };
  }

  #end(span: RecordedSpan): void {
    const ms = performance.now() - span.startMs;
    this.#metrics.record(span.kind, span.read, ms / 1_000);
    if (span.isSampled) this.#sink.add(span.toRow(ms));
  }
}

class RecordedSpan implements OpenSpan {
  readonly traceId: string;
  readonly spanId = createRandomHex(SPAN_ID_DIGITS);
  isSampled: boolean;
  readonly state: string;
  readonly kind: SpanStart['kind'];
  readonly startMs = performance.now();
  readonly #parentId: string;
  readonly #hasRemoteParent: boolean;
  /** Merged by the thread of exports: that costs more than all else about a span. */
  readonly #facts: SpanAttributes[];
  #name: string;
  #hasFailed = false;

  constructor({ name, kind, facts }: SpanStart, parent: TraceContext, hasRemoteParent: boolean) {
    this.traceId = parent.traceId;
    this.isSampled = parent.isSampled;
    this.state = parent.state;
    this.kind = kind;
    this.#facts = [facts];
    this.#parentId = parent.spanId;
    this.#hasRemoteParent = hasRemoteParent;
    this.#name = name;
  }

  add(facts: SpanAttributes): void {
    this.#facts.push(facts);
  }

  rename(name: string): void {
    this.#name = name;
  }

  fail(type: string): void {
    this.#facts.push({ 'error.type': type });
    this.#hasFailed = true;
  }

  readonly read: ReadAttribute = (name) => {
    for (let at = this.#facts.length - 1; at >= 0; at--) {
      const value = this.#facts[at]?.[name];
      if (value !== undefined) return value;
    }
    return undefined;
  };

  toRow(ms: number): SpanRow {
    return [
      this.#name,
      SPAN_KINDS[this.kind],
      this.traceId,
      this.spanId,
      this.#parentId,
      this.#hasRemoteParent,
      this.state,
      Math.round(this.startMs * 1_000),
      Math.round(ms * 1_000),
      this.#hasFailed,
      this.#facts,
    ];
  }
}

/** A context that came from outside counts where it is whole. */
function readParent(carrier: TraceCarrier | undefined): TraceContext | undefined {
  const traceparent = carrier?.traceparent;
  if (typeof traceparent !== 'string') return undefined;
  const parent = parseTraceParent(traceparent);
  if (!parent) return undefined;
  const { traceId, spanId, traceFlags } = parent;
  const { tracestate } = carrier ?? {};
  const state = typeof tracestate === 'string' ? new TraceState(tracestate).serialize() : '';
  return { traceId, spanId, isSampled: (traceFlags & 1) === 1, state };
}

/** Words of ours alone: messages may repeat what callers or upstreams said. */
function nameFailure(thrown: unknown): string {
  if (thrown instanceof FareboxError) return thrown.code;
  if (thrown instanceof UpstreamFailure) return thrown.kind;
  return thrown instanceof Error ? thrown.name : 'unknown';
}
