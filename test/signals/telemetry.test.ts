/** OpenTelemetry: what a collector gets of calls over REST and MCP, and what upstreams get of their context. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import {
  buildChatAnswer,
  readFacts as facts,
  type Listener,
  listen,
  readMetrics,
  readSpans,
  type Span,
} from './collector.ts';

const SERVER = 2;
const CLIENT = 3;
const PROMPT = 'What does the secret heron eat at noon?';
const REPLY = 'Silver minnows, mostly.';
const API_KEY = 'gsk_a-key-that-nobody-may-see';
const TOKEN = 'a-token-of-the-collector';

const REST_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const MCP_TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('traces and metrics', () => {
  let collector: Listener;
  let groq: Listener;
  let key = '';
  let spans: Span[] = [];

  beforeAll(async () => {
    [collector, groq] = await Promise.all([listen({}), listen(buildChatAnswer(REPLY))]);
    const server = await startFarebox({
      env: {
        ACCOUNT_MODE: 'live',
        GROQ_API_KEY: API_KEY,
        GROQ_BASE_URL: groq.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: `api-key=${TOKEN}`,
        OTEL_SERVICE_NAME: 'farebox-of-the-tests',
      },
    });
    key = (await server.account('live')).apiKey;
    await callAll(server, key);
    await server.stop();
    spans = readSpans(collector);
  });
  afterAll(() => {
    collector.server.close();
    groq.server.close();
  });

  const findSpan = (traceId: string, name: string): Span => {
    const found = spans.find((one) => one.traceId === traceId && one.name === name);
    if (!found) throw new Error(`No span ${name}: ${spans.map((one) => `${one.traceId} ${one.name}`).join(', ')}`);
    return found;
  };

  it('tell a REST call from the caller’s span to the request upstream', () => {
    const http = findSpan(REST_TRACE, 'POST /api/proxy/llm-fast');
    expect(http).toMatchObject({ kind: SERVER, parentSpanId: '00f067aa0ba902b7' });
    expect(facts(http)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/proxy/llm-fast',
      'farebox.mode': 'live',
    });
    expect(String(facts(http)['http.response.status_code'])).toBe('200');
    const call = findSpan(REST_TRACE, 'execute_tool llm-fast');
    expect(call.parentSpanId).toBe(http.spanId);
    expect(facts(call)).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'llm-fast',
      'gen_ai.tool.call.id': expect.stringMatching(/^call_/),
      'farebox.price_usd': expect.any(String),
    });
    const chat = spans.find((one) => one.traceId === REST_TRACE && one.name.startsWith('chat '));
    if (!chat) throw new Error('No span of the model');
    expect(chat).toMatchObject({ kind: CLIENT, parentSpanId: call.spanId });
    expect(facts(chat)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'groq',
      'gen_ai.request.model': expect.any(String),
      'gen_ai.response.model': 'llama-of-the-stub',
      'gen_ai.response.finish_reason': 'stop',
    });
    expect(['input', 'output'].map((type) => Number(facts(chat)[`gen_ai.usage.${type}_tokens`]))).toEqual([21, 7]);
    const upstream = findSpan(REST_TRACE, 'POST groq');
    expect(upstream).toMatchObject({ kind: CLIENT, parentSpanId: chat.spanId });
    expect(facts(upstream)).toMatchObject({ 'server.address': '127.0.0.1', 'farebox.provider': 'groq' });
    const [sent] = groq.arrivals.filter(({ headers }) => String(headers.traceparent).includes(REST_TRACE));
    expect(sent?.headers).toMatchObject({
      traceparent: `00-${REST_TRACE}-${upstream.spanId}-01`,
      tracestate: 'vendor=value',
    });
  });

  it('tell an MCP call, whose context stands in _meta', () => {
    const mcp = findSpan(MCP_TRACE, 'tools/call llm-fast');
    expect(mcp).toMatchObject({ kind: SERVER, parentSpanId: 'b7ad6b7169203331' });
    expect(facts(mcp)).toMatchObject({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-06-18',
      'jsonrpc.request.id': '7',
      'gen_ai.tool.name': 'llm-fast',
      'gen_ai.operation.name': 'execute_tool',
    });
    expect(findSpan(MCP_TRACE, 'execute_tool llm-fast').parentSpanId).toBe(mcp.spanId);
    expect(groq.arrivals.some(({ headers }) => String(headers.traceparent).includes(MCP_TRACE))).toBe(true);
  });

  it('mark what failed by a code of ours', () => {
    const refused = spans.find((one) => facts(one)['error.type'] === 'TOOL_UNAVAILABLE');
    expect(refused).toMatchObject({ name: 'execute_tool search-ai', status: { code: 2 } });
  });

  it('come with metrics, under the name of the service, to who has the token', () => {
    const texts = collector.arrivals.map(({ text }) => text);
    expect(texts.every((text) => text.includes('farebox-of-the-tests'))).toBe(true);
    expect(collector.arrivals.every(({ headers }) => headers['api-key'] === TOKEN)).toBe(true);
    const names = readMetrics(collector).map(({ name }) => name);
    expect([...new Set(names)].sort()).toEqual([
      'farebox.call.duration',
      'gen_ai.client.operation.duration',
      'gen_ai.client.token.usage',
      'http.client.request.duration',
      'http.server.request.duration',
      'mcp.server.operation.duration',
    ]);
  });

  it('hold no key, no argument and no answer', () => {
    const sent = collector.arrivals.map(({ text }) => text).join('\n');
    for (const secret of [key, API_KEY, TOKEN, 'heron', 'minnows', 'sealed-name']) expect(sent).not.toContain(secret);
  });
});

async function callAll(server: Farebox, key: string): Promise<void> {
  const traced = { traceparent: `00-${REST_TRACE}-00f067aa0ba902b7-01`, tracestate: 'vendor=value' };
  const body = { prompt: PROMPT };
  const rest = await server.request('POST', '/api/proxy/llm-fast', { key, body, headers: traced });
  expect(rest).toMatchObject({ status: 200 });
  await server.request('POST', '/api/proxy/search-ai', { key, body: { query: PROMPT } });
  const message = (name: string, args: object, _meta: object) => ({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name, arguments: args, _meta },
  });
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  const meta = { traceparent: `00-${MCP_TRACE}-b7ad6b7169203331-01` };
  const mcp = await server.request('POST', '/mcp/proxy', { key, headers, body: message('llm-fast', body, meta) });
  expect(mcp.text).toContain(REPLY);
  await server.request('POST', '/mcp/proxy', { key, headers, body: message('sealed-name', {}, {}) });
  await server.request('GET', '/nothing/sealed-name?apiKey=sealed-name');
}
