/** The module `farebox/tool`, which plugins import. Its types are published as they stand here, so they name nothing else of ours. */
import { z } from 'zod';
import { usd as parseUsd } from '../../lib/money.ts';
import { definedTools } from './defined.ts';

export { z };

/** Parses an amount in USD with at most six decimals, such as `'0.002'`. */
export const usd: (text: string) => number = parseUsd;

export interface SettingDefinition {
  /** `secret` values stay out of logs. */
  kind: 'secret' | 'url' | 'text' | 'flag';
  about: string;
  default?: string;
  /** The tools of the provider are unavailable until this is set. */
  required?: boolean;
}

/** A service that tools call: its address, and the variables that configure it. */
export interface ProviderDetails {
  /** Kebab case. `acme` is configured by `ACME_BASE_URL`, and by `ACME_API_KEY` for the setting `apiKey`. */
  id: string;
  title: string;
  about: string;
  baseUrl: string;
  settings: Readonly<Record<string, SettingDefinition>>;
}

export interface JsonRequest<S extends z.ZodType> {
  /** Default: GET, or POST with a body. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Appended to the base URL. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  json?: unknown;
  /** Schema of the reply. A reply that doesn't match refunds the call. */
  reply: S;
}

export interface ToolContext {
  readonly mode: 'live' | 'test';
  readonly callId: string;
  /** Aborted at the deadline of the call. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** `fraction` is 0–1. */
  reportProgress(fraction: number, message: string): void;
  /** Adds a sentence to `warnings` of the answer. */
  warn(sentence: string): void;
  /** Notes what this call costs you, as `usd` returns it; for margin reports. */
  meter(cost: number): void;
  /** Base URL and settings of a provider; null if it isn't configured. */
  settings(provider: ProviderDetails): Readonly<Record<string, string | undefined>> | null;
  /** Sends a request with the timeout, size limit, retry and circuit breaker of every provider. */
  requestJson<S extends z.ZodType>(provider: ProviderDetails, request: JsonRequest<S>): Promise<z.output<S>>;
}

export interface PluginTool<I extends z.ZodObject, O extends z.ZodObject> {
  title?: string;
  description: string;
  /** Price per call, as `usd` returns it. Default: free. */
  price?: number;
  /** What a call costs you, as `usd` returns it. */
  cost?: number;
  effect: 'read' | 'write' | 'destroy';
  /** The tool is unavailable until one of these is configured. */
  uses?: readonly ProviderDetails[];
  input: I;
  output: O;
  examples?: readonly z.input<I>[];
  /** Requests in plain words; with them the concierge may choose this tool. */
  requests?: readonly string[];
  /** Free tools only: callable without a key. */
  public?: boolean;
  /** Default: 30,000. */
  timeoutMs?: number;
  /** Serves an identical call of an account again for this long. */
  cacheSeconds?: number;
  /** Result for test keys. Default: a sample made from the output schema. */
  sample?: z.input<O>;
  /** `live` runs the tool for test keys too; providers stay out of their reach. */
  sandbox?: 'live';
  run(input: z.output<I>, ctx: ToolContext): Promise<z.input<O>>;
}

/** Thrown by `run`: refunds the call and tells the caller this sentence. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
}

/** Defines the tool of this file: its default export. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: PluginTool<I, O>): PluginTool<I, O> {
  definedTools.add(tool);
  return tool;
}

/** Joins a provider with the functions that call it. */
export function defineProvider<F extends ProviderDetails, V extends object>(facts: F, verbs: V): F & V {
  return { ...verbs, ...facts };
}
