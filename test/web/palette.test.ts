/** The command palette on every page, its shortcuts, buttons that copy IDs, and pages that don't jump while they load. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFaults, hasChromium, settle } from '../harness/browser.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';

const MS_MAX = 180_000;
/** Cumulative layout shift that is fine by the Core Web Vitals is 0.1. */
const SHIFT_MAX = 0.05;
const OPERATOR = 'ops@farebox.example';
const PAGES = [
  '/',
  '/tools',
  '/tools/translate-premium',
  '/pricing',
  '/docs',
  '/docs/first-call',
  '/docs/console',
  '/status',
];
const PRIVATE_PAGES = ['/dashboard', '/dashboard/calls', '/dashboard/keys', '/app', '/app/releases', '/admin'];
const WATCH_SHIFTS =
  'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });';

describe.skipIf(!hasChromium)('the command palette', () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await openBrowserWorld({
      ADMIN_EMAILS: OPERATOR,
      ADMIN_RATE_LIMIT_PER_MINUTE: '1000000',
      ACCOUNT_MODE: 'test',
    });
    world.browser.tab.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('opens by key, finds pages, tools and documents, and closes again', { timeout: MS_MAX }, async () => {
    const { server, browser } = world;
    const { tab, complaints } = browser;
    await tab.goto(`${server.url}/pricing`);
    const palette = tab.getByRole('dialog', { name: 'Search' });
    await tab.keyboard.press('/');
    await palette.waitFor();
    expect(await findAxeFaults(tab)).toEqual([]);
    await tab.keyboard.type('idempotency');
    await palette
      .getByRole('link', { name: /Idempotency/ })
      .first()
      .waitFor();
    expect(await findAxeFaults(tab)).toEqual([]);
    await tab.keyboard.press('ArrowDown');
    expect(await tab.evaluate('document.activeElement.tagName')).toBe('A');
    await tab.keyboard.press('ArrowUp');
    expect(await tab.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/\/docs\/idempotency/);
    // In a field it is a character.
    await tab.goto(`${server.url}/tools`);
    await tab.getByRole('searchbox', { name: 'Search' }).fill('gpt');
    await tab.keyboard.press('/');
    expect(await palette.isVisible()).toBe(false);
    await tab.keyboard.press('Control+k');
    await palette.waitFor();
    await tab.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await tab.getByRole('heading', { level: 1 }).click();
    await tab.keyboard.press('?');
    await tab.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findAxeFaults(tab)).toEqual([]);
    await tab.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });

  it('leads to a call of the reader’s own by its ID, and each ID can be copied', { timeout: MS_MAX }, async () => {
    const { server, browser } = world;
    const { tab } = browser;
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { apiKey } = await server.account('test');
    const { body } = await server.request('POST', '/api/proxy/translate-premium', {
      key: apiKey,
      body: { text: 'Good morning', targetLang: 'JA' },
    });
    const receipt: unknown = body.receipt;
    const callId = String(typeof receipt === 'object' && receipt !== null && Reflect.get(receipt, 'callId'));
    await tab.goto(`${server.url}/dashboard`);
    await tab.locator('summary').click();
    await tab.getByLabel('API key', { exact: true }).fill(apiKey);
    await tab.getByRole('button', { name: 'Open dashboard' }).click();
    await tab.locator('.bars').first().waitFor();
    await tab.keyboard.press('Control+k');
    await tab.keyboard.type(callId);
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog', { name: 'translate-premium' }).waitFor();
    await tab.getByRole('button', { name: `Copy: ${callId}` }).click();
    expect(await tab.evaluate('navigator.clipboard.readText()')).toBe(callId);
  });

  it('copies the account of a payment and the request of an error, too', { timeout: MS_MAX }, async () => {
    const { server, browser } = world;
    const { tab } = browser;
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { apiKey, agentId } = await server.account('test');
    const checkout = await server.request('POST', '/api/stripe/checkout', { body: { amount: 5, apiKey } });
    await tab.goto(`${server.url}${new URL(String(checkout.body.url)).pathname}`);
    await tab.getByRole('button', { name: `Copy: ${agentId}` }).click();
    expect(await tab.evaluate('navigator.clipboard.readText()')).toBe(agentId);
    await tab.goto(`${server.url}/nothing-here`);
    await tab.getByText('Request ID').waitFor();
    const copy = tab.getByRole('button', { name: /^Copy: / });
    const requestId = (await copy.getAttribute('aria-label'))?.slice('Copy: '.length);
    await copy.click();
    expect(requestId).toMatch(/^req_/);
    expect(await tab.evaluate('navigator.clipboard.readText()')).toBe(requestId);
  });

  it.each(PAGES)('%s keeps its place while it loads', { timeout: MS_MAX }, async (path) => {
    expect(await measureShift(path)).toBeLessThanOrEqual(SHIFT_MAX);
  });

  it('so do pages of members and operators', { timeout: MS_MAX }, async () => {
    await world.browser.tab.context().clearCookies();
    await world.signIn(OPERATOR, '/dashboard');
    for (const path of PRIVATE_PAGES) expect.soft(await measureShift(path), path).toBeLessThanOrEqual(SHIFT_MAX);
  });

  async function measureShift(path: string): Promise<number> {
    const { tab } = world.browser;
    await tab.goto(`${world.server.url}${path}`);
    await tab.evaluate(WATCH_SHIFTS);
    await settle(tab);
    // What is slow to come may move things, too.
    await tab.evaluate('new Promise((done) => setTimeout(done, 700))');
    return await tab.evaluate<number>('window.shift');
  }
});
