/** The concierge's answers for each tool, in each language, from the tool's answer alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellOutput } from '../../../src/concierge/running/answers/tell.ts';
import { isGrounded } from '../../../src/concierge/running/grounding.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { type ConciergeWorld, openConciergeWorld } from './world.ts';

const { tools } = await loadCatalogue();
const sold = tools.filter(({ toolset: { layer } }) => layer === 1 || layer === 2);
const languages = ['en', 'ja', 'zh'] as const;

let world: ConciergeWorld;
beforeAll(async () => {
  world = await openConciergeWorld('sqlite');
});
afterAll(() => world.stop());

describe.each(sold.map((tool) => [tool.name, tool] as const))('%s', (name, { definition }) => {
  it('is told in each language, with nothing that it has not answered', async () => {
    const principal = await world.payer(1_000_000);
    const [input] = definition.examples;
    for (const language of languages) {
      const answer = await world.smart({ tools: [{ tool: name, input }], language }, principal);
      expect(answer.status).toBe(200);
      const response = String(answer.response);
      process.stdout.write(`${name} ${language}: ${response.slice(0, 150).replaceAll('\n', '⏎')}\n`);
      expect(response).not.toMatch(new RegExp(`^${name} (answered with|の結果|的结果)`));
      expect(response).not.toMatch(/undefined|null|NaN|\[object/);
      expect(
        isGrounded(response, `${JSON.stringify(answer.results)} ${JSON.stringify(input)} ${derived(response)}`),
      ).toBe(true);
      expect(JSON.stringify(answer.verification)).not.toContain('"ok":false');
    }
  });
});

/** Words of the sentences themselves, and figures that they round or count: kilometres, minutes, hits, dimensions. */
function derived(response: string): string {
  const words = 'Now Today News Sources From It The There No ニュース タイムゾーン ファイル ベクトル レート';
  return `${words} ${(response.match(/[\d.]+(?= ?(km|m\b|min|h\b|分|other|vectors?|件|个|小时|時間|address|%))/g) ?? []).join(' ')}`;
}

describe('what no family knows', () => {
  it('is told by the names of its members', () => {
    const told = { tool: 'new-tool', input: {}, output: { colour: 'red', size: 5 } };
    expect(tellOutput(told, 'en')).toBe('new-tool answered with colour, size.');
    expect(tellOutput(told, 'ja')).toContain('colour, size');
    expect(tellOutput(told, 'zh')).toContain('colour, size');
  });
});

describe('figures', () => {
  const said = (output: Record<string, unknown>): string[] =>
    languages.map((language) => tellOutput({ tool: 'a-tool', input: {}, output }, language));

  it('are readable: grouped, without an exponent', () => {
    const rate = {
      amount: 1_234_567.5,
      from: 'USD',
      to: 'BTC',
      rate: 1.3e-7,
      converted: 0.16049378,
      date: '2026-11-20',
    };
    for (const text of said(rate)) expect(text).toMatch(/^1,234,567\.5 USD .* 0\.160494 BTC.*0\.00000013.*2026-11-20/);
    expect(said({ amount: 0, from: 'USD', to: 'EUR', converted: -0 })[0]).toBe('0 USD is 0 EUR.');
  });

  it('of coins are told once a coin, with the change of a day and what nobody knew', () => {
    const prices = { bitcoin: { change24h: -1.409, usd: 76_975, jpy: 11_879_552 }, pepe: { usd: 0.0000071 } };
    expect(said({ prices, missing: ['nosuch'] })).toEqual([
      'bitcoin: 76,975 USD / 11,879,552 JPY (-1.4 % in 24 hours); pepe: 0.0000071 USD. No price was found for nosuch.',
      'bitcoin は 76,975 USD / 11,879,552 JPY（24時間で-1.4 %）、pepe は 0.0000071 USD です。nosuch の価格は見つかりませんでした。',
      'bitcoin：76,975 USD / 11,879,552 JPY（24 小时 -1.4 %）；pepe：0.0000071 USD。未找到 nosuch 的价格。',
    ]);
    expect(said({ prices: { bitcoin: { change24h: -0.04, usd: 1 } }, missing: [] })[0]).toContain('(0.0 % in');
  });

  it.each([
    [19, 30, 'The way is 19 m long and takes about 1 minute.', '約1分', '约需 1 分钟'],
    [999.6, 3_570, 'The way is 1 km long and takes about 1 h.', '約1時間です', '约需 1 小时。'],
    [
      1_325_500,
      144_060,
      'The way is 1,325.5 km long and takes about 40 h 1 min.',
      '約40時間1分',
      '约需 40 小时 1 分钟',
    ],
  ])('of a way of %f m and %f s', (distanceMeters, durationSeconds, en, ja, zh) => {
    const texts = said({ distanceMeters, durationSeconds });
    expect(texts[0]).toBe(en);
    expect(texts[1]).toContain(ja);
    expect(texts[2]).toContain(zh);
  });
});

describe('pages', () => {
  const pages = [
    { url: 'https://a.example/', title: 'A', content: 'One.\n\n- two' },
    { url: 'https://b.example/', error: { code: 'UNREADABLE_TARGET', message: 'No.' } },
  ];

  it('are all told, each with its beginning and its lines', () => {
    const told = (language: 'en' | 'ja' | 'zh') =>
      tellOutput({ tool: 'reads', input: {}, output: { pages, url: 'https://a.example/', content: 'One.' } }, language);
    expect(told('en')).toBe('A (https://a.example/): One.\n\n- two\nhttps://b.example/ could not be read.');
    expect(told('ja')).toContain('https://b.example/ は読み取れませんでした。');
    expect(told('zh')).toContain('无法读取 https://b.example/。');
  });

  it('of a site are counted', () => {
    const links = Array.from({ length: 1_200 }, (_, at) => ({ url: `https://a.example/${at}` }));
    expect(tellOutput({ tool: 'maps', input: {}, output: { mode: 'map', links } }, 'en')).toMatch(
      /^1,200 addresses were found: https:\/\/a\.example\/0 .*\/4 …$/,
    );
  });
});
