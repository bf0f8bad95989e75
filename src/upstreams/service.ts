/** All upstreams of `farebox.yaml`: started, reloaded, listed and stopped together. */
import { ConfigError } from '../config/config-error.ts';
import type { FareboxFile } from '../config/file/load.ts';
import type { UpstreamSettings } from '../config/file/upstreams.ts';
import type { Database } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { Log, ProviderSettings } from '../kernel/ports.ts';
import type { CallContext, RegisteredTool } from '../kernel/tool/context.ts';
import type { ChangingRegistry } from '../kernel/tool/registry.ts';
import type { Toolset } from '../kernel/tool/toolset.ts';
import type { AuditActor } from '../ledger/audit.ts';
import { toUsdText } from '../lib/money.ts';
import { createConnector } from './connectors.ts';
import { readLastChange } from './pins/reads.ts';
import { acceptTools, noteTestCall } from './pins/writes.ts';
import type { Connector } from './types.ts';
import { Upstream } from './upstream.ts';
import { describeUpstream, runTestCall, type ToolPlace, type UpstreamView } from './view.ts';

/** Other servers of the same database may accept tools. */
const LOOK_MS = 5_000;
/** Running calls finish on the old definition. */
const CLOSE_DELAY_MS = 60_000;

declare module '../kernel/tool/context.ts' {
  interface Services {
    upstreams: Upstreams | null;
  }
}

/** The file as it is now, with what else of the server follows from it. */
export interface ReadFile {
  file: FareboxFile;
  /** Sentences for who reloads it. */
  notes: readonly string[];
  /** Once the upstreams have taken the file over. */
  commit(): void;
}

export interface UpstreamsOptions {
  database: Database;
  log: Log;
  registry: ChangingRegistry;
  /** Of both modes: an upstream is set up there while it is in the file. */
  settings: readonly Record<string, ProviderSettings | null>[];
  /** Throws a ConfigError. */
  readFile(): ReadFile;
  baseEnv: Readonly<Record<string, string>>;
  /** Takes secrets out of what upstreams say. */
  createRedactor(secrets: readonly string[]): (text: string) => string;
}

export class Upstreams {
  readonly #options: UpstreamsOptions;
  readonly #upstreams = new Map<string, Upstream>();
  readonly #closing = new Set<NodeJS.Timeout>();
  #timer: NodeJS.Timeout | undefined;
  #lastChange = 0;
  #redact: (text: string) => string;

  constructor(options: UpstreamsOptions) {
    this.#options = options;
    this.#redact = options.createRedactor([]);
  }

  get all(): readonly Upstream[] {
    return [...this.#upstreams.values()];
  }

  /** Throws a ConfigError for names that are taken, as far as tools are known. Waits for no upstream. */
  async start(file: FareboxFile): Promise<void> {
    const [taken] = await this.#apply(file);
    if (taken !== undefined)
      throw new ConfigError(`${file.path}: two tools are named ${taken}. Rename an upstream, or set a tool to false.`);
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** Reads the file again. What is equal keeps its connections. Throws a ConfigError, and nothing has changed. */
  async reload(): Promise<string[]> {
    const { file, notes, commit } = this.#options.readFile();
    await this.#apply(file);
    commit();
    await Promise.allSettled(this.all.map((upstream) => upstream.refresh()));
    return [...notes, ...this.describe()];
  }

  /** By either name of the tool; null: all that wait. `hash`: of the definition that was shown. */
  async accept(upstream: string, tool: string | null, who: AuditActor, hash?: string): Promise<string[]> {
    const found = this.require(upstream);
    const foreignName = tool === null ? null : found.requireTool(tool).foreignName;
    const names = await this.#options.database.write(acceptTools, { ...who, upstream, tool: foreignName, hash });
    await found.load();
    this.#register();
    return names;
  }

  /** Free of charge and audited. Throws what refuses it; a failure of the upstream is a part of the result. */
  async testCall(place: ToolPlace, input: Record<string, unknown>, ctx: CallContext, who: AuditActor) {
    const found = this.require(place.upstream);
    const tool = found.requireTool(place.tool).foreignName;
    await this.#options.database.write(noteTestCall, { ...who, upstream: found.id, tool });
    return await runTestCall(found, tool, input, { ctx, redact: this.#redact });
  }

  /** For operators. */
  list(): UpstreamView[] {
    return this.all.map((upstream) => describeUpstream(upstream, this.#redact));
  }

  /** Throws NOT_FOUND. */
  require(id: string): Upstream {
    const found = this.#upstreams.get(id);
    if (!found) throw new FareboxError('NOT_FOUND', { message: `There is no upstream named ${id} in farebox.yaml.` });
    return found;
  }

  /** One line for each upstream and tool. */
  describe(): string[] {
    return this.all.flatMap((upstream) => [
      `${upstream.id}: ${upstream.state}${upstream.failures[0] && upstream.state === 'down' ? ` (${upstream.failures[0].cause})` : ''}`,
      ...upstream.tools.map(
        ({ foreignName, state, tool }) =>
          `  ${tool?.name ?? foreignName}  ${tool ? (tool.priceMicros > 0 ? `${toUsdText(tool.priceMicros)} USD` : 'free') : '-'}  ${state}`,
      ),
      ...upstream.problems.map((problem) => `  Problem: ${problem}`),
    ]);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const timer of this.#closing) clearTimeout(timer);
    await Promise.allSettled(this.all.map((upstream) => upstream.close()));
  }

  /** Resolves with the names of tools that are taken. */
  async #apply({ upstreams = {}, path, secrets }: FareboxFile): Promise<string[]> {
    this.#assertNames(Object.keys(upstreams), path);
    this.#redact = this.#options.createRedactor(secrets);
    for (const [id, upstream] of this.#upstreams) {
      if (JSON.stringify(upstreams[id]) === JSON.stringify(upstream.settings)) continue;
      this.#upstreams.delete(id);
      for (const record of this.#options.settings) delete record[id];
      const timer = setTimeout(() => {
        this.#closing.delete(timer);
        void upstream.close();
      }, CLOSE_DELAY_MS);
      this.#closing.add(timer);
    }
    for (const [id, settings] of Object.entries(upstreams)) {
      if (this.#upstreams.has(id)) continue;
      const upstream = this.#create(id, settings, path);
      this.#upstreams.set(id, upstream);
    }
    for (const record of this.#options.settings) {
      for (const id of this.#upstreams.keys()) record[id] = { baseUrl: '' };
    }
    await Promise.all(this.all.map((upstream) => upstream.start()));
    return this.#register();
  }

  #assertNames(ids: readonly string[], path: string | null): void {
    const { registry, settings } = this.#options;
    const taken = ids.find(
      (id) =>
        !this.#upstreams.has(id) && (registry.isBuiltIn(id) || settings.some((record) => Object.hasOwn(record, id))),
    );
    if (taken === undefined) return;
    throw new ConfigError(
      `${path}: upstreams.${taken} is the name of a built-in toolset or provider. Choose another name.`,
    );
  }

  #create(id: string, settings: UpstreamSettings, path: string | null): Upstream {
    const { database, log, baseEnv } = this.#options;
    const open = (onToolsChanged: () => void): Connector =>
      createConnector({ id, settings, path, baseEnv, log, onToolsChanged });
    return new Upstream(id, settings, { database, log, createConnector: open, onChange: () => this.#register() });
  }

  /** Returns the names that are taken: the first tool of a name is offered. */
  #register(): string[] {
    const tools: RegisteredTool[] = [];
    const toolsets = new Map<string, Toolset>();
    const names = new Set<string>();
    const collisions: string[] = [];
    for (const upstream of this.#upstreams.values()) {
      toolsets.set(upstream.id, upstream.toolset);
      for (const { tool } of upstream.tools) {
        if (!tool) continue;
        if (names.has(tool.name) || this.#options.registry.isBuiltIn(tool.name)) {
          this.#options.log.error({ tool: tool.name }, 'two tools have the same name, the second one is not offered');
          collisions.push(tool.name);
          continue;
        }
        names.add(tool.name);
        tools.push(tool);
      }
    }
    this.#options.registry.setOwnTools(tools, toolsets);
    return collisions;
  }

  async #look(): Promise<void> {
    try {
      const change = await readLastChange(this.#options.database.db);
      if (change === this.#lastChange) return;
      this.#lastChange = change;
      await Promise.all(this.all.map((upstream) => upstream.load()));
      this.#register();
    } catch (err) {
      this.#options.log.warn({ err }, 'could not look for accepted tools, retrying');
    }
  }
}
