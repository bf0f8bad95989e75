import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ran } from './a-catalogue.ts';
import { ADMIN_TOKEN, BALANCE_MICROS, type Front, POOR_KEY, RICH_KEY, SUSPENDED_KEY, startFront } from './a-front.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront();
});
afterAll(() => front.close());

const code = (json: Record<string, unknown>): unknown => Object(json.error).code;

describe('a paid call', () => {
  it('answers the output in its envelope, with a receipt', async () => {
    const before = front.ledger.balanceOf('agt_rich');
    const { status, headers, json } = await front.send('POST', '/api/proxy/paid', {
      key: RICH_KEY,
      body: { text: 'hi' },
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(json).toMatchObject({
      success: true,
      said: 'hi',
      price: '0.002 (2 WT)',
      layer: 1,
      balance: (before - 2000) / 1e6,
      sandbox: true,
      receipt: { agentId: 'agt_rich', tool: 'paid', mode: 'test', state: 'settled', amount: 0.002 },
    });
    expect(front.ledger.balanceOf('agt_rich')).toBe(before - 2000);
  });

  it('signs the receipt when asked to', async () => {
    const body = { text: 'hi' };
    const { headers, json } = await front.send('POST', '/api/proxy/paid', {
      key: RICH_KEY,
      body,
      headers: { prefer: 'respond-async, receipt=signed' },
    });
    expect(headers['preference-applied']).toBe('receipt=signed');
    expect(json.receipt).toMatchObject({ jws: `signed.${Object(json.receipt).callId}.jws` });
    const plain = await front.send('POST', '/api/proxy/paid', {
      key: RICH_KEY,
      body,
      headers: { prefer: 'receipt=unsigned' },
    });
    expect(plain.json.receipt).not.toHaveProperty('jws');
  });

  it('is refused with payment links when money is missing', async () => {
    const { status, json } = await front.send('POST', '/api/proxy/paid', { key: POOR_KEY, body: { text: 'hi' } });
    expect(status).toBe(402);
    expect(json).toMatchObject({
      success: false,
      error: { code: 'INSUFFICIENT_BALANCE', retryable: false },
      deposit: { paymentLinks: [{ url: 'https://pay.example/x', amount: 10, currency: 'USD' }] },
      balance: 0,
      required: 0.002,
    });
    expect(json.requestId).toBeTypeOf('string');
  });

  it('is refunded when its upstream fails, in our words alone', async () => {
    const before = front.ledger.balanceOf('agt_rich');
    const failed = await front.send('POST', '/api/proxy/paid', { key: RICH_KEY, body: { text: 'x', outcome: 'fail' } });
    expect(failed.status).toBe(502);
    expect(code(failed.json)).toBe('UPSTREAM_FAILED');
    expect(failed.text).not.toContain('secret upstream words');
    const defect = await front.send('POST', '/api/proxy/paid', {
      key: RICH_KEY,
      body: { text: 'x', outcome: 'defect' },
    });
    expect(defect.status).toBe(500);
    expect(defect.text).not.toContain('hidden-value');
    const empty = await front.send('POST', '/api/proxy/paid', { key: RICH_KEY, body: { text: 'x', outcome: 'empty' } });
    expect([empty.status, code(empty.json)]).toEqual([404, 'NO_RESULT']);
    expect(front.ledger.balanceOf('agt_rich')).toBe(before);
    expect(front.ledger.openCalls).toBe(0);
  });

  it('is not made above X-Max-Price', async () => {
    const call = (maxPrice: string): ReturnType<Front['send']> =>
      front.send('POST', '/api/proxy/paid', {
        key: RICH_KEY,
        body: { text: 'x' },
        headers: { 'x-max-price': maxPrice },
      });
    expect(code((await call('0.0019')).json)).toBe('PRICE_ABOVE_MAX');
    expect((await call('0.002')).status).toBe(200);
    for (const wrong of ['-1', '1e3', '0.0000001', 'free', '']) {
      const { status, json } = await call(wrong);
      expect([wrong, status, code(json)]).toEqual([wrong, 400, 'INVALID_INPUT']);
    }
  });
});

describe('idempotency', () => {
  it('replays the answer and says so', async () => {
    const options = { key: RICH_KEY, body: { text: 'again' }, headers: { 'idempotency-key': 'key-1' } };
    const first = await front.send('POST', '/api/proxy/paid', options);
    const balance = front.ledger.balanceOf('agt_rich');
    const second = await front.send('POST', '/api/proxy/paid', options);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.json).toEqual(first.json);
    expect(front.ledger.balanceOf('agt_rich')).toBe(balance);
    const other = await front.send('POST', '/api/proxy/paid', { ...options, body: { text: 'different' } });
    expect([other.status, code(other.json)]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('joins a call in flight', async () => {
    const begun = ran.begun;
    const options = { key: RICH_KEY, body: { ms: 200 }, headers: { 'idempotency-key': 'key-join' } };
    const answers = await Promise.all([1, 2, 3].map(() => front.send('POST', '/api/proxy/slow-paid', options)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(ran.begun).toBe(begun + 1);
    expect(new Set(answers.map(({ json }) => Object(json.receipt).callId)).size).toBe(1);
  });

  it('takes 1 to 255 visible characters', async () => {
    for (const [key, status] of [
      ['a'.repeat(255), 200],
      ['a'.repeat(256), 400],
      ['with space', 400],
    ] as const) {
      const sent = await front.send('POST', '/api/proxy/note', {
        key: RICH_KEY,
        body: { text: 'x' },
        headers: { 'idempotency-key': key },
      });
      expect([key.length, sent.status]).toEqual([key.length, status]);
    }
  });
});

describe('credentials', () => {
  it('are asked for before anything is read', async () => {
    for (const body of ['{broken', '[]', JSON.stringify({ text: 'x'.repeat(500) })]) {
      const { status, headers, json } = await front.send('POST', '/api/proxy/paid', { body });
      expect([status, code(json)]).toEqual([401, 'UNAUTHENTICATED']);
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    const wrong = await front.send('POST', '/api/proxy/paid', { key: 'fbx_test_unknown', body: '{broken' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toBe(
      'Bearer error="invalid_token", resource_metadata="https://farebox.example/.well-known/oauth-protected-resource"',
    );
  });

  it('that are wrong are refused by a free tool as well', async () => {
    expect((await front.send('POST', '/api/proxy/echo', { key: 'nonsense', body: {} })).status).toBe(401);
    expect((await front.send('POST', '/api/proxy/echo?apiKey=nonsense', { body: {} })).status).toBe(401);
    expect(
      (await front.send('POST', '/api/proxy/echo', { body: {}, headers: { authorization: 'Basic abc' } })).status,
    ).toBe(200);
  });

  it('of a suspended account and of the operator do not pay', async () => {
    const suspended = await front.send('POST', '/api/proxy/paid', { key: SUSPENDED_KEY, body: '{' });
    expect([suspended.status, code(suspended.json)]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    const operator = await front.send('POST', '/api/proxy/paid', { key: ADMIN_TOKEN, body: { text: 'x' } });
    const guess = await front.send('POST', '/api/proxy/paid', { key: 'a-guess', body: { text: 'x' } });
    for (const { status, json } of [operator, guess]) {
      expect([status, Object(json.error).message]).toEqual([401, 'This API key is invalid.']);
    }
    // Nor do they open what is free: whether a token is right can be tried at the operator's paths alone.
    expect((await front.send('POST', '/api/proxy/echo', { key: ADMIN_TOKEN, body: {} })).status).toBe(401);
    expect((await front.send('GET', '/admin/status', { key: RICH_KEY })).status).toBe(403);
    expect((await front.send('GET', '/admin/status', { key: ADMIN_TOKEN })).json).toEqual({ fine: true });
  });

  it('may stand in the query under /api/proxy and /api/v2, and are taken out of it', async () => {
    const paid = await front.send('POST', `/api/proxy/paid?apiKey=${RICH_KEY}`, { body: { text: 'x' } });
    expect(paid.status).toBe(200);
    expect(paid.headers['cache-control']).toBe('no-store');
    expect(paid.json.warnings).toBeUndefined();
    const smart = await front.send('POST', `/api/v2/translate?apiKey=${RICH_KEY}`, {
      key: RICH_KEY,
      body: { text: 'x' },
    });
    expect([smart.status, smart.json.layer]).toEqual([200, 2]);
    const failed = await front.send('POST', `/api/proxy/paid?apiKey=${RICH_KEY}`, { body: '{' });
    expect([failed.status, failed.headers['cache-control']]).toEqual([400, 'no-store']);
  });

  it('in header and query must be the same', async () => {
    const { status } = await front.send('POST', `/api/proxy/paid?apiKey=${POOR_KEY}`, {
      key: RICH_KEY,
      body: { text: 'x' },
    });
    expect(status).toBe(400);
    const twice = await front.send('POST', `/api/proxy/paid?apiKey=${RICH_KEY}&apiKey=${POOR_KEY}`, {
      body: { text: 'x' },
    });
    expect(twice.status).toBe(400);
  });

  it('in the query open neither key management nor other paths, nor anything when switched off', async () => {
    const create = await front.send('POST', `/api/proxy/account/create?apiKey=${RICH_KEY}`, { body: { name: 'x' } });
    expect(create.status).toBe(401);
    const list = await front.send('GET', `/api/lists/7?apiKey=${RICH_KEY}`);
    expect([list.status, list.json]).toEqual([401, { detail: 'Not authenticated' }]);
    const strict = await startFront({ allowQueryKey: false });
    const refused = await strict.send('POST', `/api/proxy/paid?apiKey=${RICH_KEY}`, { body: { text: 'x' } });
    expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store']);
    await strict.close();
  });
});

describe('input', () => {
  const seen = async (path: string, body: unknown): Promise<unknown> =>
    (await front.send('POST', `/api/proxy/echo${path}`, { body })).json.seen;

  it('from the query is read by the schema', async () => {
    expect(await seen('?count=7&ratio=-2.5e1&loud=true&tags=a,b&sizes=1,2.5&text=08', {})).toEqual({
      count: 7,
      ratio: -25,
      loud: true,
      tags: ['a', 'b'],
      sizes: [1, 2.5],
      text: '08',
    });
    expect(await seen('?either=7&maybe=3&loud=0&tags=a&tags=b,c&text=one&text=two', {})).toEqual({
      either: '7',
      maybe: 3,
      loud: false,
      tags: ['a', 'b,c'],
      text: 'two',
    });
  });

  it('that does not fit is refused, and so is text for a number in a body', async () => {
    for (const path of [
      '?count=7x',
      '?count=',
      '?count=1.5',
      '?ratio=Infinity',
      '?ratio=0x10',
      '?loud=maybe',
      '?sizes=1,x',
    ]) {
      const { status, json } = await front.send('POST', `/api/proxy/echo${path}`, { body: {} });
      expect([path, status, code(json)]).toEqual([path, 400, 'INVALID_INPUT']);
    }
    const { status, json } = await front.send('POST', '/api/proxy/echo', { body: { count: '7' } });
    expect(status).toBe(400);
    expect(Object(json.error).details).toMatchObject({ issues: [{ path: 'count' }] });
  });

  it('comes from query, then body, then path', async () => {
    expect(await seen('?text=query&count=1', { text: 'body' })).toEqual({ text: 'body', count: 1 });
    const list = await front.send('PATCH', '/api/lists/7?list_id=8', {
      key: RICH_KEY,
      body: { list_id: 9, name: 'x' },
    });
    expect(list.json).toEqual({ list_id: 7, name: 'x' });
  });

  it('names unknown fields in a warning', async () => {
    const { json } = await front.send('POST', '/api/proxy/echo?utm=1', { body: { text: 'x', foo: 1 } });
    expect(json.warnings).toEqual(['Unknown fields were ignored: "utm", "foo".']);
  });

  it('can be left out, or have no content type', async () => {
    expect((await front.send('POST', '/api/proxy/echo')).json).toMatchObject({ success: true, price: '0', seen: {} });
    const bare = await front.raw(
      'POST /api/proxy/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 12\r\n\r\n{"text":"a"}',
    );
    expect(bare).toContain('"seen":{"text":"a"}');
  });

  it('may be any JSON type, and no other', async () => {
    for (const [type, status] of [
      ['application/json; charset=utf-8', 200],
      ['Application/Vnd.api+JSON', 200],
      ['text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['multipart/form-data; boundary=x', 415],
      ['application/jsonp', 415],
    ] as const) {
      const sent = await front.send('POST', '/api/proxy/echo', { body: '{}', headers: { 'content-type': type } });
      expect([type, sent.status]).toEqual([type, status]);
    }
    const zipped = await front.send('POST', '/api/proxy/echo', { body: '{}', headers: { 'content-encoding': 'gzip' } });
    expect(zipped.status).toBe(415);
  });
});

describe('replies', () => {
  it('of bytes carry the receipt in a header and can do nothing in a browser', async () => {
    const { status, headers, bytes } = await front.send('POST', '/api/proxy/speech', {
      key: RICH_KEY,
      body: { text: 'sound' },
    });
    expect(status).toBe(200);
    expect(bytes.toString()).toBe('sound');
    expect(headers['content-type']).toBe('audio/mpeg');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['content-disposition']).toBe(
      `attachment; filename="spe_ech _.mp3"; filename*=UTF-8''spe%22ech%20%C3%A9.mp3`,
    );
    const receipt: unknown = JSON.parse(Buffer.from(String(headers['x-farebox-receipt']), 'base64url').toString());
    expect(receipt).toMatchObject({ tool: 'speech', amount: 0.005, state: 'settled' });
  });

  it('can be redirects and pages', async () => {
    const jump = await front.send('GET', '/go/a%2Fb%20c');
    expect([jump.status, jump.headers.location]).toEqual([303, 'https://elsewhere.example/a%2Fb%20c']);
    const page = await front.send('GET', '/hello');
    expect([page.status, page.text, page.headers['content-type']]).toEqual([
      200,
      '<h1>Hello</h1>',
      'text/html; charset=utf-8',
    ]);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('of the newsroom are bare', async () => {
    expect((await front.send('GET', '/api/lists/7?page=2', { key: RICH_KEY })).json).toEqual({ list_id: 7, page: 2 });
  });

  it('are JSON, or not acceptable', async () => {
    for (const [accept, status] of [
      ['text/html, */*;q=0.8', 200],
      ['application/*', 200],
      ['application/problem+json', 200],
      ['text/html', 406],
      ['*/*;q=0', 406],
    ] as const) {
      const sent = await front.send('POST', '/api/proxy/echo', { body: {}, headers: { accept } });
      expect([accept, sent.status]).toEqual([accept, status]);
    }
  });

  it('to raw tools get the bytes and headers', async () => {
    const options = {
      body: Buffer.from([1, 2, 255]),
      headers: { 'content-type': 'application/x-anything', 'x-signature': 'sig' },
    };
    expect((await front.send('POST', '/billing/hook', options)).json).toEqual({ bytes: 3, signature: 'sig' });
    const large = await front.send('POST', '/billing/hook', { body: Buffer.alloc(65) });
    expect([large.status, large.json]).toEqual([413, { detail: 'Request body too large', max_bytes: 64 }]);
  });
});

describe('a caller that leaves', () => {
  it('ends a free call', async () => {
    const { begun, stopped } = ran;
    const requestId = 'leaves-free';
    await front.raw(
      `POST /api/proxy/slow HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${requestId}\r\nContent-Length: 0\r\n\r\n`,
      100,
    );
    expect(await front.logged(requestId)).toMatchObject({ status: 499, tool: 'slow' });
    expect([ran.begun, ran.stopped]).toEqual([begun + 1, stopped + 1]);
  });

  it('does not end a paid call, which settles by its outcome', async () => {
    const before = front.ledger.balanceOf('agt_rich');
    const body = '{"ms":300}';
    await front.raw(
      `POST /api/proxy/slow-paid HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${RICH_KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      100,
    );
    expect(front.ledger.openCalls).toBe(1);
    await expect.poll(() => front.ledger.openCalls).toBe(0);
    expect(front.ledger.balanceOf('agt_rich')).toBe(before - 10_000);
  });

  it('in the middle of a body costs nothing', async () => {
    const before = front.ledger.balanceOf('agt_rich');
    await front.raw(
      `POST /api/proxy/paid HTTP/1.1\r\nHost: x\r\nX-Request-Id: half-body\r\nAuthorization: Bearer ${RICH_KEY}\r\nContent-Length: 50\r\n\r\n{"text":`,
      100,
    );
    expect(await front.logged('half-body')).toMatchObject({ status: 499 });
    expect(front.ledger.balanceOf('agt_rich')).toBe(before);
    expect(before).toBeLessThan(BALANCE_MICROS);
  });
});
