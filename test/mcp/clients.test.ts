/** Real clients against a running server: connect, list, call a free and a paid tool, see receipt and money error. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { PAY_URL, POOR_KEY, startWorld } from './a-world.ts';
import { bearer, called, clients, self } from './drivers.ts';

let server: Farebox;
beforeAll(async () => {
  // A live tool that is set up and live accounts that start with nothing: the money error, without any network.
  const env = { GROQ_API_KEY: 'unused', WELCOME_USD_PER_DAY: '0', OPERATOR_CONTACT: PAY_URL };
  server = await startFarebox({ env });
});
afterAll(() => server.stop());

describe.each(clients)('%s', (_name, connect) => {
  it('connects, lists, calls, sees the receipt and the money error', async () => {
    const rich = await server.account('test');
    const url = `${server.url}/mcp/proxy/x/all`;
    const driver = await connect(url, rich.apiKey);
    expect(await driver.list()).toContain('llm-fast');
    const free = await called(driver, 'exchange-rate', { from: 'USD', to: 'USD', amount: 3 });
    expect(free.structuredContent).toMatchObject({ converted: 3 });
    expect(JSON.parse(free.content[0]?.text ?? '')).toEqual(free.structuredContent);
    const paid = await called(driver, 'llm-fast', { prompt: 'こんにちは' });
    expect(paid.structuredContent).toMatchObject({ response: expect.any(String), paid: expect.any(String) });
    expect(paid.content.at(-1)?.text).toMatch(/^Paid: 0\.002 USD of test credit; balance: 0\.248 USD; call: \w+\.$/);
    expect(paid._meta).toMatchObject({
      'dev.farebox/receipt': { agentId: rich.agentId, tool: 'llm-fast', state: 'settled', amount: 0.002 },
      'dev.farebox/balance': 0.248,
      'dev.farebox/sandbox': true,
    });
    await driver.close();
    const { body } = await server.request('GET', '/api/account/balance', { key: rich.apiKey });
    expect(body).toMatchObject({ balance: 0.248, callCount: 1 });

    const poor = await server.account('live');
    const other = await connect(url, poor.apiKey);
    expect(await other.list()).toContain('llm-fast');
    const refused = await called(other, 'llm-fast', { prompt: 'hi' });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('INSUFFICIENT_BALANCE');
    expect(refused.content[0]?.text).toContain(`${server.url}/pay/${poor.agentId}.10.`);
    await other.close();
  });
});

it('a client that shows pages is led to the payment page and pays', async () => {
  const world = await startWorld();
  const client = new Client(self, {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
    capabilities: { elicitation: { url: {} } },
  });
  const opened: unknown[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    opened.push('url' in params ? params.url : undefined);
    world.ledger.balances.set('agt_poor', 10_000_000);
    return { action: 'accept' as const };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp/proxy`), bearer(POOR_KEY)));
  const result = await client.callTool({ name: 'translate', arguments: { text: 'hi' } });
  expect(opened).toEqual([PAY_URL]);
  expect(result.structuredContent).toMatchObject({ translated: 'ja:hi' });
  await client.close();
  await world.close();
});
