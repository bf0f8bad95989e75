import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRouter } from '../../../src/concierge/choosing/router.ts';
import { createRegistry, registerTool } from '../../../src/kernel/tool/registry.ts';
import { defineTool } from '../../../src/kernel/tool/tool.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';

const registry = await loadCatalogue();
const router = createRouter(registry);
const toolsFor = (message: string): string[] => router.route(message).steps.map(({ tool }) => tool);

describe('a route', () => {
  it('fills inputs from earlier steps', () => {
    expect(router.route('Will it rain in Lima tomorrow?').steps).toEqual([
      { tool: 'geocode', input: { q: 'Lima' } },
      {
        tool: 'weather',
        input: {},
        from: {
          latitude: { step: 0, path: 'results[0].latitude' },
          longitude: { step: 0, path: 'results[0].longitude' },
        },
      },
    ]);
  });

  it('points at fields that the earlier tool answers', () => {
    const messages = [
      'Will it rain in Lima tomorrow?',
      'Is it raining where 8.8.4.4 is?',
      'Summarise https://example.com/a and translate the summary into German',
      'Transcribe https://example.com/a.mp3, translate it into French and read it aloud',
      'Translate the text in https://example.com/a.png into English',
      'Search for tide tables, then explain them',
    ];
    for (const { steps } of messages.map((message) => router.route(message))) {
      for (const source of steps.flatMap(({ from }) => Object.values(from ?? {}))) {
        const schema = registry.get(steps[source.step]?.tool ?? '')?.outputSchema;
        const [field = ''] = source.path.split(/[.[]/);
        expect(JSON.stringify(schema)).toContain(`"${field}":`);
      }
      expect(steps.length).toBeGreaterThan(1);
    }
  });

  it('explains itself', () => {
    const route = router.route('How many euros is £45?');
    expect(route).toMatchObject({
      language: 'en',
      steps: [{ tool: 'exchange-rate', input: { from: 'GBP', to: 'EUR', amount: 45 } }],
    });
    expect(route.matched).toEqual([{ tool: 'exchange-rate', terms: expect.arrayContaining(['EUR GBP']) }]);
    expect(route.alternatives.every(({ score }) => score > 0 && score < 1)).toBe(true);
    expect(route.confidence).toBeGreaterThan(0.7);
  });

  it('has at most three tools, and names what is left out', () => {
    const { steps, leftOut } = router.route(
      'Weather in Paris and bitcoin price and 5 euros in yen and translate "hi" into French',
    );
    expect(steps.map(({ tool }) => tool)).toEqual(['geocode', 'weather', 'crypto-prices']);
    expect(leftOut).toEqual([
      { tool: 'exchange-rate', target: '5 euros in yen' },
      { tool: 'smart-translate', target: 'translate "hi" into French' },
    ]);
  });

  it('is surer of a plain request than of a vague one, and sure of a greeting', () => {
    const sure = router.route('Translate "good morning" into French').confidence;
    expect(sure).toBeGreaterThan(0.85);
    expect(router.route('the thing about yesterday and the other one').confidence).toBeLessThan(0.5);
    expect(router.route('hello').confidence).toBeGreaterThan(0.8);
  });

  it('is a search for what happens these days', () => {
    for (const message of [
      'Who won the Champions League final yesterday?',
      'who won the match yesterday',
      '昨日の試合は誰が勝った?',
      '日本の現在の首相は誰?',
      '昨晚的比赛谁赢了',
    ])
      expect(router.route(message).steps).toEqual([{ tool: 'smart-search', input: { query: message } }]);
    expect(toolsFor('who wrote Hamlet')).toEqual(['smart-llm']);
  });

  it('is nothing for chores, greetings and nothing at all', () => {
    for (const message of [
      '',
      '   ',
      'hello',
      'こんにちは',
      '你好',
      'Turn off the lights',
      'タクシーを呼んで',
      '帮我订一张机票',
      '???',
    ]) {
      expect(router.route(message).steps).toEqual([]);
    }
  });

  it('stays within a category', () => {
    expect(
      router
        .route('Translate "tea" into German and tell me the bitcoin price', { category: 'crypto' })
        .steps.map(({ tool }) => tool),
    ).toEqual(['crypto-prices']);
    expect(router.route('Translate "tea" into German', { category: 'weather' }).steps).toEqual([]);
  });

  it('reads what is written in any width, case or kana', () => {
    const plain = router.route('ビットコインの価格をドルで').steps;
    expect(router.route('ﾋﾞｯﾄｺｲﾝの価格をﾄﾞﾙで').steps).toEqual(plain);
    expect(router.route('びっとこいんの価格をどるで').steps).toEqual(plain);
    expect(router.route('ＢＴＣ　ＰＲＩＣＥ').steps).toMatchObject([{ input: { coins: 'bitcoin' } }]);
    expect(router.route('b\u200btc pri\u202ece').steps).toMatchObject([{ input: { coins: 'bitcoin' } }]);
    expect(router.route('臺北天氣怎麼樣').steps).toMatchObject([{ input: { q: '臺北' } }, { tool: 'weather' }]);
  });

  it('is left alone by what is not to be done', () => {
    expect(toolsFor("Don't search the web, just translate 'tea' into Korean")).toEqual(['smart-translate']);
    expect(toolsFor('検索はしないで「お茶」を韓国語に訳して')).toEqual(['smart-translate']);
    expect(toolsFor('不要搜索，把“茶”翻译成韩语')).toEqual(['smart-translate']);
  });
});

describe('hostile messages', () => {
  const parts = [
    '"',
    '「',
    "'",
    'a.',
    '1,',
    'from a to ',
    'http://',
    '\u202e',
    '👩‍👩‍👧',
    '天气',
    'から',
    'a#b ',
    ':',
    '\n',
    '[',
    '\ud800',
    '万',
    'div.',
  ];

  it('are answered, the same each time', () => {
    for (const part of parts) {
      const message = part.repeat(Math.ceil(2100 / part.length));
      const first = router.route(message);
      expect(first.steps.length).toBeLessThanOrEqual(6);
      expect(router.route(message)).toEqual(first);
    }
  });
});

describe('a tool that was just added', () => {
  it('is found by its own words and filled by the names of its fields', () => {
    const tool = defineTool({
      description: 'Shorten an address.',
      effect: 'read',
      category: 'utility',
      input: z.object({ url: z.string() }),
      output: z.object({ short: z.string() }),
      examples: [{ url: 'https://example.com/' }],
      lexicon: {
        verbs: 'shorten this link, shorten the link, 短縮して, 缩短链接',
        examples: { en: ['Shorten this link: https://example.com/a'], ja: [], zh: [] },
      },
      run: async () => ({ short: '' }),
    });
    const toolset = registry.toolsets.get('proxy');
    if (!toolset) throw new Error('The catalogue has direct tools');
    const some = createRegistry(
      [...registry.tools, registerTool('shorten', 'proxy', toolset, tool)],
      new Map(registry.toolsets),
    );
    expect(createRouter(some).route('Please shorten this link: https://example.com/long/path').steps).toEqual([
      { tool: 'shorten', input: { url: 'https://example.com/long/path' } },
    ]);
  });
});
