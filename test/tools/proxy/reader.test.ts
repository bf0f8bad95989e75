import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageReader, type PageReader } from '../../../src/providers/shared/page/reader.ts';
import jinaTwin from '../../../src/sandbox/jina-reader.ts';
import reader from '../../../tools/proxy/reader.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';
import { openSite, page, type Site } from '../../harness/site.ts';
import { corpus } from '../../pages/corpus.ts';

let bench: TwinBench;
let site: Site;
let pages: PageReader;
beforeAll(async () => {
  bench = await benchOf(jinaTwin);
  site = await openSite();
  site.pages.set('/news', page(corpus[0]?.source ?? ''));
  pages = createPageReader();
});
afterAll(async () => {
  await pages.close();
  await site.close();
  await bench.close();
});

const parse = (input: unknown) => reader.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  reader.output.parse(await reader.run(parse(input), bench.context(options)));
const ownRun = async (input: unknown) => {
  const ctx = site.context({ settings: { 'own-reader': {} } });
  return reader.output.parse(await reader.run(parse(input), { ...ctx, services: { ...ctx.services, pages } }));
};
const url = 'https://93.184.215.14/news';

describe('reader', () => {
  it.each(['markdown', 'html', 'json'])('reads a page as %s', async (format) => {
    const found = await run({ url, format });
    expect(found).toMatchObject({ url, format, truncated: false, sourceUsed: 'jina-reader' });
    expect(found.content).toMatch(format === 'html' ? /^<h1>/ : /^# /);
    expect(found.language).toBe(format === 'json' ? 'en' : undefined);
  });

  it('needs nobody else', async () => {
    const found = await ownRun({ url: `${site.url}/news`, format: 'json' });
    expect(found).toMatchObject({
      title: 'Night trains return to the coast line',
      sourceUsed: 'own-reader',
      author: 'Ada Holm',
      publishedAt: '2026-11-18T06:30:00.000Z',
      language: 'en',
      links: [{ text: 'Coast Rail', url: `${site.url}/companies/coast-rail` }],
    });
    expect((await ownRun({ url: `${site.url}/news`, format: 'html' })).content).toContain('<table>');
  });

  it('has one source: nothing answers when it fails', async () => {
    expect(await failureOf(run({ url }, { magic: 'down' }))).toMatchObject({
      kind: 'overloaded',
      source: 'jina-reader',
    });
    expect((await failureOf(run({ url }, { magic: 'empty' }))).kind).toBe('empty');
    const nobody = contextFor({ transport: site.context().environment.transport });
    await expect(reader.run(parse({ url: `${site.url}/news` }), nobody)).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
    });
  });

  it('can’t cost more than its price', () => {
    expect(reader.costCeiling?.(parse({ url }))).toBe(3_000);
    expect(reader.price).toBeGreaterThanOrEqual(3_000);
    expect(reader.costCeiling?.(parse({ url }), () => null)).toBe(0);
  });

  it.each([
    [{ url, format: 'html' }, true],
    [{ url: 'a'.repeat(4096) }, true],
    [{ url: 'a'.repeat(4097) }, false],
    [{ url: '' }, false],
    [{}, false],
    [{ url: [url] }, false],
    [{ url, format: 'text' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(reader.input.safeParse(input).success).toBe(fits);
  });

  it('gives Markdown by default', () => {
    expect(parse({ url })).toEqual({ url, format: 'markdown' });
  });
});
