/** Our own reader on a real site. Its worker thread is the built one: run the build first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import ownReader from '../../src/providers/own-reader.ts';
import { createPageReader, type PageReader } from '../../src/providers/shared/page/reader.ts';
import { contextFor, failureOf } from '../harness/context.ts';
import { openSite, page, redirect, type Site } from '../harness/site.ts';
import { corpus, largePage, scriptOnly, tokenF1 } from '../pages/corpus.ts';

let site: Site;
let pages: PageReader;
beforeAll(async () => {
  site = await openSite();
  pages = createPageReader();
});
afterAll(async () => {
  await pages.close();
  await site.close();
});

const settings = { [ownReader.id]: {} };
const withPages = (ctx: CallContext): CallContext => ({ ...ctx, services: { ...ctx.services, pages } });
const read = (path: string, format: 'markdown' | 'html' = 'markdown', ctx = site.context({ settings })) =>
  ownReader.read({ url: `${site.url}${path}`, format }, withPages(ctx));

describe('own-reader', () => {
  it('reads a page behind a redirect', async () => {
    const [news] = corpus;
    site.pages.set('/news', page(news?.source ?? ''));
    site.pages.set('/moved', redirect('/news'));
    const found = await read('/moved');
    expect(found).toMatchObject({
      title: 'Night trains return to the coast line',
      url: `${site.url}/news`,
      author: 'Ada Holm',
      language: 'en',
      truncated: false,
    });
    expect(tokenF1(found.content, news?.reference ?? '')).toBeGreaterThan(0.97);
    expect(found.content).toContain(`[Coast Rail](${site.url}/companies/coast-rail)`);
    expect((await read('/news', 'html')).content).toContain('<h1>Night trains');
  });

  // How long the event loop is held meanwhile is measured by `npm run bench -- reader`: parsing is the threads' work.
  it('reads 5 MB', async () => {
    const { source, sections } = largePage(4_900_000);
    site.pages.set('/large', page(source));
    const { content, truncated } = await read('/large', 'markdown', site.context({ settings, timeoutMs: 30_000 }));
    expect(content).toContain('## Section 1\n');
    expect(truncated).toBe(sections * 270 > 400_000);
  });

  it.each([
    ['/app', page(scriptOnly), 'UNREADABLE_TARGET'],
    ['/empty', page('<html><body></body></html>'), 'UNREADABLE_TARGET'],
    ['/pdf', page('%PDF-1.7', 'application/pdf'), 'UNREADABLE_TARGET'],
    ['/secret', page('no', 'text/html', 403), 'UNREADABLE_TARGET'],
    ['/private', redirect('http://10.0.0.1/'), 'INVALID_INPUT'],
  ])('refuses %s', async (path, answer, code) => {
    site.pages.set(path, answer);
    await expect(read(path)).rejects.toMatchObject({ code });
  });

  it('tells the failures of the page’s server', async () => {
    site.pages.set('/down', page('x', 'text/html', 503));
    expect((await failureOf(read('/nothing'))).kind).toBe('not_found');
    expect((await failureOf(read('/down'))).kind).toBe('overloaded');
    expect((await failureOf(read('/news', 'markdown', contextFor()))).kind).toBe('unconfigured');
    const closed = site.context({ settings, allowed: false });
    await expect(read('/news', 'markdown', closed)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
