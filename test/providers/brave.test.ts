import { expect, it } from 'vitest';
import brave from '../../src/providers/brave.ts';
import twin from '../../src/sandbox/brave.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { query: 'farebox recovery ratio', count: 4 };
const failures = {
  'rate-limit': 'rate',
  'bad-key': 'auth',
  quota: 'quota',
  down: 'overloaded',
  'error-in-200': 'lying',
  empty: 'empty',
} as const;

describeProvider({ provider: brave, twin, ask: (ctx) => brave.search(request, ctx), failures }, (bench) => {
  it('gives pages', async () => {
    const { results } = await brave.search(request, bench().context());
    expect(results).toHaveLength(4);
    expect(results[0]).toEqual({
      title: 'What is new about farebox recovery ratio',
      url: 'https://news.example.com/2026/11/farebox-recovery-ratio/',
      snippet: expect.stringContaining('reports on farebox'),
      publishedAt: '2026-11-20T14:22:41.000Z',
    });
    expect(results[1]).not.toHaveProperty('publishedAt');
  });

  it('gives news with times in UTC', async () => {
    const { articles } = await brave.news({ ...request, country: 'jp', freshness: 'pw' }, bench().context());
    expect(articles).toHaveLength(4);
    expect(articles[0]).toEqual({
      title: 'What is new about farebox recovery ratio',
      url: 'https://news.example.com/2026/11/farebox-recovery-ratio',
      source: 'news.example.com',
      publishedAt: '2026-11-20T14:22:41.000Z',
      description: expect.any(String),
      image: 'https://news.example.com/picture.png',
    });
  });

  it.each(Object.entries(failures))('tells %s of news as %s', async (magic, kind) => {
    expect((await failureOf(brave.news(request, bench().context({ magic })))).kind).toBe(kind);
  });

  it('asks for what the API takes, whatever the query is', async () => {
    const ctx = bench().context();
    await brave.search({ query: 'word '.repeat(80), count: 50 }, ctx);
    await brave.search({ query: '🚃'.repeat(300), count: 20, freshness: 'pd' }, ctx);
    for (const country of ['JP', 'TW', 'US']) await brave.search({ query: '運賃', count: 1, country }, ctx);
    for (const query of ['の運賃', '운임']) await brave.search({ query, count: 1 }, ctx);
    expect(ctx.warnings).toEqual([]);
    await brave.search({ ...request, country: 'is' }, ctx);
    expect(ctx.warnings).toEqual([expect.stringContaining('IS')]);
  });

  it('notes what the operator pays', async () => {
    const settings = { brave: { requestUsd: '0.005' } };
    const ctx = bench().context({ settings });
    await brave.search(request, ctx);
    expect(ctx.metered).toEqual([5000]);
    expect(brave.ceiling(settings.brave)).toBe(5000);
    expect(brave.ceiling(null)).toBe(0);
  });
});
