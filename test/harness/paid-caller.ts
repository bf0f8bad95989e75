/** A caller of paid tools at both doors, which remembers nothing and repeats nothing by itself. */
import { Agent } from 'undici';

export interface ReceiptSeen {
  callId: string;
  agentId: string;
  state: string;
  /** USD. */
  amount: number;
}

/** What came back; null when the connection ended before an answer. */
export type Reply =
  /** `answered`: the parts of a composed call that have. */
  { ok: true; receipt: ReceiptSeen; answered?: number } | { ok: false; code: string; text: string } | null;

export interface Ask {
  door: 'rest' | 'mcp';
  url: string;
  apiKey: string;
  prompt: string;
  /** Asked together, as the parts of one composed call, instead of the prompt. */
  parts?: readonly string[];
  idempotencyKey: string | null;
  signal?: AbortSignal;
}

/** So many callers, each with a connection of its own. */
export const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });

export async function ask(call: Ask): Promise<Reply> {
  const { url, signal } = call;
  const { path, headers, body } = call.door === 'rest' ? restRequest(call) : mcpRequest(call);
  let text: string;
  try {
    const reply = await agent.request({
      origin: url,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${call.apiKey}`, ...headers },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    text = await reply.body.text();
  } catch {
    return null;
  }
  return readReply(text);
}

interface Request {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** The tool and its input. */
function toolOf({ prompt, parts }: Ask): { name: string; path: string; input: object } {
  if (!parts) return { name: 'llm-fast', path: '/api/proxy/llm-fast', input: { prompt } };
  const tools = parts.map((part) => ({ tool: 'llm-fast', input: { prompt: part } }));
  return { name: 'smart', path: '/api/v2/smart', input: { tools } };
}

function restRequest(call: Ask): Request {
  const { idempotencyKey } = call;
  const headers: Record<string, string> = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
  const { path, input } = toolOf(call);
  return { path, headers, body: input };
}

function mcpRequest(call: Ask): Request {
  const { idempotencyKey } = call;
  const { name, input } = toolOf(call);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'crash', version: '1.0.0' },
    ...(idempotencyKey === null ? {} : { 'dev.farebox/idempotencyKey': idempotencyKey }),
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const params = { name, arguments: input, _meta };
  return { path: '/mcp/proxy', headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } };
}

interface Answer {
  success?: boolean;
  receipt?: ReceiptSeen;
  results?: { ok: boolean }[];
  /** Of MCP a number, and ours beside it. */
  error?: { code?: string | number; data?: { error?: { code?: string } } };
  result?: {
    isError?: boolean;
    structuredContent?: { error?: { code?: string }; results?: { ok: boolean }[] };
    _meta?: { 'dev.farebox/receipt'?: ReceiptSeen };
  };
}

function readReply(text: string): Reply {
  let answer: Answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return { ok: false, code: 'UNREADABLE', text };
  }
  const { result } = answer;
  const receipt = answer.success === true ? answer.receipt : result?._meta?.['dev.farebox/receipt'];
  if (receipt && result?.isError !== true) {
    const results = answer.results ?? result?.structuredContent?.results;
    return { ok: true, receipt, ...(results ? { answered: results.filter(({ ok }) => ok).length } : {}) };
  }
  const { error } = answer;
  const code = result?.structuredContent?.error?.code ?? error?.data?.error?.code ?? error?.code;
  return { ok: false, code: String(code ?? 'NO_RECEIPT'), text };
}
