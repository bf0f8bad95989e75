/** Speech and its way back through the built server: bytes over REST, links over MCP, forms with files. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMp3 } from '../../../src/providers/shared/audio/mp3.ts';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';
import { programs } from '../../harness/programs.ts';

let farebox: Farebox;
let key: string;
beforeAll(async () => {
  farebox = await startFarebox({ env: { MEDIA_ORIGIN: 'https://media.farebox.example/' } });
  ({ apiKey: key } = await farebox.account('test'));
});
afterAll(() => farebox.stop());

const text = 'Good morning. How are you today?';

async function bytesOf(path: string, options: { method?: 'GET' | 'POST' | 'HEAD'; body?: unknown } = {}) {
  const { method = options.body === undefined ? 'GET' : 'POST', body } = options;
  const reply = await request(new URL(path, farebox.url), {
    method,
    headers: body === undefined ? {} : { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, headers: reply.headers, bytes: Buffer.from(await reply.body.arrayBuffer()) };
}

async function ask(method: string, name: string, params: object, meta: object = {}) {
  const { body } = await farebox.request('POST', '/mcp/proxy/x/all', {
    key,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': name,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          ...meta,
        },
      },
    },
  });
  return Object(body).result;
}

const callTool = (name: string, args: object, meta: object = {}) =>
  ask('tools/call', name, { name, arguments: args }, meta);
const readResource = (uri: string) => ask('resources/read', uri, { uri });

describe('speech', () => {
  it('comes as MP3 with its receipt in a header', async () => {
    const { status, headers, bytes } = await bytesOf('/api/v2/tts', { body: { text } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-disposition': expect.stringContaining('speech.mp3'),
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(readMp3(bytes)?.durationSeconds).toBeGreaterThan(1);
    const receipt = JSON.parse(Buffer.from(String(headers['x-farebox-receipt']), 'base64url').toString());
    expect(receipt).toMatchObject({ tool: 'smart-tts', amount: 0.009, state: 'settled' });
  });

  it('comes as a link over MCP that works for whoever has it, and can’t be guessed', async () => {
    const { content, isError, _meta } = await callTool('smart-tts', { text });
    expect(isError).toBeFalsy();
    expect(_meta['dev.farebox/receipt']).toMatchObject({ tool: 'smart-tts' });
    const link = content.find(({ type }: { type: string }) => type === 'resource_link');
    expect(link).toMatchObject({ name: 'speech.mp3', mimeType: 'audio/mpeg', size: expect.any(Number) });
    const { origin, pathname } = new URL(link.uri);
    expect(origin).toBe('https://media.farebox.example');
    expect(pathname).toMatch(/^\/media\/[\w-]{22}$/);
    const { status, headers, bytes } = await bytesOf(pathname);
    expect([status, bytes.length]).toEqual([200, link.size]);
    expect(readMp3(bytes)).not.toBeNull();
    const { contents } = await readResource(link.uri);
    expect(contents).toEqual([{ uri: link.uri, mimeType: 'audio/mpeg', blob: bytes.toString('base64') }]);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(await bytesOf(pathname, { method: 'HEAD' })).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    const other = `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`;
    expect((await bytesOf(other)).status).toBe(404);
    expect((await bytesOf('/media/')).status).toBe(404);
  });

  it('comes in the answer itself when that is asked for', async () => {
    const { content } = await callTool('speech-synthesis', { text: 'Good morning!' }, { 'dev.farebox/inline': true });
    const audio = content.find(({ type }: { type: string }) => type === 'audio');
    expect(audio.mimeType).toBe('audio/mpeg');
    expect(readMp3(Buffer.from(audio.data, 'base64'))).not.toBeNull();
  });

  it('has a list of voices for everybody', async () => {
    const { status, body } = await farebox.request('GET', '/api/v2/tts/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, format: 'audio/mpeg', mode: 'live', voices: expect.any(Array) });
    expect(body).not.toHaveProperty('receipt');
    // What is listed can be asked for; where there is nothing, it says why.
    expect(Array.isArray(body.voices) && body.voices.length > 0).toBe(body.note === undefined);
    const test = await farebox.request('GET', '/api/v2/tts/info', { key: (await farebox.account('test')).apiKey });
    expect(test.body).toMatchObject({
      mode: 'test',
      voices: expect.arrayContaining([expect.objectContaining({ id: 'alloy' })]),
    });
    expect(test.body).not.toHaveProperty('note');
  });
});

describe('a form with a sound', () => {
  const upload = async (file: Uint8Array, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('language', 'ja');
    form.set('audio', new File([new Uint8Array(file)], 'voice.mp3', { type: 'audio/mpeg' }));
    const encoded = new Response(form);
    const reply = await request(new URL('/api/v2/stt', farebox.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': encoded.headers.get('content-type') ?? '',
        ...headers,
      },
      body: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: reply.statusCode, body: Object(await reply.body.json()), headers: reply.headers };
  };

  it('is written down, and charged once under one key', async () => {
    const { bytes } = await bytesOf('/api/v2/tts', { body: { text } });
    const headers = { 'idempotency-key': 'one-upload' };
    const { status, body } = await upload(bytes, headers);
    expect(status).toBe(200);
    expect(body).toMatchObject({ text: 'サンドボックスの音声です。', language: 'ja', sourceUsed: 'groq', layer: 2 });
    // The border of the form is another one each time; the file is the same.
    const again = await upload(bytes, headers);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.receipt).toEqual(body.receipt);
  });

  it('is refused for nothing when it is no sound', async () => {
    const before = await farebox.request('GET', '/api/account/balance', { key });
    const { status, body } = await upload(Buffer.from('no sound at all'));
    expect([status, body.error.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await farebox.request('GET', '/api/account/balance', { key })).body.balance).toBe(before.body.balance);
  });
});

describe.skipIf(programs.espeak === null || programs.lame === null)('on a machine without any provider', () => {
  it('speaks live with programs of its own, and new accounts are test accounts all the same', async () => {
    const { apiKey: liveKey, balance } = await farebox.account('live');
    const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' };
    for (const [path, price] of [
      ['/api/v2/tts', 0.009],
      ['/api/proxy/speech-synthesis', 0.002],
    ] as const) {
      const reply = await request(new URL(path, farebox.url), {
        method: 'POST',
        headers,
        body: JSON.stringify({ text }),
      });
      expect(reply.statusCode).toBe(200);
      expect(readMp3(Buffer.from(await reply.body.arrayBuffer()))?.durationSeconds).toBeGreaterThan(1);
      const receipt = JSON.parse(Buffer.from(String(reply.headers['x-farebox-receipt']), 'base64url').toString());
      expect(receipt).toMatchObject({ mode: 'live', amount: price });
    }
    const summary = await farebox.request('GET', '/api/account/balance', { key: liveKey });
    expect(Number(summary.body.balance)).toBeCloseTo(balance - 0.011, 6);
    const unknown = await farebox.request('POST', '/api/proxy/account/create', { body: { name: 'Which mode?' } });
    expect(unknown.body.mode).toBe('test');
  });

  it('says what it can’t speak, and charges nothing for it', async () => {
    const { apiKey: liveKey, balance } = await farebox.account('live');
    const { status, body } = await farebox.request('POST', '/api/v2/tts', {
      key: liveKey,
      body: { text: 'Sawubona', language: 'zu' },
    });
    expect([status, Object(body.error).code]).toEqual([404, 'NO_RESULT']);
    const summary = await farebox.request('GET', '/api/account/balance', { key: liveKey });
    expect(summary.body.balance).toBe(balance);
  });
});
