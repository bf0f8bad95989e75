/** Types of the operator's own tools. */
import type { CallContext } from '../kernel/tool/context.ts';
import type { JsonSchema } from '../kernel/tool/json-schema.ts';
import type { RecentFailures } from './failures.ts';

/** A tool as an upstream defines it. */
export interface ForeignTool {
  /** The upstream's name for it. */
  name: string;
  title?: string | undefined;
  description: string;
  inputSchema: JsonSchema;
  /** Of the structured content. */
  outputSchema?: JsonSchema | undefined;
  annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** A result in MCP's form. */
export interface ForeignResult {
  content: readonly Readonly<Record<string, unknown>>[];
  structured?: Readonly<Record<string, unknown>> | undefined;
  isError: boolean;
}

export type UpstreamState = 'idle' | 'connecting' | 'up' | 'down';

/** Server of calls: an MCP server or an HTTP API. */
export interface Connector {
  readonly state: UpstreamState;
  readonly failures: RecentFailures;
  listTools(): Promise<ForeignTool[]>;
  /** Throws an UpstreamFailure. */
  call(tool: string, input: Record<string, unknown>, ctx: CallContext): Promise<ForeignResult>;
  /** Ends connections and processes. */
  close(): Promise<void>;
}

export interface ConnectorEvents {
  /** Connected anew, or told that its tools have changed. */
  onToolsChanged(): void;
}
