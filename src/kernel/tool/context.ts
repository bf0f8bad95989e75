/** Types of tools, their run context and the registry, which refer to each other. */
import type { z } from 'zod';
import type { Abortable } from '../../lib/lazy-abort.ts';
import type { Micros } from '../../lib/money.ts';
import type { ErrorCode } from '../errors/errors.ts';
import type { Attempt } from '../errors/failure.ts';
import type { FailedRequest } from '../errors/failure-log.ts';
import type { FindSettings, Log, ProviderSettings, QuotaUnit, Transport } from '../ports.ts';
import type { Member, Mode, Principal } from '../principal.ts';
import type { Share } from '../threads/turns.ts';
import type { Traceable, Tracing } from '../tracing.ts';
import type { Access } from './access.ts';
import type { Browser } from './browser.ts';
import type { Covers } from './coverage.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Lexicon, Words } from './lexicon.ts';
import type { PassThrough } from './pass-through.ts';
import type { Preset } from './presets.ts';
import type { ProviderAccess, ProviderBudgets, ProviderDefinition, ProviderHealth } from './provider.ts';
import type { AnswerVersion, CachePolicy, Page, ReplyKind } from './reply.ts';
import type { Category, Cors, Effect, HttpMethod, LimitName, McpServerName, Route, Toolset } from './toolset.ts';

/** Filled by declaration merging: each domain folder adds the member that tools use. */
// biome-ignore lint/suspicious/noEmptyInterface: members are added by the folders that own them
export interface Services {}

/** Everything of one mode that talks to upstreams: never shared between live and test. */
export interface UpstreamEnvironment {
  mode: Mode;
  transport: Transport;
  health: ProviderHealth;
  settings(providerId: string): ProviderSettings | null;
  /** Absent in test mode: the sandbox costs nothing. */
  budgets?: ProviderBudgets | undefined;
  /** Providers that operators have paused; absent in test mode. */
  pauses?: { isPaused(providerId: string): boolean } | undefined;
  /** Absent: one key of each provider, as its settings say, and the default policy. */
  access?: ProviderAccess | undefined;
  tracing?: Tracing | undefined;
  /** Latency and outcome of one upstream request, for `/metrics`; `failed` keeps the failure for operators. */
  observe(providerId: string, outcome: string, ms: number, failed?: FailedRequest): void;
}

export type UpstreamEnvironments = Readonly<Record<Mode, UpstreamEnvironment>>;

export interface ServerInfo {
  version: string;
  /** Public address without a slash at the end. */
  baseUrl: string;
  /** IANA name of the zone that the newsroom shows its times in. */
  timeZone: string;
}

export type RawInput = Readonly<Record<string, unknown>>;

/** Context of a tool's `run`, besides its input. */
export interface CallContext extends Traceable<CallContext> {
  readonly requestId: string;
  readonly callId: string;
  readonly toolName?: string;
  readonly mode: Mode;
  readonly principal: Principal;
  /** The company that the call acts for; null where the tool's access does not ask for one. */
  readonly member: Member | null;
  readonly services: Services;
  readonly registry: Registry;
  readonly server: ServerInfo;
  readonly environment: UpstreamEnvironment;
  readonly log: Log;
  /** For whom it runs, where callers share what is scarce. */
  readonly share: Share;
  /** Ends with the time of the call (or of this attempt); for a free call also when the caller leaves. */
  readonly signal: AbortSignal;
  /** The same end, for who needs no AbortSignal: to make one is dear, and most calls end well. */
  readonly end: Abortable;
  /** Ends when nobody waits for the answer any more: start nothing new then. */
  readonly callerGone: AbortSignal;
  /** Undefined over MCP and for calls of our own. */
  readonly browser: Browser | undefined;
  /** For a write that keeps a record of its own under it, in the transaction that does it. */
  readonly idempotencyKey: string | undefined;
  /** What a call of this caller may cost that states no maximum; absent: the flat price. */
  readonly agreedMaxMicros?: Micros | undefined;
  /** Milliseconds since the epoch at which `signal` ends. */
  readonly deadlineMs: number;
  readonly attempts: Attempt[];
  /** Shown to a caller that asked for progress; `fraction` is 0–1. */
  reportProgress(fraction: number, message: string): void;
  /** Says that this is the recorded answer of an earlier call under the same idempotency key. */
  markReplayed(): void;
  /** Adds a header to the answer over REST. */
  addHeader(name: string, value: string): void;
  warn(sentence: string): void;
  /** Notes that something is sent upstream: a call that fails without it counts against nobody. */
  noteRequest?(): void;
  /** Notes what the upstream costs the operator, in micro-USD. */
  meter(costMicros: number): void;
  /**
   * Tools with a `quote` only: runs another tool as a part of this call, charged to the same caller. Throws its
   * FareboxError when it fails; then it will not have been charged.
   */
  call(tool: string, input: RawInput): Promise<PartResult>;
}

/** Context of a quote; it may not call any upstream. */
export type QuoteContext = Pick<
  CallContext,
  'requestId' | 'mode' | 'principal' | 'services' | 'registry' | 'environment' | 'log'
>;

export interface PartResult {
  tool: RegisteredTool;
  /** As it was run, with the schema's defaults. */
  input: Record<string, unknown>;
  output: unknown;
  /** Charged for it, if the whole is settled. */
  priceMicros: Micros;
  warnings: readonly string[];
  cached: boolean;
}

/** Price of a composed call, and its plan. */
export interface Quote<Plan> {
  /** Charged for the call itself, at most the tool's `price`; 0 for nothing. */
  priceMicros: Micros;
  /** The same with every tool that the plan calls. */
  totalMicros: Micros;
  /** Every tool at one price, where some of them take more of what they were given: only a stated maximum allows that. */
  flatMicros?: Micros;
  /** The most that the input allows for all of it. */
  maxPriceMicros?: Micros | undefined;
  plan: Plan;
}

export interface ToolQuota<Input> {
  unit: QuotaUnit;
  /** Throws what the input alone refuses, before a unit is taken. */
  check?(input: Input): void;
}

export interface ToolDefinition<I extends z.ZodObject, O extends z.ZodType, Plan = void> {
  /** One sentence for a model and for people; the price is added where it is shown. */
  description: string;
  /** Shown to people; default: the name in words. */
  title?: string;
  /** Micro-USD a call; default free. */
  price?: Micros;
  /**
   * Makes it a composed tool: what this very input costs, computed before anything is charged and without any upstream;
   * the plan goes to `run`, which calls the tools of it with `ctx.call`. `price` is then the most the call itself costs.
   */
  quote?(input: z.output<I>, ctx: QuoteContext): Quote<Plan> | Promise<Quote<Plan>>;
  effect: Effect;
  /** It takes a unit of the company's plan: reserved before it runs, settled with what it stores, given back when it fails. */
  quota?: ToolQuota<z.output<I>>;
  /** Providers it can use, in order. It is available when one of them is set up; absent: always. */
  uses?: readonly ProviderDefinition[];
  /** The providers that this very input can use, when that is fewer than `uses`. */
  usesFor?(input: z.output<I>): readonly ProviderDefinition[];
  /** Fields of the input that hold an address, or several, of what is read: checked before anything is charged. */
  fetches?: readonly (keyof z.output<I> & string)[];
  input: I;
  output: O;
  examples: readonly z.input<I>[];
  /** Default: `POST <toolset's path>/<file name>`. */
  route?: Route;
  /** What people look it up by in a search of tools, in several languages, beside its description and lexicon. */
  keywords?: Words;
  /** Other names that work over MCP; at an address that names its caller the first of them is shown. */
  aliases?: readonly string[];
  /** Default: the toolset's. */
  mcpLists?: readonly McpServerName[];
  /** An MCP resource that holds the answer, e.g. `farebox://receipts/{callId}`: `{…}` is an input. */
  mcpResource?: string;
  /** At an MCP address that names its caller (`/mcp/debug/<handle>`) this field is the handle, and no argument. */
  handleField?: string;
  /** Default: the toolset's. */
  access?: Access;
  /** Default: the toolset's. */
  cors?: Cors;
  /** Default: that of the toolset its path belongs to. `none` is for senders that repeat what is refused. */
  limits?: LimitName;
  /**
   * `raw`: the body's bytes arrive as `input.body` with `input.headers`. `multipart`: a form with files, or JSON; a file
   * arrives as bytes in the field of its name. `form`: an urlencoded form, credentials of HTTP Basic as its `client_id` and
   * `client_secret`. Default json.
   */
  body?: 'json' | 'raw' | 'multipart' | 'form';
  /** The fields of a multipart body that may be a file, with their largest sizes. */
  files?: Readonly<Record<string, { bytesMax: number }>>;
  /** The largest body it reads over REST; default: the server's `BODY_LIMIT_BYTES`. */
  bodyBytesMax?: number;
  /** Default json. */
  reply?: ReplyKind;
  /** The REST answer is the output alone, without the envelope: documents whose members are fixed elsewhere. */
  bare?: boolean;
  /** HTTP status of an answer in JSON; default 200. 501 says that what is asked for isn't here, where a 404 makes clients look elsewhere. */
  status?: 201 | 202 | 501;
  /** Asked before `run` over REST: a caller who has this version gets 304, and nothing is run. */
  version?(input: z.output<I>, ctx: CallContext): Promise<AnswerVersion>;
  /** What a person's browser gets at the same address in place of the JSON, by `Accept`. */
  page?(input: z.output<I>, ctx: CallContext): Promise<Page>;
  /** The answer has an ETag without `version`: `run` compares it itself. */
  hasEtag?: boolean;
  /** Names of headers that answers of this tool have beside those of every tool. */
  answerHeaders?: readonly string[];
  /** The same operation at further paths. `takesRest`: the last parameter of its paths takes all segments that are left. */
  otherRoutes?: readonly Route[];
  takesRest?: boolean;
  category?: Category;
  /** How people ask for it in English, Japanese and Chinese; without one the concierge never chooses it. */
  lexicon?: Lexicon;
  /** Milliseconds; default: the toolset's. */
  timeoutMs?: number;
  /**
   * The most that the default provider and model can cost for this input, in micro-USD. Required when priced.
   * `settings` tells how the providers are set up; without it: as they come.
   */
  costCeiling?(input: z.output<I>, settings?: FindSettings): number;
  /**
   * What one price covers, by field, where its dearest source is paid by the size of what it gets; `INPUT_CAPS` changes it.
   * More costs the price again for each unit that is started. A function where that depends on which sources are set up.
   */
  covers?: Covers | ((settings?: FindSettings) => Covers);
  /** Answers may be served again to an identical call for so long. Default: never. */
  cache?: CachePolicy;
  /** Errors of its own work, beside those that follow from its access, price, body and sources. */
  failsWith?: readonly ErrorCode[];
  /** An account that is suspended may call it all the same: it reads what is its own. */
  openWhenSuspended?: boolean;
  /** Of an upstream that the operator has added: its own schemas are shown, and its content blocks passed on over MCP. */
  passThrough?: PassThrough;
  /** A wallet pays this much with the call, in micro-USD, and all of it is credited to the account of the key. */
  walletDeposit?(input: z.output<I>): Micros;
  /** Why it can't be called now, in one sentence; null when it can. Decided without asking anybody. */
  findOutage?(mode: Mode): string | null;
  /** The answer holds a credential: it is never recorded for replay. */
  secret?: boolean;
  run(input: z.output<I>, ctx: CallContext, plan: Plan): Promise<z.input<O>>;
}

/** Any tool; `run` and the other methods are checked where the tool is defined. */
export interface AnyTool extends ToolDefinition<z.ZodObject, z.ZodType, unknown> {
  run(input: z.output<z.ZodObject>, ctx: CallContext, plan?: unknown): Promise<unknown>;
}

export interface RegisteredTool {
  name: string;
  /** File name without extension: the last part of the default path. */
  file: string;
  title: string;
  description: string;
  toolsetName: string;
  toolset: Toolset;
  access: Access;
  /** Of one unit: what it covers is in `covers`. */
  priceMicros: Micros;
  covers: Covers;
  /** How many times the price an input costs, at least 1. */
  countUnits(input: Record<string, unknown>): number;
  effect: Effect;
  method: HttpMethod;
  /** OpenAPI form: `/api/account/receipts/{callId}`. */
  path: string;
  /** Every place it answers at; `method` and `path` are the first. */
  routes: readonly { method: HttpMethod; path: string }[];
  reply: ReplyKind;
  category: Category | null;
  timeoutMs: number;
  readonly inputSchema: JsonSchema;
  /** Present when the output is an object. */
  readonly outputSchema: JsonSchema;
  definition: AnyTool;
}

export interface Registry {
  /** In order of toolset and name: lists are stable. */
  tools: readonly RegisteredTool[];
  toolsets: ReadonlyMap<string, Toolset>;
  /** In order of their ids. */
  presets: readonly Preset[];
  /** By name or alias. */
  get(name: string): RegisteredTool | undefined;
  /** The `count` names closest to a mistyped one, of the tools that fit. */
  nearest(name: string, count: number, fits?: (tool: RegisteredTool) => boolean): string[];
}

/** A context for one attempt: same call, shorter time. */
export function withTimeout(ctx: CallContext, timeoutMs: number): CallContext {
  const deadlineMs = Math.min(ctx.deadlineMs, Date.now() + Math.floor(timeoutMs));
  if (deadlineMs === ctx.deadlineMs) return ctx;
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(Math.max(0, deadlineMs - Date.now()))]);
  return withSignal({ ...ctx, deadlineMs }, signal);
}

/** The same call, which `signal` ends instead of its own. */
export function withSignal<C extends Pick<CallContext, 'signal'>>(ctx: C, signal: AbortSignal): C {
  return { ...ctx, signal, end: signal };
}
