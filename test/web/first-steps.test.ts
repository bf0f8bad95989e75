/** First steps on pages: signing in without a mail server, a test account, and snippets that can be run twice. */
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../harness/browser.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';

const BROWSER_MS_MAX = 120_000;

describe.skipIf(!hasChromium)('first steps in a browser', { timeout: BROWSER_MS_MAX }, () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await openBrowserWorld();
  });
  afterAll(() => world?.close());

  it('says where the code is when there is no mail server', async () => {
    const { tab } = world.browser;
    await tab.goto(`${world.server.url}/login`);
    await tab.getByText('This server has no mail server. It writes your code to DATA_DIR/outbox').waitFor();
    await tab.getByLabel('Email address').fill('kei@studio.example');
    await tab.getByRole('button', { name: 'Email me a code' }).click();
    await tab.getByText('The code is in DATA_DIR/outbox and in the log.').waitFor();
    await tab.getByRole('button', { name: 'Resend code' }).click();
    await tab.getByText('Your code from a moment ago is still valid.').waitFor();
  });

  it('shows a test key when it is made, then the limits of its account', async () => {
    const { tab, complaints } = world.browser;
    complaints.length = 0;
    await world.signIn('ada@studio.example', '/dashboard?mode=test');
    await tab.getByText("You don't have a test account yet.").waitFor();
    expect(await tab.getByRole('button', { name: 'Add $10' }).count()).toBe(0);
    const deposit = await tab.evaluate<string>(
      "fetch('/dashboard/deposit?amount=10&mode=test', { method: 'POST' }).then((reply) => reply.url)",
    );
    expect(deposit).toBe(`${world.server.url}/dashboard?mode=test`);
    await tab.getByRole('button', { name: 'Create test key' }).click();
    const key = (await tab.locator('.secret code').textContent()) ?? '';
    const body = { text: 'Good morning', targetLang: 'JA' };
    const called = await world.server.request('POST', '/api/proxy/translate-premium', { key, body });
    expect(called.status).toBe(200);
    await tab.getByRole('link', { name: 'Open test account' }).click();
    await tab.getByRole('button', { name: 'Add $10' }).waitFor();
    await tab.goto(`${world.server.url}/dashboard/limits?mode=test`);
    await tab.getByRole('row', { name: /^translate-premium 82$/ }).waitFor();
    // The browser reports the answer 404 of the account that isn't there yet.
    expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
  });

  it('gives JSON for MCP, and no fixed idempotency key', async () => {
    const reply = await world.server.request('GET', '/tools/translate-premium', { headers: { accept: 'text/html' } });
    const blocks = [...parseHTML(reply.text).document.querySelectorAll('.tabs code')].map((code) => code.textContent);
    const [curl = '', , , config = '', call = ''] = blocks;
    expect(curl).toContain('Idempotency-Key: $(date +%s)-$RANDOM');
    expect(JSON.parse(config)).toHaveProperty('mcpServers.farebox.url');
    expect(JSON.parse(call)).toMatchObject({ params: { name: 'call_tool', arguments: { name: 'translate-premium' } } });
  });
});
