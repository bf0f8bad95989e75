/** Developers to their second and third step: one of agents, and one in China. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFaults, hasChromium, settle } from '../harness/browser.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';

const JOURNEY_MS_MAX = 120_000;
const STEP_MS_MAX = 20_000;

describe.skipIf(!hasChromium)('in a browser', { timeout: JOURNEY_MS_MAX }, () => {
  let world: BrowserWorld;
  let tab: Page;
  beforeAll(async () => {
    world = await openBrowserWorld({ ACCOUNT_MODE: 'test' });
    tab = world.browser.tab;
    tab.setDefaultTimeout(STEP_MS_MAX);
    // What fades in has no contrast yet.
    await tab.emulateMedia({ reducedMotion: 'reduce' });
  });
  afterAll(async () => {
    await world?.close();
  });

  async function speak(language: string): Promise<void> {
    await tab.context().clearCookies();
    await tab.context().addCookies([{ name: 'lang', value: language, url: world.server.url }]);
    world.browser.complaints.length = 0;
  }

  async function look(): Promise<void> {
    await settle(tab);
    expect.soft(await findAxeFaults(tab), tab.url()).toEqual([]);
    expect
      .soft(
        world.browser.complaints.filter((line) => !/status of 40[14]/.test(line)),
        tab.url(),
      )
      .toEqual([]);
  }

  it('an agent developer makes a key, calls, makes a second one with limits, and finds the call that failed', async () => {
    await speak('en');
    const { server, signIn } = world;
    await signIn('dev@agents.example', '/dashboard?mode=test');
    await settle(tab);
    const start = tab.getByRole('button', { name: 'Create test key' });
    await start.click();
    const key = (await tab.locator('.secret code').textContent()) ?? '';
    expect(key).toMatch(/^fbx_test_/);
    await look();
    const call = (token: string, text: string) =>
      server.request('POST', '/api/proxy/translate-premium', { key: token, body: { text, targetLang: 'JA' } });
    expect((await call(key, 'Good morning')).status).toBe(200);
    expect((await call(key, 'sandbox:down')).status).toBe(502);

    await tab.goto(`${server.url}/dashboard/keys?mode=test`);
    await tab.getByLabel('Name', { exact: true }).fill('Cheap agent');
    await tab.getByLabel('Per-call limit (USD)').fill('0.001');
    await tab.getByRole('button', { name: 'Create key' }).click();
    const second = (await tab.locator('.secret code').textContent()) ?? '';
    expect((await call(second, 'Good evening')).body).toMatchObject({ error: { code: 'CAP_REACHED' } });
    await look();

    await tab.goto(`${server.url}/dashboard/calls?mode=test&outcome=refunded`);
    await tab.getByText('UPSTREAM_FAILED').first().waitFor();
    await tab.getByRole('button', { name: 'Receipt' }).click();
    const panel = tab.getByRole('dialog', { name: 'translate-premium' });
    await panel.getByText('HTTP error').waitFor();
    expect(await panel.textContent()).toContain('deepl');
    await look();
  });

  it('a developer in China reads the docs, searches them, and runs a call in the console', async () => {
    await speak('zh');
    const { server } = world;
    await tab.goto(`${server.url}/docs`);
    await look();
    await tab.locator('main input[type=search]').fill('退款');
    await tab
      .locator('#results')
      .getByRole('link', { name: /扣费与退款/ })
      .first()
      .click();
    await tab.waitForURL(/\/docs\/money/);
    await look();
    await tab.locator('.neighbors a[rel=next]').click();
    await tab.waitForURL(/\/docs\/idempotency/);
    await look();
    await tab.keyboard.press('/');
    await tab.keyboard.type('翻译');
    await tab
      .locator('#palette')
      .getByRole('link', { name: /translate/ })
      .first()
      .waitFor();
    await tab.keyboard.press('Escape');
    await tab.goto(`${server.url}/docs/console?operation=translate-premium`);
    await look();
    await tab.locator('.runner button[type=submit]').click();
    await tab.locator('.ticket').waitFor();
    await look();
  });
});
