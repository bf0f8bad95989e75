/** A test account runs dry, is led to a payment page, pays with test money and goes on with the same call. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Answer, type Farebox, startFarebox } from '../../harness/farebox.ts';
import { openInspector } from '../../harness/inspect.ts';
import { runCommand } from '../../harness/operator.ts';
import { serverEnv } from '../../harness/server-env.ts';
import { balanceOf } from './money.ts';

const CALLS_MAX = 400;

let database: FreshDatabase;
let server: Farebox;
beforeAll(async () => {
  database = await freshDatabase('sqlite');
  server = await startFarebox({ database });
});
afterAll(async () => {
  const { code, output } = await runCommand(serverEnv(database), 'verify');
  await server.stop();
  await database.drop();
  expect({ code, output }).toMatchObject({ code: 0 });
});

const search = (key: string, idempotencyKey?: string): Promise<Answer> =>
  server.request('POST', '/api/proxy/search-ai', {
    key,
    body: { query: 'prepaid tools' },
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
  });

/** A new account without enough for another call, and the answer that says so. */
async function dry(): Promise<{ apiKey: string; agentId: string; refusal: Answer; link: string }> {
  const { apiKey, agentId } = await server.account('test');
  for (let i = 0; i < CALLS_MAX; i++) {
    const answer = await search(apiKey, `key-${i}`);
    if (answer.status === 200) continue;
    const link = linkIn(answer);
    return { apiKey, agentId, refusal: answer, link };
  }
  throw new Error('The money does not end');
}

function linkIn({ text }: Answer): string {
  const found: { deposit?: { paymentLinks?: { url: string }[] } } = JSON.parse(text);
  const url = found.deposit?.paymentLinks?.[0]?.url;
  if (url === undefined) throw new Error(`No link: ${text}`);
  return url;
}

const pathOf = (url: string): string => url.slice(server.url.length);
const get = (url: string): Promise<Answer> => server.request('GET', pathOf(url));
const press = (url: string): Promise<Answer> =>
  server.request('POST', pathOf(url), { headers: { 'content-type': 'application/x-www-form-urlencoded' } });

/** Presses the button of a payment link; the address of the sandbox's checkout. */
async function checkoutOf(link: string): Promise<string> {
  const onward = await press(link);
  expect(onward.status).toBe(200);
  const url = /href="([^"]*\/pay\/sandbox\/[^"]+)"/.exec(onward.text)?.[1] ?? '';
  expect(onward.text).toContain(`content="0; url=${url}"`);
  return url;
}

async function rowsOf(table: string): Promise<number> {
  const inspector = await openInspector(database);
  try {
    return await inspector.count(table);
  } finally {
    await inspector.close();
  }
}

it('pays what a 402 asks for, and repeats the call under its own key', async () => {
  const { apiKey, agentId, refusal, link } = await dry();
  expect(refusal).toMatchObject({
    status: 402,
    body: {
      success: false,
      error: { code: 'INSUFFICIENT_BALANCE' },
      deposit: { paymentLinks: [{ url: expect.stringContaining('/pay/'), amount: 10, currency: 'USD' }] },
    },
  });
  const key = 'the-call-that-failed';
  expect((await search(apiKey, key)).status).toBe(402);
  const before = await balanceOf(server, apiKey);

  const page = await get(link);
  expect(page.status).toBe(200);
  for (const words of ['$10.00', agentId, 'Test credit', '<form method="post">']) expect(page.text).toContain(words);

  const checkout = await checkoutOf(link);
  expect((await get(checkout)).text).toContain('Pay, with every event delivered three times');
  const tooEarly = await get(`${link}?outcome=success`);
  expect(tooEarly.text).toContain('Confirming your payment');
  expect(tooEarly.text).toContain('<meta http-equiv="refresh" content="3"/>');
  expect(tooEarly.text).not.toContain('New balance');
  const back = await press(`${checkout}?play=paid`);
  expect(back.status).toBe(303);
  const outcome = await get(String(back.headers.location));
  for (const words of ['Payment received', 'New balance', `$${(before + 10).toFixed(3)}`]) {
    expect(outcome.text).toContain(words);
  }

  expect(await balanceOf(server, apiKey)).toBeCloseTo(before + 10, 6);
  const again = await search(apiKey, key);
  expect(again).toMatchObject({ status: 200, body: { receipt: { agentId, state: 'settled' }, sandbox: true } });
  const replayed = await search(apiKey, key);
  expect(replayed.headers['idempotency-replayed']).toBe('true');
  expect(replayed.body.receipt).toEqual(again.body.receipt);
  expect((await get(checkout)).text).toContain('Status of this checkout: paid');

  // Used twice, the link asks before it opens another checkout.
  const asked = await press(link);
  expect(asked.text).toContain('Pay $10.00 again');
  expect(asked.text).not.toContain('/pay/sandbox/');
  const confirmed = await server.request('POST', `${pathOf(link)}?again=1`);
  expect(confirmed.text).toContain('/pay/sandbox/');
});

it('says so when a payment failed, in the language of the payer', async () => {
  const { link } = await dry();
  expect((await press(`${await checkoutOf(link)}?play=declined`)).status).toBe(303);
  const headers = { 'accept-language': 'ja' };
  const page = await server.request('GET', pathOf(link), { headers });
  expect(page.text).toContain('請求は発生しておらず');
  const outcome = await server.request('GET', `${pathOf(link)}?outcome=success`, { headers });
  expect(outcome.text).toContain('<h1>支払いに失敗しました</h1>');
});

it('gives a test account 100 USD of test credit a day, and no more', async () => {
  const { apiKey } = await server.account('test');
  const open = (amount: number): Promise<Answer> =>
    server.request('POST', '/api/stripe/checkout', { body: { amount, apiKey } });
  for (const paid of [50.25, 100.25]) {
    const { body } = await open(50);
    expect((await press(`${body.url}?play=paid`)).status).toBe(303);
    expect(await balanceOf(server, apiKey)).toBe(paid);
  }
  const refused = await open(5);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

describe('the sandbox plays', () => {
  const plays: [play: string, deposited: number][] = [
    ['paid', 5],
    ['twice', 5],
    ['reordered', 5],
    ['failing', 5],
    ['declined', 0],
    ['expired', 0],
  ];
  it.each(plays)('%s: the balance grows by %d, once, however often the button is pressed', async (play, deposited) => {
    const { apiKey } = await server.account('test');
    const before = await balanceOf(server, apiKey);
    const { body } = await server.request('POST', '/api/stripe/checkout', { body: { amount: 5, apiKey } });
    expect(body).toMatchObject({ success: true, amount: 5, sessionId: expect.stringMatching(/^cs_test_/) });
    const url = String(body.url);
    const answers = await Promise.all([1, 2, 3].map(() => press(`${url}?play=${play}`)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const back = pathOf(String(answers[0]?.headers.location));
    expect(back.endsWith('?outcome=success')).toBe(deposited > 0);
    expect(await balanceOf(server, apiKey)).toBeCloseTo(before + deposited, 6);
    // The next deposit is a new checkout.
    const next = await server.request('POST', '/api/stripe/checkout', { body: { amount: 5, apiKey } });
    expect(next.body.sessionId).not.toBe(body.sessionId);
  });

  it('no other word', async () => {
    const { apiKey } = await server.account('test');
    const { body } = await server.request('POST', '/api/stripe/checkout', { body: { amount: 5, apiKey } });
    expect((await press(`${body.url}?play=free`)).status).toBe(400);
  });
});

describe('a payment link', () => {
  it('shows whom it is for, nothing else, and changes nothing', async () => {
    const name = '<script>alert(1)</script>"\' & Söhne \u202e';
    const { body } = await server.request('POST', '/api/proxy/account/create', { body: { name, mode: 'test' } });
    const { apiKey, agentId } = body;
    if (typeof apiKey !== 'string') throw new Error('No account');
    const { link } = await dry();
    // The token of another account, in the form that a 402 of this one would have.
    const { body: made } = await server.request('POST', '/api/stripe/checkout', { body: { amount: 5, apiKey } });
    const own = /href="([^"]+)">Back/.exec((await get(String(made.url))).text)?.[1] ?? '';
    const [checkouts, transfers] = [await rowsOf('checkouts'), await rowsOf('transfers')];
    for (let i = 0; i < 3; i++) await get(link);
    const page = await get(own);
    expect([await rowsOf('checkouts'), await rowsOf('transfers')]).toEqual([checkouts, transfers]);
    expect(page.text).toContain("<q><bdi>&lt;script>alert(1)&lt;/script>&quot;' &amp; Söhne");
    expect(page.text).toContain(String(agentId));
    expect(page.text).not.toMatch(/balance of|0\.24|<script(?! (type="module" )?src="\/assets\/)|style=/);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*form-action 'self'/),
      'x-frame-options': 'DENY',
    });
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    const style = await server.request('GET', /"(\/assets\/base-\w+\.css)"/.exec(page.text)?.[1] ?? '');
    expect(style).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } });
    expect(style.headers['cache-control']).toContain('immutable');
  });

  it('opens one checkout, however often its button is pressed', async () => {
    const { link } = await dry();
    const checkouts = await Promise.all(Array.from({ length: 8 }, () => checkoutOf(link)));
    expect(new Set(checkouts).size).toBe(1);
  });

  it('leads nowhere when it was altered', async () => {
    const { link, agentId } = await dry();
    const other = agentId.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    const altered = [
      link.replace(agentId, other),
      link.replace('.10.', '.50.'),
      link.slice(0, -1),
      `${link}.x`,
      `${link}x`,
    ];
    for (const url of altered) {
      expect(await get(url), url).toMatchObject({
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
      expect((await press(url)).status, url).toBe(404);
    }
    expect((await get(`${server.url}/pay/sandbox/cs_test_none`)).status).toBe(404);
    expect((await press(`${server.url}/pay/sandbox/cs_test_none`)).status).toBe(404);
  });
});

describe('over MCP', () => {
  const call = { name: 'search-ai', arguments: { query: 'prepaid tools' } };

  async function connected(apiKey: string, elicitation: boolean): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      {
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        capabilities: elicitation ? { elicitation: { url: {} } } : {},
      },
    );
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/proxy`), { requestInit }));
    return client;
  }

  async function payAt(link: string): Promise<void> {
    expect((await press(await checkoutOf(link))).status).toBe(303);
  }

  it('the error of a plain client has the link, and the call goes through after it is paid', async () => {
    const { apiKey } = await dry();
    const client = await connected(apiKey, false);
    const meta = { _meta: { 'dev.farebox/idempotencyKey': 'over-mcp' } };
    const refused = await client.callTool({ ...call, ...meta });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INSUFFICIENT_BALANCE' }, deposit: { paymentLinks: [{ amount: 10 }] } },
    });
    const link = /http[^"\s]+\/pay\/[^"\s\\]+/.exec(JSON.stringify(refused.content))?.[0] ?? '';
    await payAt(link);
    const paid = await client.callTool({ ...call, ...meta });
    expect(paid.isError).toBeFalsy();
    expect(paid._meta).toMatchObject({ 'dev.farebox/receipt': { state: 'settled' } });
    await client.close();
  });

  it('a client that shows pages is led there, and its call goes through when it comes back', async () => {
    const { apiKey } = await dry();
    const client = await connected(apiKey, true);
    const shown: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (!('url' in params) || typeof params.url !== 'string') throw new Error('No page');
      shown.push(params.url);
      await payAt(params.url);
      return { action: 'accept' as const };
    });
    const result = await client.callTool(call);
    expect(shown).toHaveLength(1);
    expect(result.isError).toBeFalsy();
    expect(result._meta).toMatchObject({ 'dev.farebox/receipt': { state: 'settled' } });
    await client.close();
  });
});
