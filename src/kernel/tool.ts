/** What a tool is: data plus one `run`. One file in `tools/<toolset>/` holds the whole truth of one tool. */
import type { z } from 'zod';
import type { Access } from './access.ts';
import type { CachePolicy } from './answer-cache.ts';
import type { CallContext, QuoteContext } from './context.ts';
import type { ErrorCode } from './errors.ts';
import type { Lexicon } from './lexicon.ts';
import type { Micros } from './money.ts';
import type { ProviderSettings } from './ports.ts';
import type { ProviderFacts } from './provider.ts';
import type { ReplyKind } from './reply.ts';

export type Effect = 'read' | 'write' | 'destroy';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const categories = [
  'search',
  'llm',
  'translate',
  'weather',
  'utility',
  'finance',
  'crypto',
  'data',
  'scrape',
  'vision',
  'audio',
] as const;
export type Category = (typeof categories)[number];

/** What a composed call costs, and how it will be run. */
export interface Quote<Plan> {
  /** Charged for the call itself, at most the tool's `price`; 0 for nothing. */
  priceMicros: Micros;
  /** The same with every tool that the plan calls. */
  totalMicros: Micros;
  /** The most that the input allows for all of it. */
  maxPriceMicros?: Micros | undefined;
  plan: Plan;
}

/** `GET /api/account/receipts/{callId}`: path parameters are input fields of the same name. */
export type Route = `${HttpMethod} /${string}`;

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
  /** Providers it can use, in order. It is available when one of them is set up; absent: always. */
  uses?: readonly ProviderFacts[];
  /** The providers that this very input can use, when that is fewer than `uses`. */
  usesFor?(input: z.output<I>): readonly ProviderFacts[];
  input: I;
  output: O;
  examples: readonly z.input<I>[];
  /** Default: `POST <toolset's path>/<file name>`. */
  route?: Route;
  /** Other names that work over MCP; at an address that names its caller the first of them is shown. */
  aliases?: readonly string[];
  /** At an MCP address that names its caller (`/mcp/debug/<handle>`) this field is the handle, and no argument. */
  handleField?: string;
  /** Default: the toolset's. */
  access?: Access;
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
  /** HTTP status of an answer in JSON; default 200. */
  status?: 201;
  /** The same operation at further paths. */
  otherRoutes?: readonly Route[];
  category?: Category;
  /** How people ask for it in English, Japanese and Chinese; without one the concierge never chooses it. */
  lexicon?: Lexicon;
  /** Milliseconds; default: the toolset's. */
  timeoutMs?: number;
  /**
   * The most that the default provider and model can cost for this input, in micro-USD. Required when priced.
   * `settings` tells how the providers are set up; without it: as they come.
   */
  costCeiling?(input: z.output<I>, settings?: (providerId: string) => ProviderSettings | null): number;
  /** Default caps of inputs, by field: characters of a text, value of a number. `INPUT_CAPS` changes them. */
  caps?: Readonly<Record<string, number>>;
  /** Answers may be served again to an identical call for so long. Default: never. */
  cache?: CachePolicy;
  /** Errors of its own work, beside those that follow from its access, price, body and sources. */
  failsWith?: readonly ErrorCode[];
  /** The answer holds a credential: it is never recorded for replay. */
  secret?: boolean;
  run(input: z.output<I>, ctx: CallContext, plan: Plan): Promise<z.input<O>>;
}

/** Any tool; `run` and the other methods are checked where the tool is defined. */
export interface AnyTool extends ToolDefinition<z.ZodObject, z.ZodType, unknown> {
  run(input: z.output<z.ZodObject>, ctx: CallContext, plan?: unknown): Promise<unknown>;
}

/** Checks a tool's parts against each other at compile time; changes nothing. */
export function defineTool<I extends z.ZodObject, O extends z.ZodType, Plan = void>(
  tool: ToolDefinition<I, O, Plan>,
): ToolDefinition<I, O, Plan> {
  return tool;
}

/** What the tools of one folder share (`_toolset.ts`). */
export interface Toolset {
  title: string;
  description: string;
  /** Put before each file name to make the tool's name, e.g. `smart-`; default none. */
  namePrefix?: string;
  /** Put before each file name to make the path, e.g. `/api/proxy`. */
  path: string;
  access: Access;
  /** 1 direct, 2 with fallback, 3 composed; null when it is not part of the priced catalogue. */
  layer: 1 | 2 | 3 | null;
  /** What an OAuth token needs to call these tools; default `tools`. */
  scope?: 'tools' | 'account' | 'newsroom';
  /** Which of the error shapes its REST paths use; `oauth` is that of RFC 6749. */
  errors: 'gateway' | 'newsroom' | 'oauth';
  timeoutMs: number;
  category?: Category;
}

export function defineToolset(toolset: Toolset): Toolset {
  return toolset;
}
