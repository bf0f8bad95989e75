/** `/docs` in a browser: on a phone and on a desk, with nothing from another host. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Browser, DESKTOP, findAxeFaults, hasChromium, openBrowser, PHONE } from '../harness/browser.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

const STEP_MS_MAX = 30_000;
const CONSOLE_MS_MAX = 60_000;

let farebox: Farebox;
beforeAll(async () => {
  farebox = await startFarebox();
});
afterAll(() => farebox?.stop());

/** A browser that notes what it asks of other hosts; closed when the test has finished. */
async function openWatched(viewport: typeof DESKTOP): Promise<Browser & { elsewhere: string[] }> {
  const browser = await openBrowser(viewport);
  onTestFinished(() => browser.close());
  browser.tab.setDefaultTimeout(STEP_MS_MAX);
  const elsewhere: string[] = [];
  browser.tab.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${farebox.url}/`) && !url.startsWith('data:')) elsewhere.push(url);
  });
  return { ...browser, elsewhere };
}

const measureOverflow = (tab: Page): Promise<number> =>
  tab.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.skipIf(!hasChromium).each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
])('on %s', (_name, viewport) => {
  it('the reference fits, and its search finds', async () => {
    const { tab, complaints, elsewhere } = await openWatched(viewport);
    for (const path of [
      '/docs',
      '/docs/first-call',
      '/docs?group=proxy',
      '/docs/api/proxy/search-ai',
      '/docs/operating.md',
      '/agent',
    ]) {
      await tab.goto(`${farebox.url}${path}`);
      expect(await measureOverflow(tab), path).toBe(0);
    }
    await tab.goto(`${farebox.url}/docs`);
    // As it is typed.
    await tab.getByLabel('Search the docs').fill('rotate key');
    await tab
      .locator('.found')
      .getByRole('link', { name: /account.rotate-key API/ })
      .click();
    await tab.waitForURL(`${farebox.url}/docs/api/account/account-rotate-key`);
    expect(await tab.locator('#account-rotate-key').isVisible()).toBe(true);
    expect([complaints, elsewhere]).toEqual([[], []]);
  });
});

describe.skipIf(!hasChromium)('the console', { timeout: CONSOLE_MS_MAX }, () => {
  it('runs an operation, with its price before and its receipt after', async () => {
    const { tab, complaints, elsewhere } = await openWatched(DESKTOP);
    await tab.goto(`${farebox.url}/docs/console?operation=translate-premium`);
    const run = tab.locator('.runner button[type=submit]');
    expect(await run.textContent()).toBe('Run for $0.003 in test credit');
    expect(await tab.locator('[data-estimate]').textContent()).toContain('$0.003');
    const text = tab.getByLabel('text · required');
    await text.fill('');
    await text.press('Control+Enter');
    expect(await tab.locator('#input-text-fault').textContent()).toBe('Fill in this field.');
    expect(await tab.evaluate('document.activeElement.id')).toBe('input-text');
    await text.fill('Guten Morgen');
    for (const code of await tab.locator('[data-follows] code').allTextContents())
      if (!code.includes('mcpServers')) expect(code).toContain('Guten Morgen');
    await text.press('Control+Enter');
    await tab.locator('.ticket').waitFor();
    expect(await tab.locator('.ticket').textContent()).toContain('translate-premium$0.003');
    await tab.getByRole('button', { name: 'Verify signature' }).click();
    expect(await tab.locator('.stamp').textContent()).toContain('Valid signature');
    expect([complaints, elsewhere]).toEqual([[], []]);
  });

  it('keeps a typed key over a change of operation, and shows what the server refuses at its field', async () => {
    const { tab, complaints } = await openWatched(PHONE);
    const { apiKey } = await farebox.account('test');
    await tab.goto(`${farebox.url}/docs/console?operation=account-create`);
    await tab.getByLabel('Your API key or token').fill(apiKey);
    await tab.locator('select[name=operation]').selectOption('account-balance');
    await tab.locator('#operation .route', { hasText: '/api/proxy/account/balance' }).waitFor();
    await tab.getByRole('button', { name: 'Send request' }).click();
    await tab.locator('.outcome .answer').waitFor();
    expect(await tab.locator('.outcome').textContent()).toContain('balance');
    expect(await measureOverflow(tab)).toBe(0);
    await tab.goBack();
    await tab.locator('#operation .route', { hasText: '/api/proxy/account/balance' }).waitFor({ state: 'detached' });
    expect(await tab.getByLabel('Your API key or token').inputValue()).toBe(apiKey);
    expect(complaints).toEqual([]);
  });

  it('has no fault that axe finds, in light and dark', async () => {
    const { tab } = await openWatched(DESKTOP);
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      await tab.goto(`${farebox.url}/docs/console?operation=search-ai`);
      expect(await findAxeFaults(tab), colorScheme).toEqual([]);
    }
  });
});
