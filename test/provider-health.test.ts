/** A provider that refuses our key is seen by the operator and by agents, in the mode where it happened. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Farebox, startFarebox } from './harness/farebox.ts';

const METRICS_TOKEN = 'metrics-token-0123456789';
let upstream: Server;
let farebox: Farebox;

beforeAll(async () => {
  upstream = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"Invalid API Key"}}');
  });
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
  const address = upstream.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const env = { METRICS_TOKEN, GROQ_API_KEY: 'gsk_wrong', GROQ_BASE_URL: `http://127.0.0.1:${port}` };
  farebox = await startFarebox({ env });
});

afterAll(async () => {
  upstream.close();
  await farebox.stop();
});

async function availability(apiKey: string): Promise<unknown> {
  const { body } = await farebox.request('GET', '/api/capabilities', { key: apiKey });
  const tools: { id: string; available: boolean }[] = JSON.parse(JSON.stringify(body.tools));
  return tools.find(({ id }) => id === 'llm-fast')?.available;
}

async function statesOfGroq(): Promise<string[]> {
  const { text } = await farebox.request('GET', '/metrics', { key: METRICS_TOKEN });
  return [...text.matchAll(/^farebox_provider_state\{provider="groq",mode="(\w+)",state="(\w+)"\} 1$/gm)].map(
    ([, mode, state]) => `${mode} ${state}`,
  );
}

it('shows in /metrics and in the capabilities of live keys, not of test keys', async () => {
  const live = await farebox.account('live');
  const test = await farebox.account('test');
  expect(await statesOfGroq()).toEqual(['live up', 'test up']);
  expect(await availability(live.apiKey)).toBe(true);
  const { status, body } = await farebox.request('POST', '/api/proxy/llm-fast', {
    key: live.apiKey,
    body: { prompt: 'Hello' },
  });
  expect({ status, body }).toMatchObject({ status: 502, body: { error: { code: 'UPSTREAM_FAILED' } } });
  expect(await statesOfGroq()).toEqual(['live parked', 'test up']);
  expect(await availability(live.apiKey)).toBe(false);
  expect(await availability(test.apiKey)).toBe(true);
  expect((await farebox.request('GET', '/metrics', { key: METRICS_TOKEN })).text).toContain(
    'farebox_provider_state{provider="groq",mode="live",state="up"} 0',
  );
});

it('knows only providers that are set up', async () => {
  const { text } = await farebox.request('GET', '/metrics', { key: METRICS_TOKEN });
  expect(text).toContain('farebox_provider_state{provider="tavily",mode="test",state="up"} 1');
  expect(text).not.toContain('farebox_provider_state{provider="tavily",mode="live"');
});
