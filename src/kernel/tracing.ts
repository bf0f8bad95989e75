/** Spans of requests, calls and upstream requests, whoever exports them. Absent members mean that tracing is off. */

/** Names of OpenTelemetry's semantic conventions, or `farebox.…`. Values never come from inputs or outputs. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Headers, or `_meta` of MCP: where `traceparent` and `tracestate` stand. */
export type TraceCarrier = Readonly<Record<string, unknown>>;

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'internal';
  facts: SpanAttributes;
  /** A context that stands there is the parent; otherwise the span that runs is. */
  carrier?: TraceCarrier | undefined;
}

export interface OpenSpan {
  add(facts: SpanAttributes): void;
  rename(name: string): void;
  /** `error.type`: a code of ours, the kind of an upstream's failure or a status. */
  fail(type: string): void;
  /** `traceparent` and `tracestate` for whoever is asked next. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Tracing {
  /** Runs `work` inside a new span, which ends with it. What `work` throws marks the span and passes. */
  run<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}
