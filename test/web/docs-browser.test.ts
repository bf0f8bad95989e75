/** `/docs` in a browser: on a phone and on a desk, with nothing from another host. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Browser, DESKTOP, hasChromium, openBrowser, PHONE } from '../harness/browser.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

/** Swagger UI draws the whole description before it shows one operation. */
const STEP_MS_MAX = 90_000;
const CONSOLE_MS_MAX = 60_000;

let farebox: Farebox;
beforeAll(async () => {
  farebox = await startFarebox();
});
afterAll(() => farebox?.stop());

it('lets the console alone write styles of its own', async () => {
  const policyOf = async (path: string) =>
    String((await farebox.request('GET', path)).headers['content-security-policy']);
  expect(await policyOf('/docs/console')).toContain("style-src 'self' 'unsafe-inline'; script-src 'self';");
  for (const path of ['/docs', '/docs?group=proxy', '/docs?q=key', '/agent', '/login']) {
    expect(await policyOf(path), path).toMatch(/default-src 'none'; style-src 'self'; script-src 'self'/);
  }
});

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
    for (const path of ['/docs', '/docs/first-call', '/docs?group=proxy', '/docs?operation=search-ai', '/agent']) {
      await tab.goto(`${farebox.url}${path}`);
      expect(await measureOverflow(tab), path).toBe(0);
    }
    await tab.goto(`${farebox.url}/docs`);
    await tab.getByRole('searchbox').fill('rotate key');
    await tab.getByRole('button', { name: 'Search' }).click();
    await tab.getByRole('link', { name: /rotate-key/ }).click();
    expect(tab.url()).toBe(`${farebox.url}/docs?operation=account-rotate-key`);
    expect(await tab.locator('#account-rotate-key').isVisible()).toBe(true);
    expect([complaints, elsewhere]).toEqual([[], []]);
  });
});

// Drawing the console is what costs: it is drawn once, on a desk, and then fitted to a phone.
it.skipIf(!hasChromium)('the console calls an operation', { timeout: CONSOLE_MS_MAX }, async () => {
  const { tab, complaints, elsewhere } = await openWatched(DESKTOP);
  await tab.goto(`${farebox.url}/docs/console#/account/account-create`);
  const create = tab.locator('[id="operations-account-account-create"]');
  const answer = create.locator('.live-responses-table');
  for (const viewport of [DESKTOP, PHONE]) {
    await tab.setViewportSize(viewport);
    if (await answer.isVisible()) await create.getByRole('button', { name: 'Clear' }).click();
    await create.getByRole('button', { name: 'Execute' }).click();
    expect(await answer.locator('.response-col_status').nth(1).textContent()).toMatch(/^200/);
    expect(await answer.textContent()).toContain('fbx_');
    expect(await measureOverflow(tab)).toBe(0);
  }
  expect([complaints, elsewhere]).toEqual([[], []]);
});
