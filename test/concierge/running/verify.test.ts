/** Comparison of answers with requests: different things, and the same thing in another form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAnswers } from '../../../src/concierge/running/verify.ts';
import { type ConciergeWorld, openConciergeWorld } from '../run/world.ts';

/** `null`: not told. */
function verdict(input: Record<string, unknown>, output: Record<string, unknown>): boolean | null {
  const found = verifyAnswers([{ input, result: { tool: 'a-tool', ok: true, output, price: 0 } }]);
  return found.length === 0 ? null : found.every(({ ok }) => ok);
}

it.each([
  ['weather in Oslo tomorrow', true],
  ['weather in Oslo next week', false],
  ['weather in Oslo', null],
  ['昨日のオスロの天気', false],
])('the days of %s are among those of the forecast: %s', (message, ok) => {
  const daily = ['2026-06-01', '2026-06-02', '2026-06-03'].map((date) => ({ date }));
  const result = { tool: 'weather', ok: true, output: { daily }, price: 0 } as const;
  const [time] = verifyAnswers([{ input: {}, result }], message);
  expect(time?.ok ?? null).toBe(ok);
  if (ok !== null) expect(time).toMatchObject({ check: 'time', found: '2026-06-01 to 2026-06-03' });
});

describe('what an answer is compared with', () => {
  it.each([
    ['https://example.com', 'https://example.com/', true],
    ['https://ja.wikipedia.org/wiki/富士山', 'https://ja.wikipedia.org/wiki/%E5%AF%8C%E5%A3%AB%E5%B1%B1', true],
    ['http://Example.com/a/#part', 'https://example.com/a', true],
    ['https://example.com/a?page=1', 'https://example.com/a?page=2', false],
    ['https://example.com/a', 'https://example.org/a', false],
  ])('%s as %s', (asked, url, ok) => {
    expect(verdict({ url: asked }, { url, title: 'x' })).toBe(ok);
  });

  it.each([
    ['2606:4700:4700:0:0:0:0:1111', '2606:4700:4700::1111', true],
    ['8.8.8.8', '8.8.8.8', true],
    ['8.8.8.8', '8.8.4.4', false],
  ])('%s as %s', (asked, ip, ok) => {
    expect(verdict({ ip: asked }, { ip })).toBe(ok);
  });

  it.each([
    ['Paris', 'Paris', true],
    ['Mt. Fuji', 'Mount Fuji', true],
    ['大阪市', '大阪', true],
    ['Sapporo, Japan', 'Naples', false],
    ['Wien', 'Vienna', null],
    ['NYC', 'New York', null],
    ['東京', 'Tokyo', null],
  ])('the place %s as %s', (q, name, ok) => {
    expect(verdict({ q }, { results: [{ name, latitude: 1, longitude: 2 }] })).toBe(ok);
  });

  it.each([
    ['JA', 'おはようございます', true],
    ['ja', '東京', true],
    ['JA', 'Node.jsを使う', true],
    ['JA', 'Good morning everybody', false],
    ['JA', '今天天气怎么样，我们一起去公园散步吧', false],
    ['ZH', '早上好', true],
    ['zh-TW', '駅はどこですか', false],
    ['EN-US', '東京 (Tokyo) is the capital of Japan', true],
    ['EN', '駅はどこですか', false],
    ['ZH', 'NASA', null],
    ['FR', 'Bonjour', null],
  ])('a translation into %s that says %s', (targetLang, translated, ok) => {
    expect(verdict({ targetLang }, { translated })).toBe(ok);
  });
});

describe('over the tools themselves', () => {
  let world: ConciergeWorld;
  beforeAll(async () => {
    world = await openConciergeWorld('sqlite');
  });
  afterAll(() => world.stop());

  it('coins that nobody knows and texts that are not translated are told, whatever form a tool reads them in', async () => {
    const principal = await world.payer(200_000);
    const tools = [
      { tool: 'crypto-prices', input: { coins: 'bitcoin,nosuch' } },
      { tool: 'smart-translate', input: { text: 'a long sentence that the sandbox leaves', targetLang: 'JA' } },
    ];
    const answer = await world.smart({ tools }, principal);
    expect(answer.verification).toEqual([
      { tool: 'crypto-prices', check: 'coin', ok: false, expected: 'bitcoin,nosuch', found: 'bitcoin' },
      { tool: 'smart-translate', check: 'language', ok: false, expected: 'ja', found: 'en' },
    ]);
    expect(answer.warnings).toHaveLength(2);
  });

  it('an address without a path is the page that was read', async () => {
    const tools = [{ tool: 'smart-read', input: { url: 'https://example.com' } }];
    const answer = await world.smart({ tools }, await world.payer(50_000));
    expect(answer.verification).toMatchObject([{ check: 'address', ok: true }]);
    expect(answer.warnings).toBeUndefined();
  });
});
