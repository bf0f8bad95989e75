/** Requests that no tool can serve are refused or asked about instead of answered wrongly. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/concierge/choosing/router.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { count, measure } from '../precision/measure.ts';

const router = createRouter(await loadCatalogue());
const missingOf = (message: string) => router.route(message).leftOut.map(({ missing }) => missing);
const toolsOf = (message: string) => router.route(message).steps.map(({ tool }) => tool);
const inputsOf = (message: string) => router.route(message).steps.map(({ input }) => input);

describe('time', () => {
  it.each([
    '2020年のドル円レート',
    'usd/eur on 1 June 2020',
    'What was the dollar worth in yen in 1995?',
    'bitcoin price yesterday',
    'price of ethereum on January 3rd',
    '昨日のビットコイン価格',
    '去年的美元兑人民币汇率',
    'euro to zloty rate last month',
    '比特币明年会涨到多少',
  ])('rates and prices are current only: %s', (message) => {
    expect(toolsOf(message)).toEqual([]);
    expect(missingOf(message)).toEqual(['currentTime']);
  });

  it.each([
    'weather in Lisbon yesterday',
    'what will the weather be like in Oslo next March',
    'weather in London in 20 days',
    'what was the temperature in Berlin on 3 May 2019',
    '上周上海的天气',
    '来月の札幌の天気',
    '去年の今日の天気 大阪',
  ])('the forecast covers seven days: %s', (message) => {
    expect(toolsOf(message)).toEqual([]);
    expect(missingOf(message)).toEqual(['forecastDay']);
  });

  it.each([
    'how much is 2000 dollars in euros',
    '2000ドルは何円',
    'weather in Kyoto next week',
    'will it rain in Hamburg this weekend',
    '后天广州会下雨吗',
    'news from yesterday about Toyota',
    'current bitcoin price',
    'may I have the dollar rate in yen',
  ])('what can be served runs: %s', (message) => expect(toolsOf(message)).not.toEqual([]));
});

describe('every part of a message', () => {
  it('is used, or the route is uncertain', () => {
    expect(router.route('weather in Seville and how far is it from Madrid').confidence).toBeLessThan(0.2);
    expect(router.route('weather for the next 3 days in Quito and flights there').confidence).toBeLessThan(0.2);
    expect(router.route('weather where I am').confidence).toBeGreaterThan(0.5);
  });

  it('becomes a conversion for each currency', () => {
    expect(inputsOf('convert 100 USD to EUR and then to JPY')).toEqual([
      { from: 'USD', to: 'EUR', amount: 100 },
      { from: 'USD', to: 'JPY', amount: 100 },
    ]);
    expect(inputsOf('ユーロ円はいくら')).toEqual([{ from: 'EUR', to: 'JPY' }]);
  });

  it('counts results', () => {
    expect(inputsOf('five news about climate')).toMatchObject([{ pageSize: 5, query: 'climate' }]);
    expect(inputsOf('最新のAIニュースを5件')).toMatchObject([{ pageSize: 5, query: 'AI' }]);
  });
});

describe('names', () => {
  it.each(['Solana phone review', 'I love avalanche documentaries', 'ビットコインとは何ですか', '波卡是什么'])(
    'of coins in other matters are no coins: %s',
    (message) => expect(toolsOf(message)).not.toContain('crypto-prices'),
  );

  it.each(["what's the weather in the city where the Louvre is", '天気とニュース'])(
    'of places are no parts of sentences: %s',
    (message) => expect(missingOf(message)).toEqual(['place']),
  );

  it.each(['where is 192.168.1.1', '10.0.0.5の場所', '172.16.4.9在哪里'])(
    'of private hosts have no place: %s',
    (message) => expect(missingOf(message)).toEqual(['publicAddress']),
  );
});

describe('a message that asks for nothing', () => {
  it.each([
    ['thank you so much, that was helpful', 'thanks'],
    ['ありがとう、助かった', 'thanks'],
    ['谢谢，非常有帮助', 'thanks'],
    ['hello', 'greeting'],
    ['おはよう', 'greeting'],
  ])('is small talk: %s', (message, smallTalk) =>
    expect(router.route(message)).toMatchObject({ steps: [], smallTalk }),
  );

  it('is not one that goes on to ask', () => {
    expect(router.route('助けてくれてありがとう、次は大阪の天気を教えて').steps[0]?.input).toMatchObject({ q: '大阪' });
    expect(router.route('Thanks, and what about Osaka?').smallTalk).toBeUndefined();
  });
});

it.each([
  'latest iPhone price',
  '今の日本の首相は誰ですか',
  'near me restaurants',
  '特斯拉股价',
  '大谷翔平の昨日の成績',
])('a question about these days is searched: %s', (message) => expect(toolsOf(message)).toEqual(['smart-search']));

describe('messages as people write them', () => {
  it.each([
    ['tuned', 0.99],
    ['unseen', 0.98],
  ] as const)('%s: this share of what runs is right, and little is missed: %f', async (file, share) => {
    const all = await measure(file);
    const { right, wrong, missed } = count(all);
    const faults = all.filter(({ outcome }) => outcome === 'wrong').map(({ message }) => message);
    expect(right / (right + wrong), faults.join(' · ')).toBeGreaterThanOrEqual(share);
    expect(missed / (right + missed)).toBeLessThan(0.1);
  });
});
