/** Sections `priceLists` and `accounts` of `farebox.yaml`: what single customers pay, on both databases. */
import { describe, expect, it } from 'vitest';
import { engines, freshDatabase } from '../harness/databases.ts';
import { startFarebox } from '../harness/farebox.ts';
import { farebox as runFarebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { connectClient, HOSTILE, nodeServer, readBalance, untilOffered, writeFareboxFile } from '../upstreams/world.ts';

const PAGES = 'A page of text. '.repeat(237);

/** Accounts are named by their ids in the file: they are made by a server before it is written. */
async function openWorld(engine: (typeof engines)[number]) {
  const database = await freshDatabase(engine);
  const first = await startFarebox({ database });
  const accounts = [await first.account(), await first.account(), await first.account()] as const;
  const [, , other] = accounts;
  const made = await first.request('POST', '/api/account/keys', { key: other.apiKey, body: { name: 'long texts' } });
  await first.stop();
  const [partner, generous] = accounts;
  const file = writeFareboxFile({
    upstreams: { odd: { mcp: nodeServer(HOSTILE, 'good'), price: 0.01, cost: 0.004 } },
    priceLists: { partner: { discount: '20%', tools: { 'search-ai': 0.006, 'odd-echo': 0.008, weather: 0.001 } } },
    accounts: {
      default: { maxPrice: 0.001 },
      [partner.agentId]: { prices: 'partner' },
      [generous.agentId]: { maxPrice: 0.05 },
      [other.agentId]: { keys: { [String(made.body.keyId)]: { maxPrice: 0.05 } } },
    },
  });
  const farebox = await startFarebox({ database, env: { FAREBOX_CONFIG: file } });
  await untilOffered(farebox, 'odd-echo');
  const call = (key: string, path: string, body: object) => farebox.request('POST', path, { key, body });
  const close = async () => {
    await farebox.stop();
    const { code } = await runFarebox(serverEnv(database), 'verify', '--all');
    await database.drop();
    return code;
  };
  const subKey = String(made.body.apiKey ?? made.body.key);
  return { farebox, partner, generous, other, subKey, call, close };
}

describe.each(engines)('on %s', (engine) => {
  it('sells at the prices of a list, shows them to its account alone, and books them', async () => {
    const { farebox, partner, generous, call, close } = await openWorld(engine);
    const before = Number(await readBalance(farebox, partner.apiKey));
    const search = { query: 'fares' };
    const discounted = await call(partner.apiKey, '/api/v2/search', search);
    expect(discounted.body).toMatchObject({ price: '0.0072 (7.2 WT)', receipt: { amount: 0.0072 } });
    const fixed = await call(partner.apiKey, '/api/proxy/search-ai', search);
    expect(fixed.body).toMatchObject({ price: '0.006 (6 WT)', receipt: { amount: 0.006 } });
    const own = await call(partner.apiKey, '/api/tools/odd/echo', { text: 'hello' });
    expect(own.body).toMatchObject({ price: '0.008 (8 WT)', receipt: { amount: 0.008 } });
    expect(Number(await readBalance(farebox, partner.apiKey))).toBeCloseTo(before - 0.0212, 6);
    expect((await call(generous.apiKey, '/api/v2/search', search)).body).toMatchObject({ price: '0.009 (9 WT)' });

    const { text } = await farebox.request('GET', '/api/v2/smart/capabilities', { key: partner.apiKey });
    expect(text).toContain('"tool":"smart-search","layer":2,"price":"0.0072 (7.2 WT)"');
    const client = await connectClient(farebox.url, '/mcp/proxy/x/smart', partner.apiKey);
    const listed = (await client.listTools()).tools.find(({ name }) => name === 'smart-search');
    expect(listed?.description).toContain('0.0072 USD');
    const result = await client.callTool({ name: 'smart-search', arguments: search });
    expect(JSON.stringify(result._meta)).toContain('0.0072');
    await client.close();
    const estimate = await call(partner.apiKey, '/api/v2/smart/estimate', {
      tools: [{ tool: 'smart-search', input: search }],
    });
    expect(estimate.text).toContain('0.0072');
    const composed = await call(partner.apiKey, '/api/v2/smart', { tools: [{ tool: 'smart-search', input: search }] });
    expect(composed.body).toMatchObject({ totalCost: 0.0072, receipt: { amount: 0.0072 } });
    expect((await farebox.request('GET', '/llms.txt')).text).toContain('smart-search 0.009');
    expect(await close()).toBe(0);
  }, 120_000);

  it('translates two pages for a client that states no maxPrice, where that was agreed', async () => {
    const { farebox, partner, generous, other, subKey, call, close } = await openWorld(engine);
    const body = { text: PAGES, targetLang: 'JA' };
    const agreed = await call(generous.apiKey, '/api/v2/translate', body);
    expect(agreed.body).toMatchObject({ price: '0.018 (18 WT)', receipt: { amount: 0.018 } });
    const client = await connectClient(farebox.url, '/mcp/proxy', generous.apiKey);
    const result = await client.callTool({
      name: 'call_tool',
      arguments: { name: 'smart-translate', arguments: body },
    });
    expect(result.isError).not.toBe(true);
    expect(JSON.stringify(result._meta)).toContain('0.018');
    await client.close();
    const composed = await call(generous.apiKey, '/api/v2/smart', {
      tools: [{ tool: 'smart-translate', input: body }],
    });
    expect(composed.body).toMatchObject({ totalCost: 0.018 });
    const handshake = await call(generous.apiKey, '/api/v2/smart/handshake', { agent: 'a' });
    expect(handshake.body).toMatchObject({ limits: { maxPrice: 0.05 } });

    expect((await call(subKey, '/api/v2/translate', body)).body).toMatchObject({ price: '0.018 (18 WT)' });
    for (const key of [other.apiKey, partner.apiKey])
      expect((await call(key, '/api/v2/translate', body)).body).toMatchObject({ error: { code: 'PRICE_ABOVE_MAX' } });
    const stated = await farebox.request('POST', '/api/v2/translate', {
      key: generous.apiKey,
      body,
      headers: { 'x-max-price': '0.01' },
    });
    expect(stated.body).toMatchObject({ error: { code: 'PRICE_ABOVE_MAX', details: { maxPrice: 0.01 } } });
    // A flat price above the agreed maximum is paid as ever.
    expect((await call(other.apiKey, '/api/v2/search', { query: 'fares' })).status).toBe(200);
    expect(await close()).toBe(0);
  }, 120_000);
});

describe('mistakes', () => {
  it('name their place', async () => {
    const database = await freshDatabase('sqlite');
    const file = writeFareboxFile({
      priceLists: { partner: { tools: { 'smart-serch': 0.01, 'smart-search': 0.0001, vision: { price: 0.00001 } } } },
      accounts: { agt_1: { prices: 'parner' } },
    });
    const { code, output } = await runFarebox({ ...serverEnv(database), FAREBOX_CONFIG: file }, 'tools', 'check');
    expect(code).toBe(1);
    expect(output).toMatch(
      /:4:7: priceLists\.partner\.tools\.smart-serch is not a tool of this server\. Did you mean smart-/,
    );
    expect(output).toMatch(/:5:21: priceLists\.partner\.tools\.smart-search is below cost: a call can cost/);
    expect(output).toMatch(/:7:16: priceLists\.partner\.tools\.vision\.price is below cost/);
    expect(output).toMatch(
      /:10:13: accounts\.agt_1\.prices names the price list parner, which is not under priceLists/,
    );
    await database.drop();
  });
});
