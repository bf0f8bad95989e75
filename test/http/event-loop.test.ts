/**
 * One request of a stranger or a free key may use at most a tenth of a second of an ordinary machine's main thread,
 * measured as a multiple of a fixed computation in the same process. Other programs' time doesn't count.
 */
import { existsSync } from 'node:fs';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { measureReferenceMs, readHostCpuMs } from '../harness/host.ts';

const BYTES = 1_000_000;
/** The reference computes for a tenth of a second. */
const REFERENCES_MAX = 1;
/** Another server of this process, or the compiler, may have worked meanwhile: the best of so many counts. */
const TRIES = 3;

/** Characters that grow under NFKC, those of each class, and what patterns stumble over. */
const runs = [
  'Ⅷ',
  'ﷺ',
  '㌀',
  'a',
  '0',
  ' ',
  '\n',
  '-',
  '.',
  '/',
  '@',
  '<',
  '(',
  '"',
  ':',
  '_',
  '漢',
  'カ',
  '\u0301',
  '\u200b',
  'a ',
  'a/',
];

const wideValues: Readonly<Record<string, string>> = {
  floats: `[${'1e9,'.repeat(BYTES / 4 - 50)}1]`,
  objects: `[${'{},'.repeat(BYTES / 3 - 50)}1]`,
  'floats, as many as are read': `[${'1e9,'.repeat(49_000)}1]`,
  'objects, as many as are read': `[${'{},'.repeat(24_000)}1]`,
  members: `{${Array.from({ length: 24_000 }, (_, index) => `"${index}":1`).join()}}`,
  digits: '9'.repeat(BYTES - 200),
  'a text that grows': JSON.stringify('ﷺ'.repeat(BYTES / 3 - 100)),
  escapes: `"${'\\u0000'.repeat(BYTES / 6 - 100)}"`,
};

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe.skipIf(!existsSync('/proc/self/schedstat'))('one request', () => {
  let farebox: Farebox;
  let key: string;
  let msMax: number;

  beforeAll(async () => {
    farebox = await startFarebox();
    key = (await farebox.account('test')).apiKey;
    // The first request of each kind loads and compiles what serves it.
    for (const path of ['/auth/verify', '/claw/verify', '/api/v2/debug-ai/search', '/api/v2/smart/estimate'])
      await measure(path, '{"email":1,"query":"x","message":"x"}');
    await measure('/mcp/free', buildCall('search_tools', '{"query":"weather"}'));
    msMax = REFERENCES_MAX * Math.max(await measureReferenceMs(), await measureReferenceMs());
  });
  afterAll(() => farebox.stop());

  /** Milliseconds that the server's main thread computed, and how long its answer was. */
  async function measure(path: string, body: string): Promise<{ ms: number; characters: number }> {
    const beforeMs = await readHostCpuMs();
    const authorization = { authorization: `Bearer ${key}` };
    const reply = await request(new URL(path, farebox.url), {
      method: 'POST',
      headers: { ...headers, ...(/^\/(?:api\/v2\/smart|mcp\/proxy)/.test(path) ? authorization : {}) },
      body,
    });
    const { length } = await reply.body.text();
    return { ms: (await readHostCpuMs()) - beforeMs, characters: length };
  }

  const buildCall = (name: string, args: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;

  /** The paths and bodies that are over the bar in every try. */
  async function findSlow(
    requests: readonly (readonly [what: string, path: string, body: string])[],
    most = msMax,
  ): Promise<string[]> {
    const slow: string[] = [];
    for (const [what, path, body] of requests) {
      let best = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && best > most; tries++) best = Math.min(best, (await measure(path, body)).ms);
      if (best > most) slow.push(`${what} at ${path}: ${(best / most).toFixed(1)} times what is allowed`);
    }
    return slow;
  }

  it('with a long run of one character', async () => {
    const repeat = (text: string, characters: number): string => JSON.stringify(text.repeat(characters / text.length));
    const requests = runs.flatMap((run) => [
      [`a run of ${run}`, '/api/v2/debug-ai/search', `{"query":${repeat(run, 20_000)}}`] as const,
      [`a run of ${run}`, '/api/v2/smart/estimate', `{"message":${repeat(run, 4_000)}}`] as const,
      [`a run of ${run}`, '/mcp/free', buildCall('search_tools', `{"query":${repeat(run, 400)}}`)] as const,
    ]);
    expect(await findSlow(requests)).toEqual([]);
  });

  it('with JSON that is wide, deep or long', async () => {
    const requests = Object.entries(wideValues).flatMap(([what, json]) => [
      [what, '/auth/verify', json] as const,
      [what, '/auth/verify', `{"email":${json},"code":1}`] as const,
      [what, '/claw/verify', `{"unknown":${json}}`] as const,
      [what, '/api/v2/debug-ai/search', `{"query":${json}}`] as const,
      [what, '/oauth/register', `{"redirect_uris":${json}}`] as const,
      [what, '/mcp/free', buildCall('weather', `{"location":${json}}`)] as const,
      [what, '/mcp/free', json] as const,
    ]);
    expect(await findSlow(requests)).toEqual([]);
  });

  it('with tens of thousands of unknown members at an MCP address', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, index) => `"unknown${index}":1`).join();
    const places: Readonly<Record<string, string>> = {
      arguments: buildCall('weather', `{"latitude":1,"longitude":1,${many(45_000)}}`),
      params: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${many(45_000)}}}`,
      _meta: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${many(45_000)}}}}`,
      message: `{"jsonrpc":"2.0","id":1,"method":"tools/list",${many(45_000)}}`,
      'many objects': buildCall(
        'weather',
        `{"more":[${Array(44)
          .fill(`{${many(900)}}`)
          .join()}]}`,
      ),
    };
    const requests = Object.entries(places).flatMap(([what, body]) =>
      ['/mcp/free', '/mcp/proxy', '/mcp/debug/somebody'].map((path) => [what, path, body] as const),
    );
    expect(await findSlow(requests, msMax / 2)).toEqual([]);
    const reply = await request(new URL('/mcp/free', farebox.url), {
      method: 'POST',
      body: places.params ?? '',
      headers,
    });
    expect([reply.statusCode, await reply.body.json()]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32700, message: 'Parse error: An object in the body has more than 1000 members.' },
      },
    ]);
  });

  it('gets an answer that is no larger than what is useful', async () => {
    for (const json of Object.values(wideValues)) {
      for (const body of [
        json,
        `{"unknown":${json}}`,
        `{"email":${json},"code":${json.slice(0, 2) === '[1' ? json : 1}}`,
      ]) {
        const { characters } = await measure('/claw/verify', body.slice(0, 1_048_000));
        expect(characters).toBeLessThan(150_000);
      }
    }
  });
});
