/** The dashboard of an account with calls, and the catalogue: what a developer looks up each day. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../harness/browser.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';

const BROWSER_MS_MAX = 120_000;

describe.skipIf(!hasChromium)('a developer', { timeout: BROWSER_MS_MAX }, () => {
  let world: BrowserWorld;
  let key: string;
  beforeAll(async () => {
    world = await openBrowserWorld({ DEMO_DATA: 'off' });
    ({ apiKey: key } = await world.server.account('test'));
    const { tab } = world.browser;
    await tab.goto(`${world.server.url}/login?next=/dashboard`);
    await tab.locator('summary').click();
    await tab.getByLabel('API key', { exact: true }).fill(key);
    await tab.getByRole('button', { name: 'Open dashboard' }).click();
  });
  afterAll(() => world?.close());

  it('is led to the first call, then sees what it left of the balance', async () => {
    const { tab } = world.browser;
    await tab.getByRole('heading', { name: 'First steps' }).waitFor();
    for (const text of ['Good morning', 'Good evening', 'sandbox:down']) {
      const body = { text, targetLang: 'JA' };
      await world.server.request('POST', '/api/proxy/translate-premium', { key, body });
    }
    await tab.reload();
    await tab.getByText('Calls left (about)').waitFor();
    expect(await tab.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
    await tab.getByRole('button', { name: '7 days' }).click();
    await tab.getByText('Spent (last 7 days)').waitFor();
    expect(new URL(tab.url()).searchParams.get('days')).toBe('7');
  });

  it('opens a call beside the log, and exports what is filtered', async () => {
    const { tab, complaints } = world.browser;
    complaints.length = 0;
    const today = new Date().toISOString().slice(0, 10);
    await tab.goto(`${world.server.url}/dashboard/calls?day=${today}`);
    expect(await tab.getByLabel('From (UTC)').inputValue()).toBe(today);
    await tab
      .getByRole('row', { name: /UPSTREAM_FAILED/ })
      .getByRole('button', { name: 'Receipt' })
      .click();
    const panel = tab.getByRole('dialog', { name: 'translate-premium' });
    await panel
      .getByText(/^call_/)
      .first()
      .waitFor();
    await tab.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('calls.csv');
    await tab.getByText('3 calls exported').waitFor();
    await tab.goto(`${world.server.url}/dashboard/calls?from=2020-01-01&to=2020-01-02`);
    await tab.getByText('No matching calls.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('makes a key for one tool that expires', async () => {
    const { tab } = world.browser;
    await tab.goto(`${world.server.url}/dashboard/keys`);
    await tab.getByLabel('Name', { exact: true }).fill('Weather agent');
    await tab.getByLabel('Expires on').fill('2099-12-31');
    await tab.getByText('Allowed tools').first().click();
    await tab.getByRole('checkbox', { name: 'weather' }).check();
    await tab.getByRole('button', { name: 'Create key' }).click();
    const made = (await tab.locator('.secret code').textContent()) ?? '';
    const refused = await world.server.request('POST', '/api/proxy/llm-fast', { key: made, body: { prompt: 'Hi' } });
    expect(refused.body).toMatchObject({ error: { code: 'CAP_REACHED' } });
    await tab
      .getByRole('row', { name: /Weather agent/ })
      .getByText(/^Expires December 31, 2099/)
      .waitFor();
  });

  it('saves a test card, and is topped up by it until it is removed', async () => {
    const { tab, complaints } = world.browser;
    complaints.length = 0;
    await tab.goto(`${world.server.url}/dashboard/billing`);
    await tab.getByRole('button', { name: 'Save a card' }).click();
    await tab.getByRole('button', { name: 'Save a card that is declined' }).click();
    await tab.getByText('visa ending in 4242, valid until 2034-12').waitFor();
    await tab.getByLabel('When the balance falls below (USD)').fill('50');
    await tab.locator('select[name=amount]').selectOption('50');
    await tab.getByRole('button', { name: 'Turn on auto top-up' }).click();
    const state = async (): Promise<unknown> =>
      (await world.server.request('GET', '/api/account/auto-top-up', { key })).body.state;
    await expect.poll(state, { timeout: 30_000 }).toBe('paused');
    await tab.reload();
    await tab.getByText('Your card was declined.').waitFor();
    await tab.getByRole('link', { name: 'Pay $50.00 now' }).waitFor();
    await tab.getByRole('button', { name: 'Change card' }).click();
    await tab.getByRole('button', { name: 'Save a card that pays' }).click();
    const charged = async (): Promise<unknown> =>
      (await world.server.request('GET', '/api/account/auto-top-up', { key })).body.chargedThisMonth;
    await expect.poll(charged, { timeout: 30_000 }).toBe(50);
    await tab.reload();
    await tab.getByText('$50.00 of $50.00').waitFor();
    await tab.getByRole('button', { name: 'Remove card' }).click();
    await tab.getByRole('button', { name: 'Remove card' }).last().click();
    await tab.getByText('No card saved').waitFor();
    expect(complaints).toEqual([]);
  });

  it('finds tools while typing, by what people call them and who provides them', async () => {
    const { tab, complaints } = world.browser;
    complaints.length = 0;
    await tab.goto(`${world.server.url}/tools`);
    await tab.getByRole('searchbox').fill('gpt');
    await tab.getByRole('row', { name: /^llm-/ }).first().waitFor();
    await tab.getByRole('row', { name: /^weather/ }).waitFor({ state: 'detached' });
    expect(new URL(tab.url()).searchParams.get('q')).toBe('gpt');
    await tab.getByRole('searchbox').fill('天気');
    await tab.getByRole('row', { name: /^weather/ }).waitFor();
    await tab.getByRole('searchbox').fill('');
    await tab.getByLabel('Sort by').selectOption('price');
    await tab.waitForURL(/sort=price/);
    expect(await tab.locator('.tools tbody .price').first().textContent()).toBe('Free');
    const status = await world.server.request('GET', '/status', { headers: { accept: 'text/html' } });
    expect(status.text).toMatch(/\d+ of \d+ tools available/);
    expect(complaints).toEqual([]);
  });
});
