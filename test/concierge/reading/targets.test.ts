/** Several things of one kind run once for each, what looks like several and is one stays one, and what is missing is asked for. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/concierge/choosing/router.ts';
import { listFittingTools } from '../../../src/concierge/scoring/fits.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';

const router = createRouter(await loadCatalogue());

const inputsOf = (message: string, field: string): unknown[] =>
  router.route(message).steps.flatMap(({ input }) => input[field] ?? []);

describe('several places', () => {
  it.each([
    ['weather in Paris and Tokyo', ['Paris', 'Tokyo']],
    ['Weather in New York, Los Angeles, and Chicago this weekend?', ['New York', 'Los Angeles', 'Chicago']],
    ['weather in paris, tokyo and rome please', ['paris', 'tokyo', 'rome']],
    ['weather in Portland, Maine and Salem, Oregon', ['Portland, Maine', 'Salem, Oregon']],
    ['What is the weather in Paris and what is the weather in Tokyo?', ['Paris', 'Tokyo']],
    ['compare the weather in Lisbon with Porto', ['Lisbon', 'Porto']],
    ['weather in Paris? And in Tokyo?', ['Paris', 'Tokyo']],
    ['東京と大阪の天気', ['東京', '大阪']],
    ['東京、大阪、名古屋の天気を教えて', ['東京', '大阪', '名古屋']],
    ['京都の天気と大阪の天気', ['京都', '大阪']],
    ['明日の東京と来週の大阪の天気', ['東京', '大阪']],
    ['北京、上海和广州天气怎么样', ['北京', '上海', '广州']],
    ['呼和浩特和包头的天气', ['呼和浩特', '包头']],
  ])('%s', (message, places) => {
    const { steps, confidence } = router.route(message);
    expect(steps.map(({ tool }) => tool)).toEqual(places.flatMap(() => ['geocode', 'weather']));
    expect(inputsOf(message, 'q')).toEqual(places);
    // Each weather is that of the place before it.
    expect(steps.flatMap(({ from }) => from?.latitude?.step ?? [])).toEqual(places.map((_, at) => at * 2));
    expect(confidence).toBeGreaterThan(0.5);
  });

  it.each([
    ['weather in Paris, Texas', 'Paris, Texas'],
    ['weather in Brooklyn, New York', 'Brooklyn, New York'],
    ['weather in Trinidad and Tobago', 'Trinidad and Tobago'],
    ['weather in Anna Bay and Bob wants tea', 'Anna Bay'],
    ['Weather in Rome and news about Milan', 'Rome'],
    ['東京の天気と大阪のニュース', '東京'],
    ['和田天气', '和田'],
    ['東京の天気とホテル', '東京'],
  ])('not: %s', (message, place) => {
    expect(inputsOf(message, 'q')).toEqual([place]);
  });

  it('are found on the map too, but not the corner of two streets', () => {
    expect(inputsOf('coordinates of Paris and London', 'query')).toEqual(['Paris', 'London']);
    expect(inputsOf('Where is the corner of King and Queen Street', 'query')).toHaveLength(1);
    expect(inputsOf('Coordinates of the Victoria and Albert Museum', 'query')).toHaveLength(1);
  });
});

describe('several currencies', () => {
  it.each([
    ['100 USD in EUR and JPY', ['USD→EUR 100', 'USD→JPY 100']],
    ['convert 100 USD to EUR, JPY and GBP', ['USD→EUR 100', 'USD→JPY 100', 'USD→GBP 100']],
    ['5 EUR and 10 GBP in USD', ['EUR→USD 5', 'GBP→USD 10']],
    ['50 euros to pounds and 20 dollars to yen', ['EUR→GBP 50', 'USD→JPY 20']],
    ['100ドルは何円と何ユーロ?', ['USD→JPY 100', 'USD→EUR 100']],
    ['ドル円とユーロ円のレート', ['USD→JPY 1', 'EUR→JPY 1']],
    ['100美元换成人民币和日元', ['USD→CNY 100', 'USD→JPY 100']],
    ['100 USD in EUR', ['USD→EUR 100']],
  ])('%s', (message, wanted) => {
    expect(router.route(message).steps.map(({ input: { from, to, amount = 1 } }) => `${from}→${to} ${amount}`)).toEqual(
      wanted,
    );
  });
});

describe('several languages', () => {
  it.each([
    ['translate hello to French, German and Spanish', ['FR', 'DE', 'ES']],
    ['translate hello from English to French and German', ['FR', 'DE']],
    ['「おはよう」を英語と中国語に訳して', ['EN', 'ZH']],
    ['把“谢谢”翻译成法语、德语和西班牙语', ['FR', 'DE', 'ES']],
    ["I need 'Contents may be hot' in French, Spanish no thanks", ['FR']],
  ])('%s', (message, languages) => {
    expect(inputsOf(message, 'targetLang')).toEqual(languages);
    expect(new Set(inputsOf(message, 'text')).size).toBe(1);
  });

  it('are translations of one page that is read once', () => {
    const { steps } = router.route('translate https://example.com/a into French and German');
    expect(steps.map(({ tool, from }) => [tool, from?.text?.step])).toEqual([
      ['smart-read', undefined],
      ['smart-translate', 0],
      ['smart-translate', 0],
    ]);
  });
});

describe('what does not fit', () => {
  it('is named', () => {
    expect(router.route('Weather in Paris, Tokyo, Rome and Oslo').leftOut).toEqual([
      { tool: 'weather', target: 'Oslo' },
    ]);
    expect(router.route('東京と大阪と福岡と札幌の天気').leftOut).toEqual([{ tool: 'weather', target: '札幌' }]);
    expect(router.route('convert 100 USD to EUR, JPY, GBP and CHF').leftOut).toEqual([
      { tool: 'exchange-rate', target: 'USD → CHF' },
    ]);
    expect(router.route('weather in Paris, Tokyo and Rome and bitcoin price').leftOut).toEqual([
      { tool: 'crypto-prices', target: 'bitcoin price' },
    ]);
  });

  it('is bounded, however long a row is', () => {
    const { steps, leftOut } = router.route(`weather in ${'Paris, Tokyo, Rome, '.repeat(60)} and Oslo`);
    expect(steps.length).toBeLessThanOrEqual(6);
    expect(leftOut.length).toBeLessThan(20);
  });
});

describe('what a message lacks', () => {
  it.each([
    ['weather', 'weather', 'place'],
    ['weather forecast please', 'weather', 'place'],
    ['is it raining', 'weather', 'place'],
    ['Do I need an umbrella?', 'weather', 'place'],
    ['明日の天気は?', 'weather', 'place'],
    ['明天会下雨吗', 'weather', 'place'],
    ['coordinates', 'smart-geo', 'place'],
    ['translate hello', 'smart-translate', 'language'],
    ['「おはよう」を翻訳して', 'smart-translate', 'language'],
    ['翻译“你好”', 'smart-translate', 'language'],
    ['translate to French', 'smart-translate', 'text'],
    ['convert 100 dollars', 'exchange-rate', 'currency'],
    ['1万円はいくら?', 'exchange-rate', 'currency'],
    ['exchange rate', 'exchange-rate', 'currency'],
    ['crypto price', 'crypto-prices', 'coin'],
    ['directions to Paris', 'directions', 'ends'],
  ])('%s', (message, tool, missing) => {
    const { steps, leftOut } = router.route(message);
    expect(steps).toEqual([]);
    expect(leftOut).toEqual([{ tool, target: message, missing }]);
  });

  it.each([
    ['translate bonjour', 'EN'],
    ['translate 你好', 'EN'],
    ['翻訳して: Good morning', 'JA'],
  ])('is not the language that a foreign text is to be read in: %s', (message, language) => {
    expect(inputsOf(message, 'targetLang')).toEqual([language]);
  });

  it.each(['weather here', 'weather near me', "what's the weather at my location", '这里天气怎么样', 'where am I'])(
    'is not the place where the message says “%s”',
    (message) => {
      expect(inputsOf(message, 'ip')).toEqual(['me']);
    },
  );

  it('leaves the rest of a message to run', () => {
    const { steps, leftOut } = router.route('weather in Paris and translate hello');
    expect(steps.map(({ tool }) => tool)).toEqual(['geocode', 'weather']);
    expect(leftOut).toEqual([{ tool: 'smart-translate', target: 'translate hello', missing: 'language' }]);
  });
});

describe('needs', () => {
  it.each([
    ['transcribe meetings', 'smart-stt'],
    ['exchange rates', 'exchange-rate'],
    ['speak text aloud', 'smart-tts'],
    ['describe pictures', 'vision'],
    ['画像の説明', 'vision'],
    ['directions by car', 'directions'],
    ['wikipedia article', 'encyclopedia'],
    ['embeddings', 'smart-embed'],
    ['extract prices from a shop page', 'smart-extract'],
    ['translate a letter into Japanese', 'smart-translate'],
    ['find hotels', 'smart-search'],
  ])('offer what fits “%s” first', (need, tool) => {
    const [best] = listFittingTools(router.route(need));
    expect(best?.tool).toBe(tool);
  });
});
