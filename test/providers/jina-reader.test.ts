import { expect, it } from 'vitest';
import jinaReader from '../../src/providers/jina-reader.ts';
import twin from '../../src/sandbox/jina-reader.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { url: 'https://example.com/news', format: 'markdown', tokensMax: 5_000 } as const;

describeProvider(
  {
    provider: jinaReader,
    twin,
    ask: (ctx) => jinaReader.read(request, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'not_found',
      filtered: 'empty',
      'too-long': 'empty',
    },
    retryAfterSeconds: 31,
  },
  (bench) => {
    it('gives a page, and notes what its tokens cost', async () => {
      const ctx = bench().context();
      expect(await jinaReader.read(request, ctx)).toEqual({
        title: 'Sandbox page of example.com/news',
        url: 'https://example.com/news',
        content: expect.stringMatching(/^# Sandbox page/),
        truncated: false,
        description: 'A page of the sandbox',
        author: null,
        publishedAt: '2026-11-21T00:00:00.000Z',
        language: 'en',
      });
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(jinaReader.ceiling(request.tokensMax, null));
      const html = await jinaReader.read({ ...request, format: 'html' }, bench().context());
      expect(html.content).toMatch(/^<h1>/);
    });

    it('takes a page that answered with an error for no page', async () => {
      const kindAt = async (url: string) =>
        (await failureOf(jinaReader.read({ ...request, url }, bench().context()))).kind;
      expect(await kindAt('https://example.com/status/403')).toBe('empty');
      expect(await kindAt('https://example.com/status/410')).toBe('not_found');
    });

    it('pays for no more tokens than it may', async () => {
      expect((await failureOf(jinaReader.read({ ...request, tokensMax: 10 }, bench().context()))).kind).toBe('empty');
      expect(jinaReader.ceiling(36_000, null)).toBe(1_800);
      expect(jinaReader.ceiling(36_000, { millionTokensUsd: '0.1' })).toBe(3_600);
    });

    it('asks for the operator’s word where its server is one of the operator’s own', async () => {
      const settings = { 'jina-reader': { trustedFetcher: 'false' } };
      expect(await failureOf(jinaReader.read(request, bench().context({ settings })))).toMatchObject({
        kind: 'unconfigured',
        facts: { variables: ['JINA_READER_TRUSTED_FETCHER'] },
      });
    });
  },
);
