import { expect, it } from 'vitest';
import wikipedia from '../../src/providers/wikipedia.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import twin from '../../src/sandbox/wikipedia.ts';
import { contextFor, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: wikipedia,
    twin,
    ask: (ctx) => wikipedia.summary({ query: 'Mount Fuji', language: 'en' }, ctx),
    failures: {
      'rate-limit': 'rate',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
      down: 'overloaded',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('searches first, then reads the summary of what was found', async () => {
      const before = bench().requests('wikipedia');
      const article = await wikipedia.summary({ query: 'fuji', language: 'en' }, bench().context());
      expect(article).toMatchObject({ title: 'Mount Fuji', url: 'https://en.wikipedia.org/wiki/Mount_Fuji' });
      expect(article.thumbnail).toMatch(/^https:/);
      expect(bench().requests('wikipedia') - before).toBe(2);
    });

    it.each(['..', 'a/b', 'C#', '50% off?', '日本 語'])(
      'keeps the title %s in one segment of the path',
      async (query) => {
        const article = await wikipedia.summary({ query, language: 'en' }, bench().context()).catch((error) => error);
        if (query === '..') expect(article).toMatchObject({ code: 'INVALID_INPUT' });
        else expect(article.title).toBe(query.charAt(0).toUpperCase() + query.slice(1));
      },
    );
  },
);

it('puts the language into the address, and needs no place for it', async () => {
  const sandbox = await createSandbox({ admit: () => {} });
  const settings = { wikipedia: { baseUrl: wikipedia.baseUrl } };
  const ctx = contextFor({ transport: sandbox, settings });
  expect(await wikipedia.summary({ query: '富士山', language: 'ja' }, ctx)).toMatchObject({
    title: '富士山',
    extract: expect.stringContaining('活火山'),
  });
  const mirror = contextFor({ transport: sandbox, settings: { wikipedia: { baseUrl: 'https://wiki.internal' } } });
  expect(await wikipedia.summary({ query: 'Cat', language: 'ja' }, mirror)).toMatchObject({ title: 'Cat' });
  const failure = await failureOf(
    wikipedia.summary({ query: 'sandbox:empty', language: 'zh' }, contextFor({ transport: sandbox, settings })),
  );
  expect(failure.kind).toBe('empty');
});
