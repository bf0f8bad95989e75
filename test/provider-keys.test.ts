/** Several keys of a provider: shared by weight, paused one by one, replaced while calls run. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines, freshDatabase } from './harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from './harness/farebox.ts';
import { farebox as runFarebox } from './harness/operator.ts';
import { serverEnv } from './harness/server-env.ts';
import { readBalance, writeFareboxFile } from './upstreams/world.ts';

interface Refusal {
  status: number;
  headers?: Record<string, string>;
}

/** How the provider treats a key, or a model of it; anything else is answered. */
let refusals: Record<string, Refusal>;
/** Keys in the order in which they were used. */
let used: string[];
let url: string;
const provider = createServer((request, response) => {
  void answer(request).then(({ status, headers = {}, json }) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json)),
  );
});

async function answer(request: IncomingMessage): Promise<Refusal & { json: unknown }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { searchParams } = new URL(request.url ?? '', 'http://provider.test');
  const key = searchParams.get('apikey') ?? request.headers.authorization?.replace('Bearer ', '') ?? '';
  used.push(key);
  const isWeather = searchParams.has('apikey');
  const { model = '' }: { model?: string } = isWeather ? {} : JSON.parse(Buffer.concat(chunks).toString());
  const refusal = refusals[key] ?? refusals[`${key} ${model}`];
  if (refusal) return { ...refusal, json: { error: { message: `Refused ${key}` } } };
  return { status: 200, json: isWeather ? forecast : complete(model) };
}

const complete = (model: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_795_000_000,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
});

const now = {
  ...{ temperature_2m: 10, apparent_temperature: 9, relative_humidity_2m: 50, wind_speed_10m: 3 },
  ...{ time: '2026-01-01T00:00', precipitation: 0, weather_code: 0 },
};
const forecast = {
  ...{ latitude: 35.7, longitude: 139.7, timezone: 'GMT', utc_offset_seconds: 0, current: now },
  daily: {
    ...{ time: ['2026-01-01'], weather_code: [0], temperature_2m_max: [12], temperature_2m_min: [2] },
    precipitation_sum: [0],
  },
};

beforeAll(async () => {
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  const address = provider.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => void provider.close());
beforeEach(() => {
  refusals = {};
  used = [];
});

const folder = mkdtempSync(join(tmpdir(), 'farebox-keys-'));
const A = 'gsk_first_key_0001';
const B = 'gsk_second_key_0002';
const C = 'gsk_third_key_0003';
const count = (key: string): number => used.filter((one) => one === key).length;

const ask = (server: FareboxProcess, key: string, model = 'fast') =>
  server.request('POST', '/api/proxy/llm-fast', {
    key,
    body: { prompt: `Hello ${used.length}`, maxTokens: 10, model },
  });

async function start(file: object, env: Record<string, string> = {}, engine: (typeof engines)[number] = 'sqlite') {
  const database = await freshDatabase(engine);
  const path = writeFareboxFile(file);
  const all = { FAREBOX_CONFIG: path, GROQ_BASE_URL: url, OPEN_METEO_BASE_URL: url, ADMIN_TOKEN, ...env };
  const server = await startFareboxProcess({ database, env: all });
  const { apiKey, agentId } = await server.account('live');
  const environment = { ...serverEnv(database), ...all };
  const grant = { key: ADMIN_TOKEN, body: { amount: 5, reason: 'A test' } };
  expect((await server.request('POST', `/admin/accounts/${agentId}/grant`, grant)).status).toBe(200);
  const stop = async (): Promise<void> => {
    await server.stop();
    const { code, output } = await runFarebox(environment, 'verify', '--all');
    expect({ code, output }).toMatchObject({ code: 0 });
    await database.drop();
  };
  return { server, apiKey, path, environment, stop };
}

const ADMIN_TOKEN = 'admin-token-of-the-test-0123456789';

describe.each(engines)('on %s', (engine) => {
  it('charges once while a refused and a limited key pause, and fails when the last one does', async () => {
    const fileOfB = join(folder, `b-${engine}`);
    writeFileSync(fileOfB, `${B}\n`);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form that people write in farebox.yaml
    const keys = ['${KEY_A}', { key: `\${file:${fileOfB}}`, weight: 2 }, { key: C, weight: 0 }];
    const { server, apiKey, stop } = await start({ providers: { groq: { keys } } }, { KEY_A: A }, engine);
    refusals = { [A]: { status: 401 }, [B]: { status: 429, headers: { 'retry-after': '60' } } };
    const before = Number(await readBalance(server, apiKey));
    const answers = [await ask(server, apiKey), await ask(server, apiKey)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([count(A), count(B), count(C)]).toEqual([1, 1, 2]);
    const after = Number(await readBalance(server, apiKey));
    const calls = (await server.request('GET', '/api/account/calls?limit=10', { key: apiKey })).body.calls;
    expect(calls).toHaveLength(2);
    expect(after).toBeLessThan(before);

    refusals[C] = { status: 403 };
    expect((await ask(server, apiKey)).body).toMatchObject({ error: { code: 'UPSTREAM_FAILED' } });
    const asked = used.length;
    expect((await ask(server, apiKey)).status).toBeGreaterThanOrEqual(500);
    expect(used).toHaveLength(asked);
    expect(await readBalance(server, apiKey)).toBe(after);
    await expect.poll(() => server.output()).toMatch(/"fingerprint":"[0-9a-f]{8}"/);
    expect(server.output()).not.toMatch(/gsk_(first|second|third)/);
    await stop();
  }, 120_000);
});

it('shares requests by weight and pauses a key for one model alone', async () => {
  const keys = [{ key: A, weight: 3 }, B];
  const { server, apiKey, stop } = await start({ providers: { groq: { keys } } });
  await Promise.all(Array.from({ length: 120 }, () => ask(server, apiKey)));
  expect(count(A) + count(B)).toBe(120);
  expect(count(A)).toBeGreaterThan(66);
  expect(count(B)).toBeGreaterThan(10);
  refusals = { [`${A} openai/gpt-oss-120b`]: { status: 429, headers: { 'retry-after': '60' } } };
  used = [];
  for (let i = 0; i < 12; i++) expect((await ask(server, apiKey, 'large')).status).toBe(200);
  expect(count(A)).toBeLessThanOrEqual(1);
  for (let i = 0; i < 24; i++) await ask(server, apiKey);
  expect(count(A)).toBeGreaterThan(3);
  await stop();
}, 120_000);

it('replaces keys during traffic, by signal and by command, and shows them by fingerprint', async () => {
  const secret = join(folder, 'rotating');
  const single = join(folder, 'single');
  writeFileSync(secret, A);
  writeFileSync(single, A);
  const groq = { keys: [`\${file:${secret}}`, C] };
  const { server, apiKey, environment, stop } = await start(
    { providers: { groq } },
    { OPEN_METEO_API_KEY_FILE: single },
  );
  const statuses: number[] = [];
  let isOver = false;
  const weather = () =>
    server.request('POST', '/api/proxy/weather', { key: apiKey, body: { latitude: used.length % 80, longitude: 1 } });
  const traffic = (async () => {
    while (!isOver) {
      statuses.push((await ask(server, apiKey)).status, (await weather()).status);
      if (used.includes(A) && !refusals[A] && statuses.length > 20) {
        writeFileSync(secret, B);
        writeFileSync(single, B);
        process.kill(server.pid, 'SIGHUP');
        await expect.poll(() => used.includes(B) || weather().then(() => used.includes(B))).toBe(true);
        refusals[A] = { status: 401 };
      }
    }
  })();
  await expect.poll(() => count(B), { timeout: 20_000 }).toBeGreaterThan(10);
  writeFileSync(secret, `${B}-next`);
  expect(await runFarebox(environment, 'tools', 'reload')).toMatchObject({ code: 0 });
  await expect.poll(() => count(`${B}-next`), { timeout: 20_000 }).toBeGreaterThan(3);
  isOver = true;
  await traffic;
  expect(new Set(statuses)).toEqual(new Set([200]));
  const doctor = await runFarebox(environment, 'doctor');
  expect(doctor.output).toMatch(/groq .*keys [0-9a-f]{8} ×1, [0-9a-f]{8} ×1/);
  const page = await server.request('GET', '/admin?view=providers', { key: ADMIN_TOKEN });
  for (const text of [doctor.output, page.text, server.output()]) expect(text).not.toMatch(/gsk_/);
  await stop();
}, 120_000);

it('repeats as the policy says, and only what is safe to repeat', async () => {
  const retry = { attempts: 4, on: ['overloaded'], within: '5s' };
  const { server, apiKey, stop } = await start(
    { providers: { default: { retry }, groq: { keys: [A] } } },
    { OPEN_METEO_API_KEY: B },
  );
  refusals = { [A]: { status: 503 }, [B]: { status: 503 } };
  const weather = { key: apiKey, body: { latitude: 1, longitude: 1 } };
  expect((await server.request('POST', '/api/proxy/weather', weather)).status).toBe(502);
  expect((await ask(server, apiKey)).status).toBe(502);
  expect([count(A), count(B)]).toEqual([1, 4]);
  await stop();
}, 60_000);

it('names keys that a provider cannot have', async () => {
  const database = await freshDatabase('sqlite');
  const path = writeFareboxFile({
    providers: {
      deepl: { keys: ['one:fx', 'two'] },
      stripe: { keys: ['sk_live_1', 'sk_live_2'] },
      frankfurter: { keys: ['x'] },
    },
  });
  const { code, output } = await runFarebox({ ...serverEnv(database), FAREBOX_CONFIG: path }, 'tools', 'check');
  expect(code).toBe(1);
  expect(output).toContain('providers.deepl.keys.1 is of another plan than the first key');
  expect(output).toContain('providers.stripe.keys must be one key');
  expect(output).toContain('providers.frankfurter.keys cannot be set');
  await database.drop();
}, 60_000);
