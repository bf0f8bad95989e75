/** The road of a provider's request, over real sockets: every lie and every failure comes out as its kind. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { CallerGoneError } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { parseRetryAfterMs } from '../../src/providers/shared/classify.ts';
import { createFetch, unwrapFailure } from '../../src/providers/shared/network/fetch.ts';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import {
  buildUserAgent,
  createLiveTransport,
  type LiveTransport,
} from '../../src/providers/shared/network/transport.ts';
import {
  defineProvider,
  type ProviderRequest,
  pathSegment,
  requestBytes,
  requestJson,
  requestText,
} from '../../src/providers/shared/provider.ts';
import { defineTwin } from '../../src/sandbox/shared/twin.ts';
import { benchOf, contextFor, failureOf, type TwinBench } from '../harness/context.ts';

const demo = defineProvider(
  {
    id: 'demo',
    title: 'Demo',
    tier: 'T0',
    about: 'A provider for tests.',
    baseUrl: '',
    settings: { apiKey: { kind: 'secret', about: 'Key', required: true } },
  },
  {},
);
const reply = z.object({ answer: z.string() });
const ask = (ctx: CallContext, more: Partial<ProviderRequest> = {}): Promise<{ answer: string }> =>
  requestJson(demo, ctx, { path: '/ask', reply, ...more });

const twin = defineTwin({
  id: 'demo',
  handle: ({ method, url, text }) => ({ json: { answer: `${method} ${url.pathname}${url.search} ${text}`.trim() } }),
});

describe('a failing upstream, on the wire', () => {
  let bench: TwinBench;
  beforeAll(async () => {
    bench = await benchOf(twin);
  });
  afterAll(() => bench.close());

  it('answers when nothing is asked of it', async () => {
    expect(await ask(bench.context())).toEqual({ answer: 'GET /ask' });
  });

  it.each([
    ['rate-limit', 'rate'],
    ['bad-key', 'auth'],
    ['quota', 'quota'],
    ['retired', 'retired'],
    ['down', 'overloaded'],
    ['not-found', 'bad_request'],
    ['filtered', 'bad_request'],
    ['too-long', 'bad_request'],
    ['error-in-200', 'malformed'],
    ['empty', 'malformed'],
    ['reset', 'cut'],
    ['cut', 'cut'],
    ['huge', 'malformed'],
    ['blank', 'malformed'],
    ['malformed', 'malformed'],
    ['html', 'malformed'],
  ])('%s is %s', expectFailure);

  it.concurrent.each(['hang', 'stall', 'drip', 'slow=3000'])('%s is timeout', (magic) =>
    expectFailure(magic, 'timeout'),
  );

  async function expectFailure(magic: string, kind: string): Promise<void> {
    const startedMs = Date.now();
    const failure = await failureOf(ask(bench.context({ magic, timeoutMs: 600 })));
    expect(failure).toMatchObject({ kind, source: 'demo' });
    expect(Date.now() - startedMs).toBeLessThan(1_500);
  }

  it('ends a stalled body long before the deadline', async () => {
    const startedMs = Date.now();
    const failure = await failureOf(ask(bench.context({ magic: 'stall', timeoutMs: 20_000 }), { stallMs: 150 }));
    expect(failure.kind).toBe('timeout');
    expect(Date.now() - startedMs).toBeLessThan(2_000);
  });

  it('reads an answer that comes late but in time', async () => {
    expect(await ask(bench.context({ magic: 'slow=200' }))).toMatchObject({ answer: expect.stringContaining('GET') });
  });

  it('repeats a GET once after a cut, a reset or a 503, and a POST never', async () => {
    for (const magic of ['cut', 'reset', 'down']) {
      const before = bench.requests('demo');
      await failureOf(ask(bench.context({ magic })));
      expect(bench.requests('demo') - before).toBe(2);
      await failureOf(ask(bench.context({ magic }), { json: {} }));
      expect(bench.requests('demo') - before).toBe(3);
      await failureOf(ask(bench.context({ magic }), { json: {}, retryable: true }));
      expect(bench.requests('demo') - before).toBe(5);
    }
  });

  it('recovers by that one repeat', async () => {
    expect(await ask(bench.context({ magic: 'recovers=1' }))).toMatchObject({ answer: expect.any(String) });
  });

  it('waits out a short rate limit, and gives up at once on a long one', async () => {
    const before = bench.requests('demo');
    await failureOf(ask(bench.context({ magic: 'rate-limit=1', timeoutMs: 5_000 }), { json: {} }));
    expect(bench.requests('demo') - before).toBe(2);
    const startedMs = Date.now();
    const failure = await failureOf(ask(bench.context({ magic: 'rate-limit=20' })));
    expect(failure.facts.retryAfterMs).toBe(20_000);
    expect(Date.now() - startedMs).toBeLessThan(500);
    expect(bench.requests('demo') - before).toBe(3);
  });

  it('lets the provider explain a reply first, an error inside a 200 too', async () => {
    const classify: ProviderRequest['classify'] = ({ status, json }) => {
      if (status === 404) return 'not_found';
      return z.object({ error: z.unknown() }).safeParse(json).success ? 'lying' : undefined;
    };
    expect((await failureOf(ask(bench.context({ magic: 'error-in-200' }), { classify }))).kind).toBe('lying');
    expect((await failureOf(ask(bench.context({ magic: 'not-found' }), { classify }))).kind).toBe('not_found');
    expect(await ask(bench.context(), { classify })).toEqual({ answer: 'GET /ask' });
  });

  it('is unconfigured without settings, and names what to set', async () => {
    expect((await failureOf(ask(contextFor()))).facts.variables).toEqual(['DEMO_API_KEY']);
  });

  it('ends with the caller, without a word about the provider', async () => {
    const leaving = new AbortController();
    const ctx = {
      ...bench.context({ magic: 'hang', timeoutMs: 10_000 }),
      signal: leaving.signal,
      end: leaving.signal,
      callerGone: leaving.signal,
    };
    setTimeout(() => leaving.abort(), 50);
    await expect(ask(ctx)).rejects.toBeInstanceOf(CallerGoneError);
    expect(ctx.environment.health.pausedForMs('demo')).toBe(0);
  });

  it('goes on for a paid call whose caller left: only its signal ends it', async () => {
    const left = AbortSignal.abort();
    expect(await ask(bench.context({ left, magic: 'slow=100' }))).toMatchObject({ answer: expect.any(String) });
  });

  it('passes on that the server stops', async () => {
    const stopping = new AbortController();
    const ctx = { ...bench.context({ magic: 'hang' }), signal: stopping.signal, end: stopping.signal };
    setTimeout(() => stopping.abort(new FareboxError('DRAINING')), 50);
    await expect(ask(ctx)).rejects.toMatchObject({ code: 'DRAINING' });
  });

  it('keeps its own deadline when the signal never fires', async () => {
    const ctx = {
      ...bench.context({ magic: 'hang' }),
      end: new AbortController().signal,
      deadlineMs: Date.now() + 200,
    };
    expect((await failureOf(ask(ctx))).kind).toBe('timeout');
  });

  it('serves the openai library, whose errors hold the failure', async () => {
    const chat = defineTwin({
      ...twin,
      handle: ({ headers }) => ({
        json: {
          id: 'x',
          object: 'chat.completion',
          choices: [{ message: { role: 'assistant', content: headers.authorization } }],
        },
      }),
    });
    const served = await benchOf(chat);
    try {
      const complete = async (ctx: CallContext): Promise<string | null | undefined> => {
        const baseURL = ctx.environment.settings('demo')?.baseUrl ?? '';
        const client = new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, fetch: createFetch(demo, ctx) });
        const messages = [{ role: 'user' as const, content: 'hi' }];
        const done = await unwrapFailure(() => client.chat.completions.create({ model: 'm', messages }));
        return done.choices[0]?.message.content;
      };
      expect(await complete(served.context())).toBe('Bearer k');
      expect((await failureOf(complete(served.context({ magic: 'quota' })))).kind).toBe('quota');
      expect((await failureOf(complete(served.context({ magic: 'cut' })))).kind).toBe('cut');
    } finally {
      await served.close();
    }
  });
});

describe('one scripted upstream', () => {
  let server: Server;
  let network: LiveTransport;
  let handler: RequestListener = (_request, response) => response.end();
  beforeAll(async () => {
    server = createServer((request, response) => handler(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    network = createLiveTransport({
      guard: createAddressGuard(),
      userAgent: buildUserAgent('9.9.9', 'https://farebox.test'),
    });
  });
  afterAll(async () => {
    await network.close();
    await new Promise((resolve) => server.close(resolve));
  });
  afterEach(() => vi.restoreAllMocks());

  const context = (apiKey = 'secret-key-1234'): CallContext => {
    const baseUrl = `http://127.0.0.1:${portOf(server)}/v1/`;
    return contextFor({ transport: network, settings: { demo: { baseUrl, apiKey } } });
  };
  const status = (code: number, body = '{"error":"no"}', headers: Record<string, string> = {}): void => {
    handler = (_request, response) => {
      response.writeHead(code, headers).end(body);
    };
  };

  it.each([
    [300, 'bad_request'],
    [302, 'bad_request'],
    [400, 'bad_request'],
    [401, 'auth'],
    [402, 'quota'],
    [403, 'auth'],
    [404, 'bad_request'],
    [408, 'timeout'],
    [410, 'retired'],
    [413, 'bad_request'],
    [422, 'bad_request'],
    [429, 'rate'],
    [498, 'overloaded'],
    [500, 'overloaded'],
    [503, 'overloaded'],
    [504, 'timeout'],
    [529, 'overloaded'],
  ])('status %i is %s', async (code, kind) => {
    status(code, undefined, code === 302 ? { location: '/elsewhere' } : {});
    expect(await failureOf(ask(context()))).toMatchObject({ kind, facts: { status: code } });
  });

  it('sends what it was told, under its own name', async () => {
    let seen = '';
    handler = (request, response) => {
      seen = `${request.method} ${request.url} ${request.headers['user-agent']} ${request.headers.accept} ${request.headers['x-key']}`;
      response.end('{"answer":"ok"}');
    };
    const query = { q: 'a b&c', limit: 3, on: true, missing: undefined, lang: ['ja', 'en'] };
    await ask(context(), {
      path: `/find/${pathSegment('a/b?', 'name')}`,
      query,
      headers: { 'X-Key': 'k', 'x-none': undefined },
    });
    const path = '/v1/find/a%2Fb%3F?q=a+b%26c&limit=3&on=true&lang=ja&lang=en';
    expect(seen).toBe(`GET ${path} Farebox/9.9.9 (+https://farebox.test) undici application/json k`);
  });

  it('refuses dot segments, which no escaping can carry', () => {
    for (const name of ['..', '.', '%2e%2E']) expect(() => pathSegment(name, 'title')).toThrow(/title/);
  });

  it('sends JSON, forms and multipart', async () => {
    const seen: string[] = [];
    handler = (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        seen.push(`${request.headers['content-type']?.split(';')[0]} ${body}`);
        response.end('{"answer":"ok"}');
      });
    };
    const form = new FormData();
    form.set('file', new Blob(['abc'], { type: 'audio/wav' }), 'a.wav');
    await ask(context(), { json: { a: 1 } });
    await ask(context(), { form: { a: '1 2' } });
    await ask(context(), { form });
    expect(seen[0]).toBe('application/json {"a":1}');
    expect(seen[1]).toBe('application/x-www-form-urlencoded a=1+2');
    expect(seen[2]).toMatch(/^multipart\/form-data --.*filename="a.wav".*audio\/wav.*abc/s);
  });

  it('reads compressed replies, and stops at a bomb', async () => {
    status(200, '', {});
    handler = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"answer":"small"}'));
    };
    expect(await ask(context())).toEqual({ answer: 'small' });
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
    handler = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    };
    expect((await failureOf(ask(context()))).kind).toBe('malformed');
    handler = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    };
    expect((await failureOf(ask(context()))).kind).toBe('malformed');
  });

  it.each<[string, string | string[], (text: string) => Buffer]>([
    ['a charset in place of a coding', 'UTF-8', Buffer.from],
    ['none', 'none', Buffer.from],
    ['identity', 'identity', Buffer.from],
    ['nothing', '', Buffer.from],
    ['capitals', ' GZIP ', gzipSync],
    ['x-gzip', 'x-gzip', gzipSync],
    ['deflate with its wrapper', 'deflate', deflateSync],
    ['bare deflate', 'Deflate', deflateRawSync],
    ['brotli', 'br', brotliCompressSync],
    ['two codings', 'deflate, gzip', (text) => gzipSync(deflateRawSync(text))],
    ['two headers', ['gzip', 'br'], (text) => brotliCompressSync(gzipSync(text))],
    ['a coding and a charset', 'gzip, utf-8', gzipSync],
    ['a coding that was never applied', 'gzip', Buffer.from],
  ])('reads a reply whose Content-Encoding is %s', async (_, encoding, encode) => {
    const text = JSON.stringify({ answer: 'small '.repeat(5000) });
    handler = (_request, response) => {
      const bytes = encode(text);
      response.setHeader('content-encoding', encoding);
      response.write(bytes.subarray(0, 1));
      setTimeout(() => response.end(bytes.subarray(1)), 5);
    };
    expect(await ask(context())).toEqual({ answer: 'small '.repeat(5000) });
  });

  it.each(['zstd', 'compress', 'gzip, gzip, gzip, gzip'])('refuses a body encoded with %s', async (encoding) => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('{"answer":"small"}');
    };
    expect((await failureOf(ask(context()))).kind).toBe('malformed');
  });

  it('replaces U+0000 and halves of surrogate pairs in what comes and in what goes out', async () => {
    let sent = '';
    handler = (request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => {
        sent += chunk;
      });
      request.on('end', () => response.writeHead(200).end('{"answer":"a\\u0000b\\ud83d c\\uDFEE \\ud83c\\udfee"}'));
    };
    const reply = await ask(context(), { json: { text: 'x\ud83d', names: ['\udfee🏮'] } });
    expect(reply).toEqual({ answer: 'a\ufffdb\ufffd c\ufffd 🏮' });
    expect(JSON.parse(sent)).toEqual({ text: 'x\ufffd', names: ['\ufffd🏮'] });
  });

  it('reads bytes and text', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.from([1, 2, 255]));
    };
    expect(await requestBytes(demo, context(), { path: '/' })).toMatchObject({ type: 'audio/mpeg' });
    status(200, 'plain');
    expect(await requestText(demo, context(), { path: '/' })).toMatchObject({ text: 'plain' });
  });

  it('is cut when the body is shorter than it said', async () => {
    handler = (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"answer":');
      setTimeout(() => request.socket.end(), 20);
    };
    expect((await failureOf(ask(context(), { json: {} }))).kind).toBe('cut');
  });

  it('keeps keys out of what it logs, in addresses too', async () => {
    const key = 'sk/very+secret';
    status(400, `{"error":"bad key sk/very+secret in ?key=${encodeURIComponent(key)}"}`);
    const ctx = context(key);
    const logged = vi.spyOn(ctx.log, 'error');
    const failure = await failureOf(ask(ctx, { query: { key } }));
    expect(String(failure.cause)).toContain('[redacted]');
    const text = JSON.stringify(logged.mock.calls, (_name, value) =>
      value instanceof Error ? { message: value.message, cause: String(value.cause) } : value,
    );
    expect(text).toContain('bad_request');
    expect(text).not.toContain('very');
  });

  it('tells what it measured', async () => {
    status(503);
    const ctx = context();
    const observe = vi.spyOn(ctx.environment, 'observe');
    await failureOf(ask(ctx));
    expect(observe).toHaveBeenCalledWith('demo', 'overloaded', expect.any(Number), expect.anything());
  });

  it('is unreachable when nobody listens', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${portOf(gone)}`;
    await new Promise((resolve) => gone.close(resolve));
    const ctx = contextFor({ transport: network, settings: { demo: { baseUrl, apiKey: 'k' } } });
    expect(await failureOf(ask(ctx))).toMatchObject({ kind: 'unreachable' });
  });

  it('is malformed when the other end speaks no HTTP', async () => {
    handler = (request) => {
      request.socket.end('SSH-2.0-server\r\n\r\n');
    };
    expect((await failureOf(ask(context()))).kind).toBe('malformed');
  });
});

it('reads Retry-After in both forms', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfterMs({ 'retry-after': '7' }, now)).toBe(7_000);
  expect(parseRetryAfterMs({ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, now)).toBe(60_000);
  expect(parseRetryAfterMs({ 'retry-after': 'Thu, 01 Jan 2020 00:01:00 GMT' }, now)).toBe(0);
  expect(parseRetryAfterMs({ 'retry-after-ms': '250', 'retry-after': '9' }, now)).toBe(250);
  expect(parseRetryAfterMs({ 'retry-after': 'soon' }, now)).toBeUndefined();
  expect(parseRetryAfterMs({}, now)).toBeUndefined();
});

it('is an error that says nothing of the upstream to a caller', () => {
  expect(new UpstreamFailure('auth', 'demo', { cause: new Error('key leaked') }).message).toBe('demo: auth');
});

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening');
  return address.port;
}
