/** MCP servers and APIs over HTTP, behind the packaged server: charged, refunded, receipted, whatever they do. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../harness/farebox.ts';
import { farebox as runFarebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { root } from '../harness/sources.ts';
import {
  findFreePort,
  type HttpUpstream,
  kill,
  listen,
  listenForSse,
  listenForStarTrek,
  STAR_TREK,
  type StarTrekApi,
  startEverything,
} from './http-world.ts';
import { callTool, connectClient, nodeServer, readBalance, untilOffered, writeFareboxFile } from './world.ts';

const TOKEN = 'a-token-of-the-upstream-0001';
let everything: Awaited<ReturnType<typeof startEverything>>;
let port: number;
let old: HttpUpstream;
let api: StarTrekApi;
let silent: HttpUpstream;
let moved: HttpUpstream;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let farebox: FareboxProcess;
let environment: Record<string, string>;
let key: string;

beforeAll(async () => {
  port = await findFreePort();
  [everything, old, api, silent] = await Promise.all([
    startEverything(port),
    listenForSse(),
    listenForStarTrek(),
    listen(() => {}),
  ]);
  moved = await listen((_req, res) => void res.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end());
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form that people write in farebox.yaml
  const headers = { 'X-Api-Key': '${STAR_TREK_TOKEN}' };
  const file = writeFareboxFile({
    upstreams: {
      everything: { mcp: { url: `http://127.0.0.1:${port}/mcp` }, price: 0.001 },
      own: { mcp: { url: `http://127.0.0.1:${port}/mcp` }, price: 0.001, session: 'account' },
      old: { mcp: { url: `${old.url}/sse` }, price: 0.002 },
      trek: { openapi: { document: STAR_TREK, server: `${api.url}/v1/`, headers }, price: 0.003, timeout: '3s' },
      silent: { mcp: { url: silent.url }, price: 0.001 },
      moved: { mcp: { url: moved.url }, price: 0.001 },
    },
  });
  database = await freshDatabase('sqlite');
  const env = { FAREBOX_CONFIG: file, STAR_TREK_TOKEN: TOKEN };
  environment = { ...serverEnv(database), ...env };
  farebox = await startFareboxProcess({ database, env });
  key = (await farebox.account('live')).apiKey;
  await untilOffered(farebox, 'everything-echo', 'own-echo', 'old-greet', 'trek-get-animal');
}, 120_000);

afterAll(async () => {
  await farebox.stop();
  const { code, output } = await runFarebox(environment, 'verify', '--all');
  expect({ code, output }).toMatchObject({ code: 0 });
  await kill(everything);
  for (const upstream of [old, api, silent, moved]) upstream.close();
  await database.drop();
}, 60_000);

describe('Streamable HTTP with sessions', () => {
  it('is charged and receipted, over REST and MCP', async () => {
    const { status, body } = await callTool(farebox, key, 'everything/echo', { message: 'hello' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { content: [{ text: 'Echo: hello' }], receipt: { amount: 0.001, state: 'settled' } },
    });
    const client = await connectClient(farebox.url, '/mcp/proxy/x/own', key);
    const sum = await client.callTool({ name: 'own-get-sum', arguments: { a: 2, b: 3 } });
    expect(JSON.stringify(sum.content)).toContain('The sum of 2 and 3 is 5');
    expect(sum._meta?.['dev.farebox/receipt']).toMatchObject({ tool: 'own-get-sum', amount: 0.001 });
    await client.close();
  });

  it('passes on progress', async () => {
    const client = await connectClient(farebox.url, '/mcp/proxy/x/everything', key);
    const seen: number[] = [];
    const result = await client.callTool(
      { name: 'everything-trigger-long-running-operation', arguments: { duration: 1, steps: 4 } },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(result.isError).not.toBe(true);
    expect(seen.length).toBeGreaterThan(1);
    await client.close();
  });

  it('opens a new session when the server has forgotten its own, and charges nothing that failed', async () => {
    await kill(everything);
    const before = await readBalance(farebox, key);
    expect((await callTool(farebox, key, 'everything/echo', { message: 'down' })).status).toBeGreaterThanOrEqual(500);
    expect(await readBalance(farebox, key)).toBe(before);
    everything = await startEverything(port);
    for (const upstream of ['everything', 'own']) {
      const call = async () => (await callTool(farebox, key, `${upstream}/echo`, { message: 'again' })).status;
      await expect.poll(call, { timeout: 20_000, interval: 250 }).toBe(200);
    }
    expect(await readBalance(farebox, key)).toBeCloseTo(Number(before) - 0.002, 6);
  }, 60_000);
});

describe('HTTP with SSE', () => {
  it('is tried when Streamable HTTP is refused', async () => {
    const { body } = await callTool(farebox, key, 'old/greet', { name: 'Ada' });
    expect(body).toMatchObject({ content: [{ text: 'Hello, Ada.' }], receipt: { amount: 0.002 } });
    const before = await readBalance(farebox, key);
    const failed = await callTool(farebox, key, 'old/fail');
    expect([failed.status, failed.text.includes('SECRET')]).toEqual([502, false]);
    expect(await readBalance(farebox, key)).toBe(before);
  });
});

describe('an OpenAPI document of 120 operations', () => {
  it('offers each, and makes the request that the document describes', async () => {
    const { body } = await farebox.request('GET', '/api/capabilities', { key });
    const tools: { id: string }[] = JSON.parse(JSON.stringify(body.tools));
    expect(tools.filter(({ id }) => id.startsWith('trek-'))).toHaveLength(120);
    api.requests.length = 0;
    const got = await callTool(farebox, key, 'trek/get-animal', { uid: 'A&B ü' });
    expect(got.body).toMatchObject({
      structured: { animal: { name: 'Dog' } },
      receipt: { tool: 'trek-get-animal', amount: 0.003 },
    });
    await callTool(farebox, key, 'trek/post-animal-search', { pageSize: 5, body: { name: 'Dog & co', canine: true } });
    expect(api.requests).toMatchObject([
      { method: 'GET', url: '/v1/animal?uid=A%26B+%C3%BC', headers: { 'x-api-key': TOKEN } },
      { method: 'POST', url: '/v1/animal/search?pageSize=5', body: 'name=Dog+%26+co&canine=true' },
    ]);
  });

  it('refuses what does not fit before a charge', async () => {
    const asked = api.requests.length;
    for (const input of [{}, { uid: 7 }, { uid: 'x', other: 1 }])
      expect((await callTool(farebox, key, 'trek/get-animal', input)).status).toBe(400);
    expect(api.requests).toHaveLength(asked);
  });

  it.each([
    ['status 400', 502],
    ['status 404', 404],
    ['status 500', 502],
    ['redirect', 502],
    ['broken', 502],
    ['lying', 502],
    ['cut', 502],
    ['endless', 502],
    ['hang', 504],
    ['status 429', 502],
  ])(
    'refunds after %s',
    async (uid, status) => {
      // A success keeps the circuit closed.
      expect((await callTool(farebox, key, 'trek/get-animal', { uid: `before ${uid}` })).status).toBe(200);
      const before = await readBalance(farebox, key);
      const answer = await callTool(farebox, key, 'trek/get-animal', { uid });
      expect([answer.status, answer.text.includes('SECRET')]).toEqual([status, false]);
      expect(await readBalance(farebox, key)).toBe(before);
    },
    20_000,
  );
});

describe('servers that never begin', () => {
  it('offer nothing, and the others never wait for them', async () => {
    for (const upstream of ['silent', 'moved']) {
      expect((await callTool(farebox, key, `${upstream}/echo`)).status).toBe(404);
    }
    const { output } = await runFarebox(environment, 'tools', 'list');
    expect(output).toMatch(/moved: (?:down|connecting)/);
    expect(output).not.toContain(TOKEN);
  }, 30_000);
});

it('lists the browser tools of @playwright/mcp', async () => {
  const file = writeFareboxFile({
    upstreams: { browser: { mcp: nodeServer(join(root, 'node_modules/@playwright/mcp/cli.js')), price: 0.01 } },
  });
  const { code, output } = await runFarebox({ ...environment, FAREBOX_CONFIG: file }, 'tools', 'check');
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('browser-browser-navigate  0.01'),
  });
}, 60_000);
