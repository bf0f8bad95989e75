/** Downloads exports, deposits, numbered receipts and monthly statements of an account. */
import { execFileSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { programs } from '../harness/programs.ts';

const month = new Date().toISOString().slice(0, 7);

describe.each(dailyEngines('statements.test.ts'))('an account on %s', (engine) => {
  let database: FreshDatabase;
  let server: Farebox;
  let apiKey: string;
  let agentId: string;

  beforeAll(async () => {
    database = await freshDatabase(engine);
    const seller = {
      SELLER_NAME: 'Tools Inc',
      SELLER_ADDRESS: '2 Low Street | Osaka',
      SELLER_TAX_ID: 'T1234567890123',
    };
    server = await startFarebox({ database, env: seller });
    ({ apiKey, agentId } = await server.account('test'));
    for (const amount of [5, 10]) {
      const { body } = await server.request('POST', '/api/stripe/checkout', { body: { amount, apiKey } });
      const paid = await server.request('POST', `${new URL(String(body.url)).pathname}?play=paid`);
      expect(paid.status).toBe(303);
    }
    const call = (text: string) =>
      server.request('POST', '/api/proxy/translate-premium', { key: apiKey, body: { text, targetLang: 'JA' } });
    expect((await call('Good morning')).status).toBe(200);
    expect((await call('Good night')).status).toBe(200);
  });

  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  async function download(path: string, key = apiKey) {
    const { statusCode, headers, body } = await request(server.url + path, {
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
  }

  /** Setting a page has ten seconds, which a busy machine can take to load the typefaces. */
  async function downloadPdf(path: string) {
    for (let round = 0; ; round++) {
      const answer = await download(path);
      if (answer.status !== 413 || round === 5) return answer;
    }
  }

  const readPdf = (bytes: Buffer): string =>
    execFileSync(programs.pdftotext ?? '', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });

  async function listDeposits(): Promise<Record<string, unknown>[]> {
    const { body } = await server.request('GET', '/api/account/deposits', { key: apiKey });
    return JSON.parse(JSON.stringify(body.deposits));
  }

  it('downloads its calls as CSV and as JSON Lines', async () => {
    const csv = await download('/api/account/calls/export');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows: Record<string, string>[] = parse(csv.bytes, { bom: true, columns: true });
    expect(rows).toMatchObject([
      { tool: 'translate-premium', outcome: 'settled', charged: '0.003' },
      { tool: 'translate-premium', outcome: 'settled', charged: '0.003' },
    ]);
    const jsonl = await download('/api/account/calls/export?format=jsonl');
    const lines = jsonl.bytes.toString().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ charged: 0.003, errorCode: null }, {}]);
    expect(
      (await download('/api/account/calls/export?to=2020-01-01')).bytes.toString().trim().split('\n'),
    ).toHaveLength(1);
  });

  it('downloads its usage by day, tool and key', async () => {
    const { bytes } = await download('/api/account/usage/export?format=jsonl');
    expect(JSON.parse(bytes.toString())).toMatchObject({
      tool: 'translate-premium',
      calls: 2,
      refunds: 0,
      spent: 0.006,
    });
    expect((await download('/api/account/usage/export?from=2020-01-01')).status).toBe(400);
  });

  it('lists its deposits, and numbers their receipts in the order in which they are asked for', async () => {
    const [newest, oldest, welcome] = await listDeposits();
    expect([newest, oldest, welcome]).toMatchObject([
      { amount: 10, source: 'card', receiptNumber: null },
      { amount: 5, source: 'card', receiptNumber: null },
      { source: 'welcome', receiptUrl: null },
    ]);
    const details = { name: 'Studio Ltd', address: '1 High Street\nLondon', taxId: 'GB123456789' };
    const set = await server.request('PUT', '/api/account/billing-details', { key: apiKey, body: details });
    expect(set.body).toMatchObject(details);
    const first = await downloadPdf(`${oldest?.receiptUrl}?language=en`);
    expect(first.headers['content-type']).toBe('application/pdf');
    await Promise.all([downloadPdf(String(newest?.receiptUrl)), downloadPdf(String(newest?.receiptUrl))]);
    expect(await listDeposits()).toMatchObject([
      { amount: 10, receiptNumber: 'TEST-000002' },
      { amount: 5, receiptNumber: 'TEST-000001' },
      {},
    ]);
    // What was issued stays as it is.
    await server.request('PUT', '/api/account/billing-details', {
      key: apiKey,
      body: { ...details, name: 'Other Ltd' },
    });
    const again = await downloadPdf(`${oldest?.receiptUrl}?language=en`);
    expect(Buffer.compare(again.bytes, first.bytes)).toBe(0);
    if (programs.pdftotext) {
      const text = readPdf(first.bytes);
      for (const words of ['Receipt TEST-000001', 'Tools Inc', 'T1234567890123', 'Studio Ltd', 'London', '5.00 USD'])
        expect(text).toContain(words);
    }
    const outsider = await server.account('test');
    expect((await download(String(oldest?.receiptUrl), outsider.apiKey)).status).toBe(404);
    expect((await download(`/api/account/deposits/${welcome?.depositId}/receipt`)).status).toBe(404);
  });

  it('downloads the statement of a month as CSV, whose lines add up to the closing balance', async () => {
    const { status, headers, bytes } = await download(`/api/account/statements/${month}?format=csv`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain(`statement-${month}.csv`);
    const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true });
    const { body } = await server.request('GET', '/api/proxy/account/balance', { key: apiKey });
    expect(rows).toMatchObject([
      { month, line: 'opening_balance', amount: '0', currency: 'USD' },
      { line: 'deposit', source: 'welcome', date: expect.stringContaining(month) },
      { line: 'deposit', source: 'card', amount: '5' },
      { line: 'deposit', source: 'card', amount: '10' },
      { line: 'usage', tool: 'translate-premium', calls: '2', refunds: '0', amount: '-0.006' },
      { line: 'usage_total', tool: '', amount: '-0.006' },
      { line: 'closing_balance', amount: String(body.balance) },
    ]);
    const moved = rows.filter(({ line }) => ['opening_balance', 'deposit', 'reversal', 'usage'].includes(line ?? ''));
    const micros = moved.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1e6), 0);
    expect(micros).toBe(Math.round(Number(body.balance) * 1e6));
    expect((await download('/api/account/statements/2020-01?format=csv')).status).toBe(404);
    expect((await download(`/api/account/statements/${month}?format=xlsx`)).status).toBe(400);
  });

  it('downloads the statement of a month, whose balances add up', async (test) => {
    const { status, bytes } = await downloadPdf(`/api/account/statements/${month}`);
    expect(status).toBe(200);
    expect((await download('/api/account/statements/2026-13')).status).toBe(400);
    expect((await download('/api/account/statements/2020-01')).status).toBe(404);
    if (!programs.pdftotext) test.skip();
    const text = readPdf(bytes);
    for (const line of [/Opening balance\s+0\.00 USD/, /translate-premium: 2 calls, 0 refunded\s+-0\.006 USD/])
      expect(text).toMatch(line);
    const { body } = await server.request('GET', '/api/proxy/account/balance', { key: apiKey });
    expect(text).toMatch(new RegExp(`Closing balance\\s+${body.balance} USD`));
    expect(text).toContain(agentId);
    const japanese = readPdf((await downloadPdf(`/api/account/statements/${month}?language=ja`)).bytes);
    expect(japanese).toContain('月末残高');
  });
});
