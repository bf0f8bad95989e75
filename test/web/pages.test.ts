/** Pages for people: in each language, without JavaScript, and in a browser on a phone and on a desk. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, DESKTOP, hasChromium, openBrowser } from '../harness/browser.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

/** Of `/`, over the wire. */
const LANDING_BYTES_MAX = 60_000;
const ISLAND_BYTES_MAX = 42_000;
/** Of any page, with what it loads. */
const PAGE_BYTES_MAX = 120_000;
const JOURNEY_MS_MAX = 60_000;
/** Those that need nobody to sign in. */
const PAGES = [
  '/',
  '/tools',
  '/tools/translate-premium',
  '/pricing',
  '/status',
  '/login',
  '/agent',
  '/docs',
  '/docs/console?operation=search-ai',
  '/time-report.html',
  '/terms',
  '/api-benchmark/zh/',
];

let farebox: Farebox;
beforeAll(async () => {
  farebox = await startFarebox();
});
afterAll(() => farebox?.stop());

const fetchPage = async (path: string, headers: Record<string, string> = {}) =>
  await fetch(`${farebox.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });
const readPage = async (path: string, headers: Record<string, string> = {}) =>
  parseHTML(await (await fetchPage(path, headers)).text()).document;
const rowsOf = (page: Awaited<ReturnType<typeof readPage>>): string[] =>
  [...page.querySelectorAll('table.prices tbody th')].map((cell) => cell.textContent.trim());

it('speaks the language that was chosen, else the one that the browser asks for', async () => {
  const titleOf = async (path: string, headers: Record<string, string>): Promise<string> =>
    (await readPage(path, headers)).querySelector('h1')?.textContent ?? '';
  const german = { 'accept-language': 'de, ja;q=0.7' };
  expect(await titleOf('/tools', {})).toBe('Tools');
  expect(await titleOf('/tools', german)).toBe('ツール');
  expect(await titleOf('/tools', { ...german, cookie: 'a=b; lang=zh' })).toBe('工具');
  expect(await titleOf('/tools?lang=en', { ...german, cookie: 'lang=zh' })).toBe('Tools');
  expect(await titleOf('/login', { cookie: 'lang=ja; theme=dark' })).toBe('サインイン');
});

it('says to other sites what a link to it leads to, with a picture at a whole address', async () => {
  for (const path of ['/', '/tools', '/tools/weather', '/pricing', '/status', '/agent']) {
    const page = await readPage(path);
    const tell = (name: string) => page.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? '';
    expect(tell('title'), path).toContain('Farebox');
    const picture = await fetch(tell('image'));
    expect([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/png']);
  }
});

it('shows the catalogue with filters in the address', async () => {
  expect(rowsOf(await readPage('/tools'))).toEqual(expect.arrayContaining(['weather', 'smart-translate']));
  const free = rowsOf(await readPage('/tools?free=1&category=weather'));
  expect(free).toEqual(['weather']);
  const none = await readPage(`/tools?q=${encodeURIComponent('<img src=x>')}`);
  expect(rowsOf(none)).toEqual([]);
  expect(none.querySelector('input[name=q]')?.getAttribute('value')).toBe('<img src=x>');
  expect(none.querySelectorAll('main img')).toHaveLength(0);
  expect(none.querySelector('main')?.textContent).toContain('No matching tools');
});

it('has a page for each tool that says its price and how to call it', async () => {
  for (const name of rowsOf(await readPage('/tools'))) {
    const page = await readPage(`/tools/${name}`);
    const text = page.querySelector('main')?.textContent ?? '';
    expect(text, name).toMatch(/(GET|POST) \/api\//);
    expect(text, name).not.toMatch(/undefined|\[object/);
  }
});

it('answers /pricing as JSON to programs and as a page to browsers, with a calculator', async () => {
  const json = await fetch(`${farebox.url}/pricing`);
  expect(json.headers.get('content-type')).toContain('application/json');
  const total = async (query: string): Promise<string> =>
    (await readPage(`/pricing?${query}`)).querySelector('output')?.textContent ?? '';
  expect(await total('tool=translate-premium&calls=1000')).toBe('$3.00');
  expect(await total('tool=translate-premium&calls=-1')).toBe('$30.00');
  const several = 'tool=translate-premium&calls=1000&tool=search-ai&calls=2000&tool=&calls=';
  expect(await total(several)).toBe('$7.00');
  const page = await readPage(`/pricing?${several}`);
  expect(page.querySelectorAll('.calculator select')).toHaveLength(3);
  expect(page.querySelector('.buys')?.textContent).toContain('A deposit of $25 lasts about 107 days.');
});

it('shows a browser a page for what is not there, and programs the error as JSON', async () => {
  const missing = await fetchPage('/no-such-page', { 'accept-language': 'zh' });
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  const page = parseHTML(await missing.text()).document;
  expect(page.querySelector('h1')?.textContent).toBe('找不到此页面');
  expect(page.querySelector('main')?.textContent).toContain(missing.headers.get('x-request-id') ?? '?');
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json, text/html;q=0.5' }]) {
    const reply = await fetch(`${farebox.url}/no-such-page`, { headers });
    expect(reply.headers.get('content-type')).toContain('application/json');
  }
  const called = await fetchPage('/api/account/balance', { authorization: 'Bearer fbx_test_nobody' });
  expect(called.headers.get('content-type')).toContain('application/json');
});

it('stays small on the wire', async () => {
  const packed = { 'accept-encoding': 'br' };
  const sizeOf = async (path: string): Promise<number> => {
    const { status, headers } = await farebox.request('GET', path, { headers: { accept: 'text/html', ...packed } });
    expect([path, status]).toEqual([path, 200]);
    return Number(headers['content-length']);
  };
  const addresses = async (path: string): Promise<string[]> =>
    [...(await readPage(path)).querySelectorAll('script[src], link[rel=stylesheet], link[rel=icon]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
    );
  const sumOf = async (paths: readonly string[]): Promise<number> =>
    (await Promise.all(paths.map(sizeOf))).reduce((sum, size) => sum + size, 0);
  expect(await sumOf(['/', ...(await addresses('/'))])).toBeLessThan(LANDING_BYTES_MAX);
  for (const path of [...PAGES, '/docs?group=proxy', '/docs?group=admin']) {
    const own = (await addresses(path)).filter((address) => address.startsWith('/assets/'));
    expect(await sumOf([path, ...own]), path).toBeLessThan(PAGE_BYTES_MAX);
  }
});

it('loads no script that is large', async () => {
  const folder = new URL('../../dist/assets/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const sizes = names.map((name) => [name, gzipSync(readFileSync(new URL(name, folder))).length] as const);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter(([, size]) => size >= ISLAND_BYTES_MAX)).toEqual([]);
});

describe.skipIf(!hasChromium)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(DESKTOP);
  });
  afterAll(() => browser?.close());

  it('takes a stranger from the first page to a verified receipt', { timeout: JOURNEY_MS_MAX }, async () => {
    const { tab, complaints } = browser;
    await tab.goto(farebox.url);
    await tab.getByRole('button', { name: /Run a paid call/ }).click();
    const ticket = tab.locator('.ticket.new');
    expect(await ticket.textContent()).toContain('translate-premium$0.003');
    expect(await ticket.textContent()).toContain('$0.247');
    await tab.getByRole('button', { name: 'Verify signature' }).click();
    expect(await tab.locator('.stamp').textContent()).toBe('Valid signature. Signed by this server.');
    expect(await tab.locator('.tabs .code code').first().textContent()).toMatch(/Bearer fbx_test_\w+'/);
    await tab.goto(`${farebox.url}/tools/weather`);
    await tab.getByRole('button', { name: /Run/ }).click();
    await expect.poll(() => tab.locator('.outcome code').textContent()).toContain('"success": true');
    expect(complaints).toEqual([]);
  });

  it('keeps theme and language', { timeout: JOURNEY_MS_MAX }, async () => {
    const { tab } = browser;
    await tab.goto(`${farebox.url}/status`);
    await tab.getByRole('button', { name: 'Switch theme' }).click();
    await tab.getByRole('combobox', { name: 'Language' }).selectOption('ja');
    await tab.getByRole('heading', { name: '稼働状況' }).waitFor();
    expect(await tab.evaluate<string | undefined>('document.documentElement.dataset.theme')).toBe('dark');
  });
});
