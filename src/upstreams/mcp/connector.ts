/** Keeps the sessions of one MCP server: opened when needed, shared as configured, reopened with back-off. */
import { resolve } from 'node:path';
import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { McpUpstreamSettings } from '../../config/file/upstreams.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { Log } from '../../kernel/ports.ts';
import { untilAborted } from '../../kernel/threads/turns.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import { RecentFailures } from '../failures.ts';
import { HttpClient } from '../http.ts';
import type { Connector, ConnectorEvents, ForeignResult, ForeignTool, UpstreamState } from '../types.ts';
import { McpConnection } from './connection.ts';
import { StdioTransport } from './stdio.ts';

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 60_000;
const ACCOUNT_SESSIONS_MAX = 100;
const ACCOUNT_IDLE_MS = 600_000;
const SHARED = 'shared';

interface Session {
  connection: Promise<McpConnection>;
  usedAt: number;
}

export interface McpConnectorOptions {
  id: string;
  settings: McpUpstreamSettings;
  /** Of farebox.yaml: relative paths start there. */
  folder: string;
  /** PATH and HOME of this server. */
  baseEnv: Readonly<Record<string, string>>;
  log: Log;
  events: ConnectorEvents;
}

export class McpConnector implements Connector {
  readonly #options: McpConnectorOptions;
  readonly #http: HttpClient | undefined;
  readonly #transports: readonly (() => Transport)[];
  readonly #sessions = new Map<string, Session>();
  #failedAttempts = 0;
  #isClosed = false;
  /** Of the process that was started last: the best explanation of its end. */
  #lastLine = '';
  #retry: NodeJS.Timeout | undefined;
  state: UpstreamState = 'idle';
  readonly failures = new RecentFailures();

  constructor(options: McpConnectorOptions) {
    this.#options = options;
    const { mcp } = options.settings;
    if ('url' in mcp) {
      this.#http = new HttpClient();
      const options = { fetch: this.#http.fetch, requestInit: { headers: { ...mcp.headers } } };
      this.#transports = [
        () => new StreamableHTTPClientTransport(new URL(mcp.url), options),
        () => new SSEClientTransport(new URL(mcp.url), options),
      ];
    } else {
      this.#transports = [() => this.#createProcess(mcp)];
    }
  }

  async listTools(): Promise<ForeignTool[]> {
    const connection = await this.#open(SHARED);
    return await connection.listTools();
  }

  async call(tool: string, input: Record<string, unknown>, ctx: CallContext): Promise<ForeignResult> {
    const { session = SHARED } = this.#options.settings;
    const key = session === 'call' ? ctx.callId : session === 'account' ? ctx.share.owner : SHARED;
    // Connecting goes on for those who come later.
    const opened = await untilAborted(this.#open(key), ctx.signal);
    try {
      return await opened.call(tool, input, ctx);
    } catch (thrown) {
      if (!(await opened.hasLostSession(thrown))) throw thrown;
      await this.#dropLost(key, opened);
      const renewed = await untilAborted(this.#open(key), ctx.signal);
      return await renewed.call(tool, input, ctx);
    } finally {
      if (session === 'call') this.#drop(key);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(open.map(async ({ connection }) => (await connection).close()));
    await this.#http?.close();
  }

  #createProcess(mcp: Extract<McpUpstreamSettings['mcp'], { command: string }>): StdioTransport {
    const { id, folder, baseEnv, log } = this.#options;
    this.#lastLine = '';
    return new StdioTransport({
      command: mcp.command,
      args: mcp.args ?? [],
      env: { ...baseEnv, ...mcp.env },
      cwd: mcp.cwd === undefined ? folder : resolve(folder, mcp.cwd),
      onStderr: (line) => {
        this.#lastLine = line;
        log.info({ upstream: id, line }, 'upstream wrote to stderr');
      },
    });
  }

  #open(key: string): Promise<McpConnection> {
    if (this.#isClosed) return Promise.reject(new UpstreamFailure('unreachable', this.#options.id));
    const existing = this.#sessions.get(key);
    if (existing) {
      existing.usedAt = Date.now();
      return existing.connection;
    }
    this.#evict();
    // One that is down stays so until it answers: its tools are refused rather than charged and refunded.
    if (this.state === 'idle') this.state = 'connecting';
    const session = { connection: this.#connect(key), usedAt: Date.now() };
    this.#sessions.set(key, session);
    session.connection.catch(() => {
      if (this.#sessions.get(key) === session) this.#sessions.delete(key);
    });
    return session.connection;
  }

  async #connect(key: string): Promise<McpConnection> {
    const { id, log, events } = this.#options;
    try {
      const connection = await McpConnection.open(id, this.#transports, {
        onToolsChanged: () => events.onToolsChanged(),
        onRefused: (method) => log.warn({ upstream: id, method }, 'upstream asked for what Farebox does not offer'),
        onClose: () => this.#handleClose(key),
      });
      this.#failedAttempts = 0;
      this.state = 'up';
      if (this.#isClosed) await connection.close();
      return connection;
    } catch (thrown) {
      this.#noteFailure(thrown);
      throw new UpstreamFailure('unreachable', id, { cause: thrown });
    }
  }

  /** It ended by itself: a process that died, a connection that was cut. */
  #handleClose(key: string): void {
    this.#sessions.delete(key);
    if (this.#isClosed || key !== SHARED) return;
    this.#noteFailure(new Error('The connection was closed by the upstream'));
  }

  #noteFailure(thrown: unknown): void {
    const { id, log } = this.#options;
    const line = this.#lastLine === '' ? '' : ` (stderr: ${this.#lastLine})`;
    this.failures.note(new Error(`${thrown instanceof Error ? thrown.message : String(thrown)}${line}`));
    this.state = 'down';
    const waitMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** this.#failedAttempts);
    this.#failedAttempts++;
    log.warn({ upstream: id, err: thrown, retryInMs: waitMs }, 'upstream is down, retrying');
    clearTimeout(this.#retry);
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => this.#reconnect(), waitMs);
    this.#retry.unref();
  }

  #reconnect(): void {
    this.#open(SHARED).then(
      () => this.#options.events.onToolsChanged(),
      () => {},
    );
  }

  #drop(key: string): void {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    session?.connection.then((connection) => connection.close()).catch(() => {});
  }

  /** Unless another call has renewed it already. */
  async #dropLost(key: string, lost: McpConnection): Promise<void> {
    const current = await this.#sessions.get(key)?.connection.catch(() => null);
    if (current === lost) this.#drop(key);
  }

  /** The sessions of accounts that have not called for a while, and the oldest beyond the limit. */
  #evict(): void {
    const others = [...this.#sessions].filter(([key]) => key !== SHARED);
    others.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    const idleBefore = Date.now() - ACCOUNT_IDLE_MS;
    others.forEach(([key, { usedAt }], at) => {
      if (usedAt < idleBefore || others.length - at >= ACCOUNT_SESSIONS_MAX) this.#drop(key);
    });
  }
}
