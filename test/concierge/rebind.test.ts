import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/concierge/choosing/router.ts';
import { loadCatalogue } from '../harness/catalogue.ts';

const router = createRouter(await loadCatalogue());

/** Two messages of one template. */
const pairs: readonly [string, string][] = [
  ['weather in Paris', 'weather in Osaka'],
  ['パリの天気を教えて', '大阪の天気を教えて'],
  ['巴黎天气怎么样', '大阪天气怎么样'],
  ['Convert 5 euros to yen', 'Convert 70 dollars to francs'],
  ['Bitcoin price in euros', 'Dogecoin price in yen'],
  ['Translate "tea" into French', 'Translate "two large coffees" into Korean'],
  ['Where is 1.1.1.1 located?', 'Where is 2606:4700:4700::1111 located?'],
  ['Current conditions at 37.7749, -122.4194', 'Current conditions at 1.5, 2.25'],
  ['How do I get from Berlin to Potsdam by bike?', 'How do I get from Lyon Part-Dieu to Vienne by bike?'],
  ['Read https://example.com/a', 'Read https://example.org/b?c=d'],
  ['Transcribe https://example.com/a.mp3', 'Transcribe https://example.com/b.wav'],
  ['百科里怎么介绍长城', '百科里怎么介绍都江堰'],
];

describe('a cached route', () => {
  for (const [first, second] of pairs) {
    it(`${first} → ${second}`, () => {
      const cached = router.route(first);
      const fresh = router.route(second);
      expect(fresh.template).toBe(cached.template);
      expect(router.rebind(cached, second)?.steps).toEqual(fresh.steps);
    });
  }

  it('keeps the steps that somebody else planned', () => {
    const cached = router.route('weather in Paris');
    const planned = { ...cached, steps: [{ tool: 'smart-search', input: { query: 'Paris' } }] };
    expect(router.rebind(planned, 'weather in Osaka')?.steps).toEqual([
      { tool: 'smart-search', input: { query: 'Osaka' } },
    ]);
  });

  it('is none of another template', () => {
    const cached = router.route('weather in Paris');
    expect(router.rebind(cached, 'Paris news')).toBeNull();
    expect(router.rebind(cached, 'weather in Paris and bitcoin price')).toBeNull();
  });

  it('is none where an entity would be lost or no longer fits', () => {
    const cached = router.route('Translate "tea" into French');
    const lost = { ...cached, steps: [{ tool: 'smart-llm', input: { prompt: 'Say something in French' } }] };
    expect(router.rebind(lost, 'Translate "coffee" into French')).toBeNull();
    expect(router.rebind(cached, 'Translate "coffee" into Icelandic')).toBeNull();
  });
});
