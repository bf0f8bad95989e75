/** An operator on a phone finds the cause of a failing provider, pauses it, and resumes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFaults, hasChromium, PHONE } from '../harness/browser.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';

const OPERATOR = 'ops@farebox.example';
const JOURNEY_MS_MAX = 120_000;

describe.skipIf(!hasChromium)('an operator on a phone', () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await openBrowserWorld({
      ...{ ADMIN_EMAILS: OPERATOR, ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' },
      // Nobody answers there.
      ...{ ACCOUNT_MODE: 'test', DEEPL_API_KEY: 'a key', DEEPL_BASE_URL: 'http://127.0.0.1:9' },
    });
    await world.browser.tab.setViewportSize(PHONE);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('finds the cause in one tap, pauses the provider and resumes it', { timeout: JOURNEY_MS_MAX }, async () => {
    const { server, browser, signIn } = world;
    const { tab, complaints } = browser;
    const { apiKey, agentId } = await server.account('live');
    const call = async (): Promise<string> =>
      (
        await server.request('POST', '/api/proxy/translate-premium', {
          key: apiKey,
          body: { text: 'Good morning', targetLang: 'JA' },
        })
      ).text;
    for (let i = 0; i < 5; i++) await call();
    await signIn(OPERATOR, '/login?next=/admin');
    await tab.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await tab.getByText('Attempts').waitFor();
    expect(await findAxeFaults(tab)).toEqual([]);
    // The first tap: the alert names the provider, and leads to it.
    await tab
      .getByRole('link', { name: /^deepl is failing/ })
      .first()
      .click();
    const failure = tab.locator('.failures tbody tr').first();
    await failure.waitFor();
    expect(await failure.textContent()).toMatch(/No connection.*translate-premium.*agt_.*ms.*req_/);
    expect(await findAxeFaults(tab)).toEqual([]);
    // From the failure to the account that it concerned.
    await failure.getByRole('link', { name: agentId }).click();
    await tab.getByRole('button', { name: `Copy: ${agentId}` }).waitFor();
    await tab.locator('.failures tbody tr').first().waitFor();
    expect(await findAxeFaults(tab)).toEqual([]);
    await tab.goBack();

    await tab.getByRole('button', { name: 'Pause provider' }).click();
    await tab.getByText('Stop sending live requests to deepl on all servers?').waitFor();
    await tab.getByRole('button', { name: 'Cancel' }).click();
    await tab.getByRole('button', { name: 'Pause provider' }).click();
    await tab.getByRole('button', { name: 'Pause provider' }).click();
    await tab.getByRole('button', { name: 'Resume provider' }).waitFor();
    expect(await call()).toContain('The operator has paused');
    // Every page of operators says so, with the way there.
    await tab.goto(`${server.url}/admin?view=books`);
    const banner = tab.getByRole('complementary', { name: 'Needs attention' });
    await banner.getByRole('link', { name: /deepl/ }).click();
    await tab.getByRole('button', { name: 'Resume provider' }).click();
    await tab.getByRole('button', { name: 'Resume provider' }).click();
    await tab.getByRole('button', { name: 'Pause provider' }).waitFor();
    expect(await call()).not.toContain('The operator has paused');

    await tab.goto(`${server.url}/admin?view=accounts&q=${agentId}`);
    await tab.getByRole('link', { name: 'A test' }).waitFor();
    expect(await findAxeFaults(tab)).toEqual([]);
    await tab.getByRole('button', { name: 'Balance' }).click();
    expect(await tab.locator('th[aria-sort=descending]').textContent()).toBe('Balance');
    expect(complaints).toEqual([]);
  });
});
