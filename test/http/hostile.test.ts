/** Malformed and hostile HTTP. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_DEPTH_MAX, parseJson } from '../../src/http/json.ts';
import { type Front, POOR_KEY, RICH_KEY, startFront } from './a-front.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront({ requestTimeoutMs: 1_500, headersTimeoutMs: 1_000, bodyLimitBytes: 10_000 });
});
afterAll(() => front.close());

const SECURITY_NAMES = [
  'X-Content-Type-Options: nosniff',
  'X-Frame-Options: DENY',
  'X-XSS-Protection: 1; mode=block',
  'Referrer-Policy: strict-origin-when-cross-origin',
  'Permissions-Policy: camera=(), microphone=(), geolocation=()',
];

const post = (body: string | Buffer, headers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `POST /api/proxy/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`,
    ),
    Buffer.from(body),
  ]);

async function answerTo(body: string | Buffer, headers = ''): Promise<{ status: number; text: string }> {
  const text = await front.raw(post(body, headers));
  return { status: Number(text.slice(9, 12)), text };
}

describe('bytes that are not HTTP', () => {
  it.each([
    ['garbage', 'hello there\r\n\r\n', '400'],
    ['a bad version', 'GET / HTTP/9.9\r\n\r\n', '400'],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header: y\r\n\r\n', '400'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
    ['a huge address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431'],
  ])('%s', async (_, text, status) => {
    const received = await front.raw(text);
    expect(received.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    for (const line of SECURITY_NAMES) expect(received).toContain(line);
  });

  it('leave the server alive, and so does a connection that is cut', async () => {
    const socket = connect(front.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /api/proxy/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"te');
    socket.resetAndDestroy();
    expect((await front.send('POST', '/api/proxy/echo', { body: {} })).status).toBe(200);
  });
});

describe('requests with more than one Host', () => {
  it('are refused', async () => {
    const received = await front.raw('GET /health/live HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400/);
    expect(received).toContain('more than one Host');
  });
});

describe('slow callers', () => {
  it('that send no headers are cut off', async () => {
    const startedMs = Date.now();
    const received = await front.raw('GET / HTTP/1.1\r\nHost: x\r\n', 8_000);
    expect(received).toContain('408 Request Timeout');
    for (const line of SECURITY_NAMES) expect(received).toContain(line);
    expect(Date.now() - startedMs).toBeLessThan(4_000);
  });

  it('that send no body are cut off', async () => {
    const startedMs = Date.now();
    const received = await front.raw('POST /api/proxy/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{', 8_000);
    expect(received).toContain('408 Request Timeout');
    expect(Date.now() - startedMs).toBeLessThan(5_000);
  });
});

describe('bodies', () => {
  it('beyond the limit are 413, and the answer arrives although all of it was sent', async () => {
    const { status, json } = await front.send('POST', '/api/proxy/echo', {
      body: Buffer.alloc(5_000_000, 0x20),
    });
    expect(status).toBe(413);
    expect(json).toMatchObject({ error: { code: 'TOO_LARGE', details: { maxBytes: 10_000 } } });
    const chunk = `2710\r\n${' '.repeat(10_000)}\r\n`;
    const chunked = await front.raw(
      `POST /api/proxy/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
    );
    expect(chunked).toContain('HTTP/1.1 413');
  });

  it('exactly at the limit are read', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(10_000 - 11) });
    expect(body).toHaveLength(10_000);
    expect((await answerTo(body)).status).toBe(200);
    expect((await answerTo(`${body} `)).status).toBe(413);
  });

  it('that nobody reads do not lose the refusal', async () => {
    const { status } = await front.send('POST', '/api/proxy/paid', { body: Buffer.alloc(3_000_000, 0x20) });
    expect(status).toBe(401);
    const small = await front.send('POST', '/api/proxy/paid', { body: '{}' });
    expect(small.headers.connection).toBe('keep-alive');
  });

  it('are not asked for when they will be refused', async () => {
    const head = (path: string, length: number): string =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await front.raw(head('/api/proxy/paid', 20), 500)).toMatch(/^HTTP\/1.1 401/);
    expect(await front.raw(head('/api/proxy/echo', 20_000), 500)).toMatch(/^HTTP\/1.1 413/);
    expect(await front.raw(head('/api/proxy/echo', 20), 300)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
  });

  it.each([
    ['bad JSON', '{"text":'],
    ['an array', '[1]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['two values', '{}{}'],
    ['NaN', '{"ratio":NaN}'],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['an encoded surrogate', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])],
    ['UTF-16', Buffer.from('{"text":"x"}', 'utf16le')],
    ['deep nesting', `{"text":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
    ['deep nesting without an end', '['.repeat(9_000)],
  ])('with %s are INVALID_JSON', async (_, body) => {
    const { status, text } = await answerTo(body);
    expect(status).toBe(400);
    expect(text).toContain('"code":"INVALID_JSON"');
  });

  it('that are compressed are 415', async () => {
    const { status } = await answerTo(gzipSync('{"text":"x"}'), 'Content-Encoding: gzip\r\n');
    expect(status).toBe(415);
  });

  it('with equal members count the last, with a byte order mark count as well', async () => {
    expect((await answerTo('{"text":"a","text":"b"}')).text).toContain('"seen":{"text":"b"}');
    expect((await answerTo('\ufeff{"text":"c"}')).text).toContain('"seen":{"text":"c"}');
  });

  it('can not reach prototypes', async () => {
    const { status, text } = await answerTo('{"__proto__":{"text":"evil"},"constructor":{"prototype":{"polluted":1}}}');
    expect(status).toBe(200);
    expect(text).toContain('"seen":{}');
    const query = await front.send('POST', '/api/proxy/echo?__proto__=x&constructor=y', { body: {} });
    expect(query.json.seen).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect('text' in {}).toBe(false);
  });
});

describe('headers', () => {
  it('of two kinds that name different keys are refused', async () => {
    const both = await front.send('POST', `/api/proxy/paid?api%4Bey=${POOR_KEY}`, {
      key: RICH_KEY,
      body: { text: 'x' },
    });
    expect([both.status, both.headers['cache-control']]).toEqual([400, 'no-store']);
  });

  it('can not be smuggled into an answer', async () => {
    const { headers } = await front.send('GET', '/go/x%0d%0aSet-Cookie:a=b');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers.location).toBe('https://elsewhere.example/x%0D%0ASet-Cookie%3Aa%3Db');
  });

  it('in another case or spelling still carry the key', async () => {
    for (const authorization of [`bearer ${RICH_KEY}`, `BEARER   ${RICH_KEY}`, `Bearer ${RICH_KEY} `]) {
      const { status } = await front.send('POST', '/api/proxy/note', {
        headers: { authorization },
        body: { text: 'x' },
      });
      expect([authorization, status]).toEqual([authorization, 200]);
    }
    for (const authorization of ['Bearer', 'Bearer ', `Token ${RICH_KEY}`, `Bearer ${RICH_KEY} x`]) {
      const { status } = await front.send('POST', '/api/proxy/note', {
        headers: { authorization },
        body: { text: 'x' },
      });
      expect([authorization, status]).toEqual([authorization, 401]);
    }
  });
});

describe('addresses', () => {
  it('in whole form are read as paths', async () => {
    const received = await front.raw(
      'GET http://farebox.example/hello?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(received).toContain('<h1>Hello</h1>');
    const star = await front.raw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(star).toContain('HTTP/1.1 404');
  });
});

describe('parseJson', () => {
  it('counts depth outside of strings only', () => {
    const brackets = '['.repeat(500);
    expect(parseJson(Buffer.from(JSON.stringify({ text: `${brackets}\\"${brackets}` })))).toHaveProperty('text');
    const nested = (depth: number): Buffer =>
      Buffer.from(`${'['.repeat(depth)}"${'\\\\'.repeat(50)}"${']'.repeat(depth)}`);
    expect(() => parseJson(nested(JSON_DEPTH_MAX))).not.toThrow();
    expect(() => parseJson(nested(JSON_DEPTH_MAX + 1))).toThrow(/nests deeper/);
  });
});
