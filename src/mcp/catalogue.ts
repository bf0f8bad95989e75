/** The registry as an MCP interface: one for each exchange, from parts that are made once. */
import type { ListToolsResult, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type FindMember, findNoMember, isMember } from '../kernel/tool/access.ts';
import type { RawInput } from '../kernel/tool/input.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import type { McpServerName } from '../kernel/tool/toolset.ts';
import type { TraceContext, Tracing } from '../kernel/tracing.ts';
import { truncate } from '../text/truncate.ts';
import { type CallerDeps, callTool, type ToolAnswer } from './calls/caller.ts';
import { PAYMENT_EXTENSION } from './calls/direct-payment.ts';
import { Payment } from './calls/payment.ts';
import { Completions } from './completions.ts';
import { buildInstructions } from './instructions.ts';
import { ToolLists } from './lists.ts';
import { isMetaTool, MetaTools } from './meta-tools.ts';
import { Prompts } from './prompts.ts';
import type { McpHandlers } from './protocol/handlers.ts';
import { Resources } from './resources.ts';
import { NameFinder } from './search/name-finder.ts';
import { isVisibleTool } from './search/visibility.ts';
import type { Selection } from './selection.ts';
import { traceHandlers } from './trace-handlers.ts';
import type { McpCaller, McpDoorDeps } from './types.ts';

const LIST_TTL_MS = 300_000;
/** Nothing announces changes: clients would hold a stream open each to hear of none. */
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
const payingCapabilities = { ...capabilities, extensions: { [PAYMENT_EXTENSION]: {} } };

export class Catalogue {
  readonly #registry: Registry;
  readonly #callerDeps: CallerDeps;
  readonly #lists: ToolLists;
  readonly #metaTools: MetaTools;
  readonly #resources: Resources;
  readonly #prompts: Prompts;
  readonly #completions: Completions;
  readonly #findMember: FindMember;
  readonly #nameFinder: NameFinder;
  readonly #tracing: Tracing | undefined;
  readonly #version: string;
  readonly #baseUrl: string;

  constructor(deps: McpDoorDeps) {
    const { calls, registry, log, files, documents, presets, version, baseUrl } = deps;
    this.#registry = registry;
    this.#version = version;
    this.#baseUrl = baseUrl;
    this.#tracing = deps.tracing;
    this.#findMember = deps.findMember ?? findNoMember;
    this.#callerDeps = { calls, log, payment: new Payment(deps.secretKey), ...(files ? { files } : {}) };
    this.#lists = new ToolLists(registry);
    const { isSetUp = () => true } = deps;
    this.#nameFinder = new NameFinder({ registry, findMember: this.#findMember, isSetUp });
    this.#metaTools = new MetaTools({
      registry,
      calls: this.#callerDeps,
      findMember: this.#findMember,
      isSetUp,
      nameFinder: this.#nameFinder,
      baseUrl,
    });
    this.#resources = new Resources({ calls, registry, documents, ...(files ? { files } : {}) });
    const offered = presets.filter(({ tools }) => tools.every((name) => registry.get(name) !== undefined));
    this.#prompts = new Prompts(offered);
    this.#completions = new Completions(registry, offered);
  }

  /** What this caller gets at this address. */
  handlersFor(selection: Selection, caller: McpCaller): McpHandlers {
    const handlers: McpHandlers = {
      info: {
        name: `farebox-${selection.server}`,
        title: titles[selection.server],
        version: this.#version,
        websiteUrl: this.#baseUrl,
      },
      capabilities: this.#callerDeps.calls.acceptsPayments() ? payingCapabilities : capabilities,
      instructions: buildInstructions(selection, this.#registry, this.#baseUrl),
      cacheHints: chooseHints(selection),
      listTools: () => this.#listTools(selection, caller),
      callTool: (params, ctx, span) => this.#callTool(params, selection, below(caller, span), ctx),
      listResources: () => this.#resources.list(selection.server === 'proxy' ? caller : undefined),
      listResourceTemplates: () => this.#resources.templates,
      readResource: ({ uri }, _ctx, span) => this.#resources.read(uri, below(caller, span)),
      listPrompts: async () => this.#prompts.list(await this.#findListed(selection, caller)),
      getPrompt: async ({ name, arguments: args = {} }) =>
        this.#prompts.get(name, args, await this.#findListed(selection, caller)),
      complete: (params) => this.#completions.complete(params),
    };
    if (!this.#tracing) return handlers;
    const isTool = (name: string): boolean => isMetaTool(name) || this.#registry.get(name) !== undefined;
    const { era, trace: parent } = caller;
    return traceHandlers(handlers, { tracing: this.#tracing, version: era.version, parent, isTool });
  }

  /** The short lists hold nothing that belongs to companies: nobody is asked whether the caller does. */
  async #listTools(selection: Selection, { principal }: McpCaller): Promise<ListToolsResult> {
    const asks = selection.kind !== 'default';
    return this.#lists.list(selection, principal, asks && (await isMember(principal, this.#findMember)));
  }

  async #findListed(selection: Selection, caller: McpCaller): Promise<ReadonlySet<string>> {
    const { tools } = await this.#listTools(selection, caller);
    return new Set(tools.map(({ name }) => name));
  }

  async #callTool(
    { name, arguments: input = {} }: { name: string; arguments?: RawInput | undefined },
    { handle }: Selection,
    caller: McpCaller,
    ctx: ServerContext,
  ): Promise<ToolAnswer> {
    if (isMetaTool(name)) return this.#metaTools.call(name, input, caller, ctx);
    const tool = this.#registry.get(name);
    if (tool && isVisibleTool(tool))
      return callTool(this.#callerDeps, caller, { tool, raw: addHandle(tool, input, handle) }, ctx);
    const nearest = await this.#nameFinder.findNearest(name, caller);
    const message = `Unknown tool: ${truncate(name, 64)}. Nearest names: ${nearest.join(', ')}`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { nearest });
  }
}

const titles: Readonly<Record<McpServerName, string>> = {
  free: 'Farebox free tools',
  proxy: 'Farebox',
  debug: 'Farebox debugging help',
};

/** The caller of one message, whose span its call belongs to. */
const below = (caller: McpCaller, span: TraceContext | undefined): McpCaller =>
  span === undefined ? caller : { ...caller, trace: span };

/** The address says who calls, whatever the arguments say. */
function addHandle({ definition }: RegisteredTool, input: RawInput, handle: string | null): RawInput {
  const { handleField } = definition;
  return handle === null || handleField === undefined ? input : { ...input, [handleField]: handle };
}

/** Lists that need no key are equal for everybody; what a header or a key shapes is the caller's alone. */
function chooseHints({ server, kind, readonly }: Selection): NonNullable<McpHandlers['cacheHints']> {
  return server !== 'proxy' && kind === 'default' && !readonly ? freeHints : ownHints;
}

const sharedHint = { ttlMs: LIST_TTL_MS, cacheScope: 'public' } as const;
const ownHint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;
const freeHints = {
  'resources/templates/list': sharedHint,
  'prompts/list': sharedHint,
  'tools/list': sharedHint,
  'resources/list': sharedHint,
  'server/discover': sharedHint,
} as const;
const ownHints = {
  'resources/templates/list': sharedHint,
  'prompts/list': ownHint,
  'tools/list': ownHint,
  'resources/list': ownHint,
  'server/discover': ownHint,
} as const;
