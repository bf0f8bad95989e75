/** Public pages of press releases: what a journalist sees, downloads and subscribes to. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, measurePage, PHONE } from '../harness/browser.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';

const BROWSER_MS_MAX = 120_000;
const PAGE_BYTES_MAX = 120_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const TITLE = 'Studio launches Kiro </script><b>for councils';
const BODY =
  'Tokyo, November 20, 2026 - Studio launches Kiro. See https://kiro.example/start.\n\n■ Features\n・Drafts minutes\n・Costs 300 dollars';

describe.skipIf(!hasChromium)('the page of a published release', { timeout: BROWSER_MS_MAX }, () => {
  let world: BrowserWorld;
  let articleId: number;
  let slug: string;

  const send = (method: string, path: string, body: object): Promise<Record<string, unknown>> =>
    world.browser.tab.evaluate<Record<string, unknown>>(
      `fetch(${JSON.stringify(path)}, { method: '${method}', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((reply) => reply.json())`,
    );
  const readPage = async (path: string) => {
    const { status, text, headers } = await world.server.request('GET', path, { headers: HTML });
    return { status, headers, document: parseHTML(text).document };
  };

  beforeAll(async () => {
    world = await openBrowserWorld({ DEMO_DATA: 'off' });
    await world.signIn('ada@studio.example', '/app');
    const text = {
      title: TITLE,
      subtitle: 'Minutes in minutes',
      body: BODY,
      contact_info: 'Ada, press@studio.example',
    };
    const me = await world.browser.tab.evaluate<{ company: { company_id: string } }>(
      "fetch('/auth/me').then((reply) => reply.json())",
    );
    const made = await send('POST', '/api/press-release', { company_id: me.company.company_id, ...text });
    articleId = Number(made.article_id);
    await send('POST', '/api/publish-to-aeo', { press_release_id: made.press_release_id });
    const { body } = await world.server.request('GET', `/v1/articles/${articleId}`);
    slug = String(Object(body.shop).slug);
  });
  afterAll(() => world?.close());

  it('is what a browser gets at the address of the article; programs get JSON', async () => {
    const json = await world.server.request('GET', `/v1/articles/${articleId}`);
    expect(json.headers['content-type']).toContain('application/json');
    expect(json.headers.vary).toMatch(/\bAccept\b/);
    const { status, headers, document } = await readPage(`/v1/articles/${articleId}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.vary).toMatch(/\bAccept\b/);
    expect(document.querySelector('h1')?.textContent).toBe(TITLE);
    expect(document.querySelector('main b')).toBeNull();
    const meta = (name: string) => document.querySelector(`meta[property="${name}"]`)?.getAttribute('content');
    expect([meta('og:type'), meta('og:title')]).toEqual(['article', TITLE]);
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/v1\/articles\/\d+$/);
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
    expect(JSON.stringify(data)).toContain('NewsArticle');
    const links = [...document.querySelectorAll('.release a')].map((link) => link.getAttribute('href'));
    expect(links).toContain('https://kiro.example/start');
    expect(links).toContain('mailto:press@studio.example');
    expect(
      [...document.querySelectorAll('.release-body h2, .release-body li')].map((node) => node.textContent),
    ).toEqual(['■ Features', 'Drafts minutes', 'Costs 300 dollars']);
  });

  it('offers the release as PDF, and nothing for an article that is none', async () => {
    const pdf = await world.server.request('GET', `/v1/articles/${articleId}/pdf`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await world.server.request('GET', '/v1/articles/999999/pdf')).status).toBe(404);
    expect((await readPage('/v1/articles/999999')).status).toBe(404);
  });

  it('leads to the newsroom of the company, with its feed', async () => {
    const { status, document } = await readPage(`/v1/shops/${slug}`);
    expect(status).toBe(200);
    expect(document.querySelector('.news a')?.textContent).toBe(TITLE);
    const feed = await world.server.request('GET', `/v1/shops/${slug}/feed.xml`);
    expect(feed.headers['content-type']).toContain('application/atom+xml');
    expect(feed.text).toContain('<title>Studio launches Kiro &lt;/script&gt;');
    const json = await world.server.request('GET', `/v1/shops/${slug}`);
    expect(json.body.article_count).toBe(1);
  });

  it('works in a browser on a desktop and a phone, without complaints', async () => {
    const { tab, complaints } = world.browser;
    complaints.length = 0;
    for (const path of [`/v1/articles/${articleId}`, `/v1/shops/${slug}`]) {
      await tab.goto(`${world.server.url}${path}`);
      expect(await measurePage(tab)).toBeLessThan(PAGE_BYTES_MAX);
      await tab.evaluate(AXE);
      const found = await tab.evaluate<string[]>('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
      expect(found).toEqual([]);
      await tab.setViewportSize(PHONE);
      expect(await tab.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await tab.setViewportSize({ width: 1280, height: 900 });
    }
    await tab.getByRole('link', { name: TITLE }).click();
    await tab.getByRole('link', { name: 'Press release (PDF)' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is gone when the release is taken back', async () => {
    const { body } = await world.server.request('GET', `/v1/articles/${articleId}`);
    expect(body.title).toBe(TITLE);
    const list: { items?: { press_release_id: number; version: number }[] } = await world.browser.tab.evaluate(
      "fetch('/api/press-release').then((reply) => reply.json())",
    );
    const [release] = list.items ?? [];
    await send('PUT', `/api/press-release/${release?.press_release_id}`, {
      status: 'draft',
      version: release?.version,
    });
    expect((await readPage(`/v1/articles/${articleId}`)).status).toBe(410);
    expect((await world.server.request('GET', `/v1/articles/${articleId}/pdf`)).status).toBe(404);
  });
});
