/** What people come for, in a browser: one server and one Chromium for all of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, DESKTOP, hasChromium, openBrowser } from '../harness/browser.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

const JOURNEY_MS_MAX = 60_000;
const HOSTILE = '<img src=x onerror=alert(1)>';

describe.skipIf(!hasChromium)('in a browser', () => {
  let server: Farebox;
  let browser: Browser;
  beforeAll(async () => {
    server = await startFarebox();
    browser = await openBrowser(DESKTOP);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('a key leads to its dashboard, a deposit, a failed call and a verified receipt', {
    timeout: JOURNEY_MS_MAX,
  }, async () => {
    const { tab, complaints } = browser;
    const { apiKey } = await server.account('test');
    const call = (text: string): Promise<unknown> =>
      server.request('POST', '/api/proxy/translate-premium', { key: apiKey, body: { text, targetLang: 'JA' } });
    await call('Good morning');
    await server.request('POST', '/api/account/keys', { key: apiKey, body: { name: HOSTILE, caps: { perCall: 0 } } });
    await tab.goto(`${server.url}/dashboard/calls`);
    await tab.locator('summary').click();
    await tab.getByLabel('API key', { exact: true }).fill(apiKey);
    await tab.getByRole('button', { name: 'Open the dashboard' }).click();
    await tab.getByRole('heading', { name: 'Call log' }).waitFor();
    await tab.getByRole('button', { name: 'Receipt' }).click();
    await tab.getByRole('button', { name: 'Verify the signature' }).click();
    expect(await tab.locator('.stamp').textContent()).toBe('Genuine: signed by this server');

    await tab.getByRole('link', { name: 'API keys' }).click();
    await tab.getByLabel('What it is for').fill('Research agent');
    await tab.getByLabel('At most a call, USD').fill('0.001');
    await tab.getByRole('button', { name: 'Make a key' }).click();
    const made = (await tab.locator('.secret code').textContent()) ?? '';
    const refused = await server.request('POST', '/api/proxy/translate-premium', {
      key: made,
      body: { text: 'Good evening', targetLang: 'JA' },
    });
    expect(refused.body).toMatchObject({ error: { code: 'CAP_REACHED' } });
    expect(await tab.locator('main').textContent()).toContain(HOSTILE);
    expect(await tab.locator('main img').count()).toBe(0);

    const log = '/api/account/calls?outcome=refused';
    // Refusals are noted after they are answered.
    const notes = async (): Promise<unknown> => (await server.request('GET', log, { key: apiKey })).body.calls;
    await expect.poll(notes).toHaveLength(1);
    await tab.goto(`${server.url}/dashboard/calls?outcome=refused`);
    await tab.getByText('CAP_REACHED').waitFor();
    expect(await tab.locator('.calls tbody tr').count()).toBe(1);

    await tab.goto(`${server.url}/dashboard`);
    await tab.getByRole('button', { name: 'Deposit $25' }).click();
    await tab.getByRole('button', { name: /Continue to payment/ }).click();
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await tab.goto(`${server.url}/dashboard`);
    await tab.getByText('$25.247', { exact: true }).waitFor();
    await tab.locator('.menu summary').click();
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByText('You are signed out.').waitFor();
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
  });
});
