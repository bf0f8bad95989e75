/** The three tools that reach the whole catalogue from a short list: find one, describe one, call one. */
import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { FareboxError, toFareboxError } from '../kernel/errors/errors.ts';
import { type FindMember, isMember } from '../kernel/tool/access.ts';
import { createInvalidInputError, type RawInput } from '../kernel/tool/input.ts';
import { toJsonSchema } from '../kernel/tool/json-schema.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import { categories } from '../kernel/tool/tool.ts';
import { type CallerDeps, callTool, type ToolAnswer } from './calls/caller.ts';
import { buildErrorResult } from './calls/results.ts';
import { buildAnnotations, buildCard, META, toListedSchema } from './card.ts';
import { cleanSchema, removeNulls, shortenSchema } from './schemas.ts';
import type { NameFinder } from './search/name-finder.ts';
import { ToolSearch } from './search/search.ts';
import { buildSearchAnswer } from './search/search-answer.ts';
import { isListed, isSearchable, isVisibleTo, isVisibleTool } from './search/visibility.ts';
import type { McpCaller, McpDoorDeps } from './types.ts';

const FOUND_MAX = 20;
/** Claude Code shows a model these at once where it leaves others to a search of its own; nobody else reads it. */
const LOADED_UP_FRONT = { 'anthropic/alwaysLoad': true } as const;

const searchInput = z.object({
  query: z.string().min(1).max(400).describe('Task in your own words, in any language.'),
  category: z.enum(categories).optional().describe('Return only tools of this category.'),
  limit: z.number().int().min(1).max(FOUND_MAX).default(4).describe('Maximum number of tools.'),
});
const describeInput = z.object({ name: z.string().min(1).max(128).describe('Name of the tool, e.g. search-web.') });
const callInput = z.object({
  name: z.string().min(1).max(128).describe('Name of the tool, e.g. search-web.'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('Input of the tool, as search_tools describes it.'),
  idempotencyKey: z.string().min(1).max(255).optional().describe('Charges repeats with the same key only once.'),
  maxPrice: z.number().min(0).optional().describe('Maximum price in USD; above it the call is refused.'),
});

const texts = {
  search_tools: [
    'Search tools',
    'Find tools for a task when no listed tool fits. Returns each match with price and input. Free.',
  ],
  describe_tool: ['Describe a tool', 'Get the input and output schema, price and examples of one tool. Free.'],
  call_tool: ['Call a tool', 'Call a tool by its name, at its own price. Find names with search_tools.'],
} as const;

export type MetaToolName = keyof typeof texts;

const inputSchemas = {
  search_tools: toJsonSchema(searchInput, 'input'),
  describe_tool: toJsonSchema(describeInput, 'input'),
  call_tool: toJsonSchema(callInput, 'input'),
} as const;

export function isMetaTool(name: string): name is MetaToolName {
  return Object.hasOwn(texts, name);
}

/** As it stands in lists. Under `/readonly` even `call_tool` only reads. */
export function buildMetaCard(name: MetaToolName, readonly: boolean): Tool {
  const [title, description] = texts[name];
  const inputSchema = toListedSchema(shortenSchema(cleanSchema(inputSchemas[name])));
  const isCall = name === 'call_tool';
  const effect = isCall && !readonly ? 'destroy' : 'read';
  const annotations = buildAnnotations(effect, isCall, isCall);
  return { name, title, description, inputSchema, annotations, _meta: LOADED_UP_FRONT };
}

interface MetaToolsDeps {
  registry: Registry;
  calls: CallerDeps;
  findMember: FindMember;
  isSetUp: NonNullable<McpDoorDeps['isSetUp']>;
  nameFinder: NameFinder;
  baseUrl: string;
}

export class MetaTools {
  readonly #deps: MetaToolsDeps;
  #search: ToolSearch | undefined;

  constructor(deps: MetaToolsDeps) {
    this.#deps = deps;
  }

  async call(name: MetaToolName, rawInput: RawInput, caller: McpCaller, ctx: ServerContext): Promise<ToolAnswer> {
    try {
      if (name === 'search_tools') {
        return await this.#searchTools(parseArguments(searchInput, name, rawInput), caller);
      }
      if (name === 'describe_tool')
        return await this.#describeTool(parseArguments(describeInput, name, rawInput), caller);
    } catch (thrown) {
      return buildErrorResult(toFareboxError(thrown), caller.requestId);
    }
    return this.#callTool(rawInput, caller, ctx);
  }

  async #searchTools(
    { query, category, limit }: z.output<typeof searchInput>,
    { principal, server, readonly }: McpCaller,
  ): Promise<CallToolResult> {
    const ofCompany = await isMember(principal, this.#deps.findMember);
    const hasKey = principal.kind !== 'anonymous';
    const isHere = (tool: RegisteredTool): boolean => server === 'proxy' || isListed(tool, server);
    const accepts = (tool: RegisteredTool): boolean =>
      isVisibleTo(tool, principal, ofCompany) &&
      // A stranger may come back with a test key, which every tool answers.
      (this.#deps.isSetUp(tool, principal.mode) || (!hasKey && !isHere(tool))) &&
      (category === undefined || tool.category === category) &&
      !(readonly && tool.effect !== 'read');
    this.#search ??= new ToolSearch(this.#deps.registry.tools.filter(isSearchable));
    const fitting = this.#search.find(query, accepts);
    const smart = this.#deps.registry.get('smart');
    const answer = buildSearchAnswer(
      fitting.filter(isHere).slice(0, limit),
      fitting.filter((tool) => !isHere(tool)),
      {
        server,
        baseUrl: this.#deps.baseUrl,
        hasKey,
        hasCategory: category !== undefined,
        hasSmart: smart !== undefined && isVisibleTo(smart, principal, ofCompany),
        isLive: (tool) => this.#deps.isSetUp(tool, 'live'),
      },
    );
    return buildAnswer(answer);
  }

  async #describeTool({ name }: z.output<typeof describeInput>, caller: McpCaller): Promise<CallToolResult> {
    const tool = await this.#requireTool(name, caller);
    const { title, category, access, effect, outputSchema, definition } = tool;
    return buildAnswer({
      ...buildCard(tool),
      title,
      ...(category ? { category } : {}),
      access,
      effect,
      ...(tool.reply === 'json' ? { outputSchema } : {}),
      examples: definition.examples,
    });
  }

  async #callTool(rawInput: RawInput, caller: McpCaller, ctx: ServerContext): Promise<ToolAnswer> {
    try {
      const {
        name,
        arguments: input,
        idempotencyKey,
        maxPrice,
      } = parseArguments(callInput, 'call_tool', parseText(rawInput));
      const meta = {
        ...ctx.mcpReq._meta,
        ...(idempotencyKey === undefined ? {} : { [`${META}idempotencyKey`]: idempotencyKey }),
        ...(maxPrice === undefined ? {} : { [`${META}maxPrice`]: maxPrice }),
      };
      const tool = await this.#requireTool(name, caller);
      return await callTool(this.#deps.calls, caller, { tool, raw: input, meta }, ctx);
    } catch (thrown) {
      if (!(thrown instanceof FareboxError)) throw thrown;
      return buildErrorResult(thrown, caller.requestId);
    }
  }

  async #requireTool(name: string, caller: McpCaller): Promise<RegisteredTool> {
    const tool = this.#deps.registry.get(name);
    if (!tool || !isVisibleTool(tool)) throw await this.#deps.nameFinder.explainUnknown(name, caller);
    return tool;
  }
}

/** Some clients send nested objects as their text. What is no JSON stays a text, and is refused as one. */
function parseText(rawInput: RawInput): RawInput {
  const { arguments: text } = rawInput;
  if (typeof text !== 'string') return rawInput;
  try {
    return { ...rawInput, arguments: text.trim() === '' ? {} : JSON.parse(text) };
  } catch {
    return rawInput;
  }
}

function parseArguments<S extends z.ZodType>(schema: S, name: MetaToolName, rawInput: RawInput): z.output<S> {
  const parsed = schema.safeParse(removeNulls(inputSchemas[name], rawInput));
  if (parsed.success) return parsed.data;
  throw createInvalidInputError(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}

function buildAnswer(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}
