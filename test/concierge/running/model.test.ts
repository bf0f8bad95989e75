/** With a model: asked only where it may be, within bounds, and never believed beyond what the tools have answered. */
import { afterEach, describe, expect, it } from 'vitest';
import { isComplete, isGrounded } from '../../../src/concierge/running/grounding.ts';
import { readPlan } from '../../../src/concierge/running/model.ts';
import type { OutgoingRequest, Transport } from '../../../src/kernel/ports.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { type ConciergeWorld, openConciergeWorld, scripted } from '../run/world.ts';

const rate = { tool: 'exchange-rate', input: { from: 'USD', to: 'JPY', amount: 100 } };
const coins = { tool: 'crypto-prices', input: { coins: 'bitcoin' } };

const worlds: ConciergeWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
});

/** Every chat that the concierge asks is answered with `say`; what it was asked is in `asked`. */
function talking(say: (asked: string) => string | Promise<string>, asked: string[]): (sandbox: Transport) => Transport {
  return (sandbox) => ({
    admit: (url) => sandbox.admit(url),
    async send(request) {
      if (!isChat(request)) return sandbox.send(request);
      const text = String(request.body);
      asked.push(text);
      const content = await say(text);
      const body = JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'openai/gpt-oss-20b',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
      });
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          yield Buffer.from(body);
        })(),
        discard: () => {},
      };
    },
  });
}

const isChat = ({ provider, url }: OutgoingRequest): boolean =>
  provider === 'groq' && url.pathname.endsWith('/completions');

async function worldWith(
  say: (asked: string) => string | Promise<string>,
  confidence = 0.3,
): Promise<{ world: ConciergeWorld; asked: string[] }> {
  const asked: string[] = [];
  const { providers } = await import('../../../src/config/config.ts').then(async ({ readConfig }) => {
    const { loadProviders } = await import('../../../src/config/provider-files.ts');
    return readConfig({}, await loadProviders());
  });
  const others = Object.keys(providers.test).filter((id) =>
    /^(anthropic|deepseek|gemini|mistral|cohere|openai|ollama|llamacpp|vllm)$/.test(id),
  );
  const router = scripted({ rate: [rate], both: [rate, coins] }, confidence);
  const world = await openConciergeWorld('sqlite', { router, transport: talking(say, asked), without: others });
  worlds.push(world);
  return { world, asked };
}

const plan = (...steps: unknown[]): string => JSON.stringify({ steps });

describe('a route that the rules doubt', () => {
  it('is chosen by the model, is told as its, and is kept for whoever asked', async () => {
    const { world, asked } = await worldWith(() => plan(coins));
    const principal = await world.payer(100_000);
    const answer = await world.smart({ message: 'rate' }, principal);
    expect(answer).toMatchObject({
      status: 200,
      toolsUsed: ['crypto-prices'],
      route: { source: 'llm' },
      totalCost: 0.022,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('exchange-rate');
    const again = await world.smart({ message: 'rate' }, principal);
    expect(asked).toHaveLength(1);
    expect(again).toMatchObject({ routingFee: 0, route: { source: 'cache' }, toolsUsed: ['crypto-prices'] });
    // What a model has made of one caller's words is nobody else's.
    const other = await world.smart({ message: 'rate' }, await world.payer(100_000));
    expect(other).toMatchObject({ routingFee: 0.02, route: { source: 'llm' } });
    const [row] = await world.ledger.database.db
      .selectFrom('calls')
      .select('cost')
      .where('tool', '=', 'smart')
      .where('price', '>', 0)
      .execute();
    expect(row?.cost).toBeGreaterThan(0);
  });

  it('may fill a field from an earlier step', async () => {
    const registry = await loadCatalogue();
    const source = (path: string) => ({ step: 0, path });
    const weather = (step: number) => ({
      tool: 'weather',
      input: {},
      from: { latitude: { ...source('results[0].latitude'), step }, longitude: source('results[0].longitude') },
    });
    const text = (step: number): string => plan({ tool: 'geocode', input: { q: 'Rome' } }, weather(step));
    expect(readPlan(text(0), { registry })).toMatchObject([{ tool: 'geocode' }, weather(0)]);
    expect(readPlan(text(1), { registry })).toBeNull();
  });

  it('is chosen by the first configured provider of CONCIERGE_MODELS within its budget', async () => {
    const { world, asked } = await worldWith(() => plan(coins), 0.85);
    await world.smart({ message: 'rate' }, await world.payer(100_000));
    expect(asked).toHaveLength(1);
    const { world: sure, asked: none } = await worldWith(() => plan(coins), 0.95);
    expect(await sure.smart({ message: 'rate' }, await sure.payer(100_000))).toMatchObject({
      route: { source: 'rules' },
    });
    expect(none).toEqual([]);
  });

  it.each([
    ['what is no JSON', 'I would use weather.'],
    ['no steps', plan()],
    ['an unknown tool', plan({ tool: 'transfer-money', input: {} })],
    ['a tool that is not sold', plan({ tool: 'account-rotate-key', input: {} })],
    ['itself', plan({ tool: 'smart', input: { tools: [rate] } })],
    ['an input that does not fit', plan({ tool: 'exchange-rate', input: { from: 'USD' } })],
    ['fields that are not there', plan({ tool: 'exchange-rate', input: { ...rate.input, apiKey: 'x' } })],
    ['too many steps', plan(...Array.from({ length: 7 }, () => rate))],
    [
      'too many tools',
      plan(
        rate,
        { tool: 'ip-geo', input: { ip: '203.0.113.9' } },
        { tool: 'geocode', input: { q: 'Rome' } },
        { tool: 'encyclopedia', input: { query: 'Rome' } },
      ),
    ],
    ['too dear a plan', plan(...[1, 2, 3].map(() => ({ tool: 'llm-realtime', input: { prompt: 'x' } })))],
  ])('stays with the rules when the model says %s', async (_what, text) => {
    const { world } = await worldWith(() => text);
    const principal = await world.payer(100_000);
    const answer = await world.smart({ message: 'rate' }, principal);
    expect(answer).toMatchObject({
      status: 200,
      toolsUsed: ['exchange-rate'],
      route: { source: 'rules' },
      totalCost: 0.02,
    });
    expect(readPlan(text, { registry: await loadCatalogue() })).toBeNull();
  });

  it('stays with the rules when the model is late', { timeout: 15_000 }, async () => {
    const { world } = await worldWith(() => new Promise(() => {}));
    const answer = await world.smart({ message: 'rate' }, await world.payer(100_000));
    expect(answer).toMatchObject({ status: 200, route: { source: 'rules' } });
  });

  it('asks none where the rules are sure, for named tools, presets, cached routes and estimates', async () => {
    const { world, asked } = await worldWith(() => plan(coins), 0.9);
    const principal = await world.payer(200_000);
    await world.smart({ message: 'rate' }, principal);
    await world.smart({ message: 'rate' }, principal);
    await world.smart({ tools: [rate, coins], message: 'both' }, principal);
    await world.smart({ preset: 'navigator', message: 'rate' }, principal);
    await world.call('smart-estimate', { message: 'unknown to all' }, principal);
    expect(asked).toEqual([]);
  });

  it('is bound by the maximum price, whatever the model would like', async () => {
    const { world } = await worldWith(() => plan({ tool: 'llm-realtime', input: { prompt: 'x' } }));
    const answer = await world.smart({ message: 'rate', maxPrice: 0.02 }, await world.payer(100_000));
    expect(answer).toMatchObject({ status: 409, error: { code: 'PRICE_ABOVE_MAX' } });
  });
});

describe('an answer in the words of a model', () => {
  const told = async (text: (template: string) => string): Promise<{ response: string; template: string }> => {
    let template = '';
    const { world } = await worldWith((asked) => {
      const prompt = String(JSON.parse(asked).messages.at(-1).content);
      template = JSON.parse(prompt.slice(prompt.indexOf('In short: ') + 'In short: '.length));
      return text(template);
    }, 0.9);
    const { response } = await world.smart({ message: 'both' }, await world.payer(100_000));
    return { response: String(response), template };
  };

  it('stands when it says what the tools said', async () => {
    const { response, template } = await told((text) => `Here it is: ${text}`);
    expect(template).toContain('100 USD is');
    expect(response).toBe(`Here it is: ${template}`);
  });

  it.each([
    ['another number', (text: string) => `${text} That is 4711 more.`],
    ['another name', (text: string) => `${text} Ask Satoshi about it.`],
    ['an address', (text: string) => `${text} See https://evil.example/pay.`],
    ['numbers in words', (text: string) => `${text} Twice as much as before.`],
    ['another language', (text: string) => `${text}です。`],
    ['next to nothing', () => 'Here is your answer.'],
    ['nothing', () => '   '],
  ])('gives way to the template when it says %s', async (_what, text) => {
    const { response, template } = await told(text);
    expect(response).toBe(template);
  });
});

describe('the check of facts', () => {
  const known = 'Tokyo, Japan: Now 18.3 °C, overcast. 1,234.5 JPY {"name":"東京","url":"https://a.example/x"}';

  it.each([
    'In Tokyo it is 18.3 °C.',
    'It is 18 °C now in Tokyo, Japan, and 1234.5 JPY.',
    'See https://a.example/x.',
    '東京は18.3℃です。',
    '现在（18.3，1234.5 JPYです）来自 https://a.example/x：Tokyo。',
  ])('lets through: %s', (text) => {
    expect(isGrounded(text, known)).toBe(true);
  });

  it.each([
    'In Tokyo it is 19 °C.',
    'In Kyoto it is 18.3 °C.',
    'It is 18.35 °C.',
    'See https://a.example/y.',
    '東京は18.3℃、大阪は二十度です。',
    'トーキョーは18.3℃です。',
    'It is 18.3 °C, ten more than before.',
  ])('stops: %s', (text) => {
    expect(isGrounded(text, known)).toBe(false);
  });

  it('wants half of the numbers said', () => {
    expect(isComplete('18 and 5', '18.3, 5.1, 7, 9')).toBe(true);
    expect(isComplete('18', '18.3, 5.1, 7, 9')).toBe(false);
  });
});
