/** Upstreams as they really are: odd numbers, busy servers, retired models and context limits, at the front door. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from './harness/farebox.ts';

const ADMIN_TOKEN = 'admin-token-0123456789-0123456789';
const hits = new Map<string, number>();
let upstream: Server;
let url: string;

const forecast = (latitude: string, temperature: string): string =>
  `{"latitude":${latitude},"longitude":Infinity,"timezone":"GMT","utc_offset_seconds":0,"current":{"time":"2026-11-20T10:00",` +
  `"temperature_2m":${temperature},"apparent_temperature":5,"relative_humidity_2m":80,"wind_speed_10m":10,"precipitation":0,` +
  '"weather_code":1},"daily":{"time":["2026-11-20"],"weather_code":[1],"temperature_2m_max":[NaN],"temperature_2m_min":[2],' +
  '"precipitation_sum":[0]}}';

const answerWith = (model: string): string =>
  JSON.stringify({
    model,
    choices: [{ message: { content: `Hello from ${model}` }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  });

interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

const fine = (text: string): Reply => ({ status: 200, text });

function replyTo(address: string, body: string): Reply {
  const { pathname, searchParams } = new URL(address, url);
  hits.set(pathname, (hits.get(pathname) ?? 0) + 1);
  if (pathname === '/v1/forecast') return fine(replyForecast(Number(searchParams.get('latitude'))));
  if (pathname === '/api') return fine(replyPlaces(searchParams.get('q') ?? ''));
  const { model } = JSON.parse(body);
  if (pathname.startsWith('/busy')) {
    return { status: 503, text: '{"error":{"message":"Busy"}}', headers: { 'retry-after': '120' } };
  }
  if (pathname.startsWith('/late')) {
    const text = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    return { status: 529, text, headers: { 'retry-after': new Date(Date.now() + 90_000).toUTCString() } };
  }
  const isGroq = pathname.startsWith('/groq');
  if (isGroq && model.includes('120b')) {
    return { status: 404, text: '{"error":{"message":"No such model","code":"model_not_found"}}' };
  }
  if (body.length > (isGroq ? 5_000 : 20_000)) {
    return { status: 400, text: '{"error":{"message":"This model\'s maximum context length is 9 tokens"}}' };
  }
  return fine(answerWith(model));
}

function replyForecast(latitude: number): string {
  if (latitude < 0) return '<html>an error page</html>';
  return latitude === 54.5 ? forecast('-nan', 'null') : forecast(String(latitude), '6');
}

function replyPlaces(query: string): string {
  const good = '{"geometry":{"coordinates":[2.35,48.85]},"properties":{"name":"Paris"}}';
  const odd = '{"geometry":{"coordinates":[NaN,-Infinity]},"properties":{"name":"Nowhere"}}';
  return `{"features":[${odd}${query === 'Nowhere' ? '' : `,${good}`}]}`;
}

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { status, text, headers = {} } = replyTo(request.url ?? '/', Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  });
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
  const address = upstream.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => upstream.close());

async function open(env: Record<string, string>) {
  const farebox = await startFarebox({ env: { ADMIN_TOKEN, ...env } });
  const { apiKey: key, agentId } = await farebox.account('live');
  const amount = { amount: 5, reason: 'test' };
  await farebox.request('POST', `/admin/accounts/${agentId}/grant`, { key: ADMIN_TOKEN, body: amount });
  const call = (path: string, body: unknown) => farebox.request('POST', path, { key, body });
  return { farebox, key, call };
}

describe('a provider of figures', () => {
  let world: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    world = await open({ OPEN_METEO_BASE_URL: url, PHOTON_BASE_URL: url });
  });
  afterAll(() => world.farebox.stop());

  it('answers with null for numbers that are none, and keeps the rest', async () => {
    const { status, body } = await world.call('/api/proxy/weather', { latitude: 54.5, longitude: -2.5 });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        location: { latitude: null, longitude: null, timezone: 'GMT' },
        current: { temperatureC: null, apparentC: 5, humidity: 80 },
        daily: [{ minC: 2, maxC: null }],
      },
    });
  });

  it('leaves out places without coordinates', async () => {
    const found = await world.call('/api/proxy/geocode', { q: 'Paris' });
    expect(found.body).toMatchObject({ results: [{ name: 'Paris', latitude: 48.85 }] });
    expect((await world.call('/api/proxy/geocode', { q: 'Nowhere' })).body).toMatchObject({
      error: { code: 'NO_RESULT' },
    });
  });

  it('stays open for others, and for other inputs, when one caller asks odd things', async () => {
    for (let i = 0; i < 8; i++) {
      const { body } = await world.call('/api/proxy/weather', { latitude: -10 - i, longitude: 1 });
      expect(body).toMatchObject({ error: { code: 'UPSTREAM_FAILED' } });
    }
    const tokyo = { latitude: 35.7, longitude: 139.7 };
    const { apiKey: key } = await world.farebox.account('live');
    expect((await world.farebox.request('POST', '/api/proxy/weather', { key, body: tokyo })).status).toBe(200);
    expect((await world.call('/api/proxy/weather', tokyo)).status).toBe(200);
  });
});

describe('a chat provider', () => {
  let world: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    const [groq, deepseek] = [`${url}/groq`, `${url}/deepseek`];
    world = await open({
      ...{ GROQ_API_KEY: 'k', GROQ_BASE_URL: groq, DEEPSEEK_API_KEY: 'k', DEEPSEEK_BASE_URL: deepseek },
    });
  });
  afterAll(() => world.farebox.stop());

  it('keeps its other models when one of them is retired, and its page says so', async () => {
    for (let i = 0; i < 3; i++) {
      const large = await world.call('/api/proxy/llm-fast', { prompt: `Hi ${i}`, model: 'large' });
      expect(large.body).toMatchObject({ error: { code: 'UPSTREAM_FAILED' } });
    }
    expect((await world.call('/api/proxy/llm-fast', { prompt: 'Hi' })).status).toBe(200);
    const { text } = await world.farebox.request('GET', '/status', { headers: { accept: 'text/html' } });
    expect(text).toContain('Paused models: openai/gpt-oss-120b');
    const { body } = await world.farebox.request('GET', '/api/capabilities', { key: world.key });
    expect(JSON.parse(JSON.stringify(body.tools))).toContainEqual(
      expect.objectContaining({ id: 'llm-fast', available: true }),
    );
  });

  it('hands a prompt that is too long on to a model with a larger context window', async () => {
    const prompt = 'word '.repeat(1_500);
    const direct = await world.call('/api/proxy/llm-fast', { prompt });
    expect({ status: direct.status, body: direct.body }).toMatchObject({
      status: 422,
      body: { error: { code: 'CONTEXT_LENGTH_EXCEEDED', retryable: false } },
    });
    const smart = await world.call('/api/v2/llm', { prompt });
    expect(smart.body).toMatchObject({ provider: 'deepseek', attempts: [{ kind: 'context' }, { status: 'ok' }] });
    const before = await world.farebox.request('GET', '/api/account/balance', { key: world.key });
    const [headers, body] = [{ 'x-max-price': '1' }, { prompt: 'word '.repeat(6_000) }];
    const nobody = await world.farebox.request('POST', '/api/v2/llm', { key: world.key, headers, body });
    expect({ status: nobody.status, body: nobody.body }).toMatchObject({
      status: 422,
      body: { error: { code: 'CONTEXT_LENGTH_EXCEEDED' } },
    });
    const after = await world.farebox.request('GET', '/api/account/balance', { key: world.key });
    expect(after.body.balance).toBe(before.body.balance);
  });
});

describe('a busy provider', () => {
  let world: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    world = await open({
      ...{ GROQ_API_KEY: 'k', GROQ_BASE_URL: `${url}/busy`, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${url}/late` },
    });
  });
  afterAll(() => world.farebox.stop());

  it.each([
    ['llm-fast', '/busy/chat/completions', 120],
    ['generate', '/late/v1/messages', 90],
  ])('is asked once, and %s tells how long to wait', async (tool, path, seconds) => {
    const before = hits.get(path) ?? 0;
    for (let i = 0; i < 3; i++) {
      const { status, headers, body } = await world.call(`/api/proxy/${tool}`, { prompt: `Hi ${i}` });
      const wait = Number(headers['retry-after']);
      expect(wait).toBeGreaterThan(seconds - 15);
      expect(wait).toBeLessThanOrEqual(seconds);
      expect({ status, body }).toMatchObject({
        status: 502,
        body: { error: { details: { retryAfterSeconds: wait } } },
      });
    }
    expect((hits.get(path) ?? 0) - before).toBe(1);
  });

  it('tells it over MCP, for smart services and in the concierge', async () => {
    const { text } = await mcp(world.farebox, world.key);
    expect(text).toMatch(/Wait \d+ seconds, then call again/);
    const smart = await world.call('/api/v2/llm', { prompt: 'Hi' });
    expect(Number(smart.headers['retry-after'])).toBeGreaterThan(60);
    const tools = [{ tool: 'llm-fast', input: { prompt: 'Hi' } }];
    const concierge = await world.call('/api/v2/smart', { tools });
    expect(Number(concierge.headers['retry-after'])).toBeGreaterThan(60);
    const { text: status } = await world.farebox.request('GET', '/status', { headers: { accept: 'text/html' } });
    expect(status).toContain('llm-fast');
  });
});

function mcp(farebox: Farebox, key: string) {
  return farebox.request('POST', '/mcp/proxy', {
    key,
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'llm-fast', arguments: { prompt: 'Hi' } },
    },
  });
}
