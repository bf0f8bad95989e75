/** One session with an MCP server, over the official client. */
import {
  type CallToolResult,
  Client,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { type FailureKind, UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import { isRecord } from '../../lib/record.ts';
import { TOOLS_MAX } from '../definitions.ts';
import { createRefusal } from '../refusal.ts';
import type { ForeignResult, ForeignTool } from '../types.ts';

const CONNECT_MS = 20_000;
const LIST_MS = 20_000;
const PING_MS = 5_000;
const LIST_PAGES_MAX = 50;
const CONTENT_BLOCKS_MAX = 500;

export interface ConnectionEvents {
  onToolsChanged(): void;
  onClose(): void;
  /** It asked for what we don't give: sampling, elicitation, roots. */
  onRefused(method: string): void;
}

export class McpConnection {
  readonly #id: string;
  readonly #client: Client;
  readonly #transport: Transport;

  private constructor(id: string, client: Client, transport: Transport) {
    this.#id = id;
    this.#client = client;
    this.#transport = transport;
  }

  /** Tries each transport in turn; rejects with the failure of the first. */
  static async open(
    id: string,
    transports: readonly (() => Transport)[],
    events: ConnectionEvents,
  ): Promise<McpConnection> {
    const failures: unknown[] = [];
    for (const createTransport of transports) {
      const client = createClient(id, events);
      try {
        const transport = createTransport();
        await client.connect(transport, { timeout: CONNECT_MS, maxTotalTimeout: CONNECT_MS });
        client.onclose = () => events.onClose();
        return new McpConnection(id, client, transport);
      } catch (thrown) {
        failures.push(thrown);
        await client.close().catch(() => {});
      }
    }
    throw failures[0];
  }

  async listTools(): Promise<ForeignTool[]> {
    const tools: ForeignTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < LIST_PAGES_MAX && tools.length <= TOOLS_MAX; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const { tools: listed, nextCursor } = await this.#client.request(
        { method: 'tools/list', params },
        { timeout: LIST_MS, maxTotalTimeout: LIST_MS },
      );
      tools.push(...listed.map(toForeignTool));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    return tools;
  }

  async call(tool: string, input: Record<string, unknown>, ctx: CallContext): Promise<ForeignResult> {
    const timeout = Math.max(1, ctx.deadlineMs - Date.now());
    try {
      // Not by callTool, which would validate the result by the newest schema instead of the accepted one.
      const result = await this.#client.request(
        { method: 'tools/call', params: { name: tool, arguments: input } },
        {
          signal: ctx.signal,
          timeout,
          maxTotalTimeout: timeout,
          allowInputRequired: false,
          onprogress: ({ progress, total }) => {
            if (total !== undefined && total > 0) ctx.reportProgress(progress / total, 'Working');
          },
        },
      );
      return readResult(result, this.#id);
    } catch (thrown) {
      throw thrown instanceof UpstreamFailure ? thrown : toFailure(thrown, this.#id, ctx);
    }
  }

  /** The server refused the request because it has forgotten the session, so it has done nothing. */
  async hasLostSession(thrown: unknown): Promise<boolean> {
    if (this.#transport.sessionId === undefined) return false;
    const status = readHttpStatus(thrown);
    // The protocol says 404; many servers say 400, which can be about the request too.
    if (status !== 400) return status === 404;
    return await this.#client.ping({ timeout: PING_MS }).then(
      () => false,
      (refused: unknown) => [400, 404].includes(readHttpStatus(refused) ?? 0),
    );
  }

  close(): Promise<void> {
    this.#client.onclose = () => {};
    return this.#client.close();
  }
}

/** Of the failure, or of its cause. */
function readHttpStatus(thrown: unknown): number | undefined {
  const cause = thrown instanceof UpstreamFailure ? thrown.cause : thrown;
  return cause instanceof SdkHttpError ? cause.status : undefined;
}

function createClient(id: string, events: ConnectionEvents): Client {
  const client = new Client(
    { name: 'farebox', version: '1' },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: 5_000 } },
      listChanged: { tools: { autoRefresh: false, debounceMs: 500, onChanged: () => events.onToolsChanged() } },
    },
  );
  client.fallbackRequestHandler = async ({ method }: JSONRPCRequest) => {
    events.onRefused(method);
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      `Farebox does not answer ${method.slice(0, 100)} (${id})`,
    );
  };
  return client;
}

function toForeignTool({ name, title, description = '', inputSchema, outputSchema, annotations }: Tool): ForeignTool {
  const shownTitle = title ?? annotations?.title;
  return {
    name,
    ...(shownTitle === undefined ? {} : { title: shownTitle }),
    description,
    inputSchema: { ...inputSchema },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
  };
}

function readResult({ content = [], structuredContent, isError = false }: CallToolResult, id: string): ForeignResult {
  if (content.length > CONTENT_BLOCKS_MAX)
    throw new UpstreamFailure('malformed', id, { cause: new Error(`${content.length} content blocks`) });
  return {
    content: content.map((block) => ({ ...block })),
    ...(isRecord(structuredContent) ? { structured: structuredContent } : {}),
    isError,
  };
}

const kinds: Readonly<Partial<Record<string, FailureKind>>> = {
  [SdkErrorCode.RequestTimeout]: 'timeout',
  [SdkErrorCode.ConnectionClosed]: 'cut',
  [SdkErrorCode.SendFailed]: 'cut',
  [SdkErrorCode.NotConnected]: 'unreachable',
  [SdkErrorCode.InvalidResult]: 'malformed',
};

/** An error of JSON-RPC is about this call; the others are about the server. */
function toFailure(thrown: unknown, id: string, { signal }: CallContext): UpstreamFailure {
  if (signal.aborted) return new UpstreamFailure('timeout', id, { cause: thrown });
  if (thrown instanceof ProtocolError) return createRefusal(id, { cause: thrown });
  if (thrown instanceof SdkError) return new UpstreamFailure(kinds[thrown.code] ?? 'malformed', id, { cause: thrown });
  return new UpstreamFailure('cut', id, { cause: thrown });
}
