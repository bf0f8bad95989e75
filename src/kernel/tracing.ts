/** Spans of requests, calls and upstream requests, whoever exports them. Absent members mean that tracing is off. */

/** Names of OpenTelemetry's semantic conventions, or `farebox.…`. Values never come from inputs or outputs. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Headers, or `_meta` of MCP: where `traceparent` and `tracestate` stand. */
export type TraceCarrier = Readonly<Record<string, unknown>>;

/**
 * A place in a trace. Contexts carry it to whoever begins a span below it: to find it by AsyncLocalStorage would cost
 * each promise of a call.
 */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  /** `tracestate` as it came; empty without one. */
  readonly state: string;
}

export interface Traceable<Context> {
  /** The span that requests to upstreams belong to. */
  readonly trace?: TraceContext | undefined;
  /** The same, whose requests belong to another span. Absent in copies that tools make. */
  withTrace?(trace: TraceContext): Context;
}

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'internal';
  facts: SpanAttributes;
  parent: TraceContext | undefined;
  /** A context that stands there is the parent instead. */
  carrier?: TraceCarrier | undefined;
}

export interface OpenSpan extends TraceContext {
  add(facts: SpanAttributes): void;
  rename(name: string): void;
  /** `error.type`: a code of ours, the kind of an upstream's failure or a status. */
  fail(type: string): void;
}

export interface Tracing {
  /** Runs `work` inside a new span, which ends with it. What `work` throws marks the span and passes. */
  run<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}

/** `headers` with the trace that whoever is asked next continues. */
export function addTraceHeaders(
  headers: Readonly<Record<string, string>>,
  { traceId, spanId, isSampled, state }: TraceContext,
): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return state === '' ? { ...headers, traceparent } : { ...headers, traceparent, tracestate: state };
}
