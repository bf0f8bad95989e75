/** One upstream: its connector, accepted definitions, and the tools built from them. */
import type { UpstreamSettings } from '../config/file/upstreams.ts';
import type { Database } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import { explainIssue } from '../kernel/errors/issues.ts';
import type { Log } from '../kernel/ports.ts';
import { Turns } from '../kernel/threads/turns.ts';
import type { CallContext, RegisteredTool } from '../kernel/tool/context.ts';
import { createInvalidInputError } from '../kernel/tool/input.ts';
import { hashDefinition, listUnknownEntries, readDefinitions, toKebabCase } from './definitions.ts';
import type { RecentFailure } from './failures.ts';
import { listPins } from './pins/reads.ts';
import type { UpstreamToolRow } from './pins/tables.ts';
import { noteTools } from './pins/writes.ts';
import { mergeTerms, type Terms } from './terms.ts';
import { buildProvider, buildTool, type ToolSource } from './tool.ts';
import { buildToolset } from './toolset.ts';
import type { Connector, ForeignResult, ForeignTool, UpstreamState } from './types.ts';

const CONCURRENCY = 8;
const WAITING_PER_TURN = 16;

export interface UpstreamTool {
  /** As the upstream names it. */
  foreignName: string;
  state: 'offered' | 'withheld' | 'changed' | 'gone';
  tool: RegisteredTool | null;
  accepted: ForeignTool;
  /** What it changed to; null while nothing waits. */
  pending: ForeignTool | null;
  pendingHash: string | null;
}

interface UpstreamDeps {
  database: Database;
  log: Log;
  createConnector(onToolsChanged: () => void): Connector;
  /** Its tools are others now. */
  onChange(): void;
}

export class Upstream {
  readonly id: string;
  readonly settings: UpstreamSettings;
  readonly #deps: UpstreamDeps;
  readonly #connector: Connector;
  readonly #turns: Turns;
  readonly #source: ToolSource;
  #tools = new Map<string, UpstreamTool>();
  /** Listed at the last connection; null before the first. */
  #listed: ReadonlySet<string> | null = null;
  #refreshing: Promise<void> | null = null;
  problems: readonly string[] = [];

  constructor(id: string, settings: UpstreamSettings, deps: UpstreamDeps) {
    this.id = id;
    this.settings = settings;
    this.#deps = deps;
    const atOnce = settings.concurrency ?? CONCURRENCY;
    this.#turns = new Turns({ atOnce, freeAtOnce: atOnce, waitingMax: atOnce * WAITING_PER_TURN });
    this.#connector = deps.createConnector(() => void this.refresh().catch(() => {}));
    this.#source = {
      upstream: id,
      provider: buildProvider(id, settings),
      toolset: buildToolset(id, settings),
      findOutage: (tool) => this.#findOutage(tool),
      call: (tool, input, ctx) => this.#call(tool, input, ctx),
      noteFailure: (tool, thrown) => this.#noteFailure(tool, thrown),
    };
  }

  get toolset() {
    return this.#source.toolset;
  }

  get state(): UpstreamState {
    return this.#connector.state;
  }

  get failures(): readonly RecentFailure[] {
    return this.#connector.failures.all;
  }

  get tools(): readonly UpstreamTool[] {
    return [...this.#tools.values()];
  }

  /** What the database has accepted; what the upstream lists is asked for when nothing is known, or `eager` says so. */
  async start(): Promise<void> {
    await this.load();
    const isEager = 'eager' in this.settings && this.settings.eager === true;
    if (isEager || this.#tools.size === 0 || 'openapi' in this.settings) void this.refresh().catch(() => {});
  }

  /** Asks the upstream for its tools, and records them. Rejects when it can't be reached. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const { database, log } = this.#deps;
    const { tools, problems } = readDefinitions(await this.#connector.listTools());
    const unknown = listUnknownEntries(this.settings.tools, tools);
    this.problems = [
      ...problems,
      ...unknown.map((name) => `farebox.yaml names the tool ${name}, which the upstream does not have.`),
    ];
    const seen = tools.map((tool) => ({
      name: tool.name,
      hash: hashDefinition(tool),
      definition: JSON.stringify(tool),
    }));
    const follows = this.settings.trust === 'follow';
    const changed = await database.write(noteTools, { upstream: this.id, tools: seen, follows });
    if (changed.length > 0) log.warn({ upstream: this.id, tools: changed, follows }, 'upstream changed its tools');
    for (const problem of this.problems) log.warn({ upstream: this.id, problem }, 'upstream has a problem');
    this.#listed = new Set(tools.map(({ name }) => name));
    await this.load();
    this.#deps.onChange();
  }

  /** Makes the tools anew from what the database has accepted; the catalogue is the caller's to rebuild. */
  async load(): Promise<void> {
    const rows = await listPins(this.#deps.database.db, this.id);
    this.#tools = new Map(rows.map((row) => [row.name, this.#buildUpstreamTool(row)]));
  }

  close(): Promise<void> {
    return this.#connector.close();
  }

  #buildUpstreamTool(row: UpstreamToolRow): UpstreamTool {
    const accepted: ForeignTool = JSON.parse(row.accepted);
    const pending: ForeignTool | null = row.pending === null ? null : JSON.parse(row.pending);
    const terms = this.#findTerms(row.name);
    const isGone = this.#listed !== null && !this.#listed.has(row.name);
    const state = terms === null ? 'withheld' : isGone ? 'gone' : pending ? 'changed' : 'offered';
    const tool = terms === null || isGone ? null : buildTool(accepted, terms, this.#source);
    return { foreignName: row.name, state, tool, accepted, pending, pendingHash: row.pending_hash };
  }

  /** Null where the operator does not offer it. */
  #findTerms(name: string): Terms | null {
    const { tools = {} } = this.settings;
    const entry = Object.hasOwn(tools, name) ? tools[name] : undefined;
    return entry === false ? null : mergeTerms(this.settings, entry ?? {});
  }

  #findOutage(name: string): string | null {
    if (this.#tools.get(name)?.pending) return 'This tool was changed upstream and is waiting for the operator.';
    return this.#connector.state === 'down' ? 'The server of this tool is not reachable.' : null;
  }

  async #call(name: string, input: Record<string, unknown>, ctx: CallContext): Promise<ForeignResult> {
    try {
      const leave = await this.#turns.take(ctx);
      return await this.#connector.call(name, input, ctx).finally(leave);
    } catch (thrown) {
      const isOurs = thrown instanceof UpstreamFailure || thrown instanceof FareboxError;
      throw isOurs || !ctx.signal.aborted ? thrown : new UpstreamFailure('timeout', this.id, { cause: thrown });
    }
  }

  /** The connector has noted by itself why it could not connect. */
  #noteFailure(tool: string, thrown: unknown): void {
    if (thrown instanceof UpstreamFailure && thrown.kind !== 'unreachable') this.#connector.failures.note(thrown, tool);
  }

  /** Free of charge, for an operator: resolves with the result as it came. Throws what refuses or fails. */
  async testCall(name: string, input: Record<string, unknown>, ctx: CallContext): Promise<ForeignResult> {
    const { foreignName, tool, pending } = this.requireTool(name);
    if (!tool) throw new FareboxError('NOT_FOUND', { message: `The tool ${name} is not offered.` });
    if (pending) throw new FareboxError('CONFLICT', { message: 'Accept the changed definition before a test call.' });
    return await this.#call(foreignName, parseTestInput(tool, input), ctx);
  }

  /** By either name. Throws NOT_FOUND. */
  requireTool(name: string): UpstreamTool {
    const found = this.tools.find(({ foreignName }) => foreignName === name || toKebabCase(foreignName) === name);
    if (!found) throw new FareboxError('NOT_FOUND', { message: `${this.id} has no tool of that name.` });
    return found;
  }
}

/** Throws INVALID_INPUT. */
function parseTestInput({ definition }: RegisteredTool, input: Record<string, unknown>): Record<string, unknown> {
  const parsed = definition.input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw createInvalidInputError(parsed.error.issues.map((issue) => explainIssue(issue, input, [])));
}
