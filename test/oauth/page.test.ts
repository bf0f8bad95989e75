/** The consent page in Chromium: with keyboard and touch, by e-mail and by root key, and what an attacker would try. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, DESKTOP, hasChromium, openBrowser, PHONE } from '../harness/browser.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { exchange, mcp, newPkce, type Pkce, parametersOf, REDIRECT, register, type TestClient } from './a-client.ts';
import { codeInMail } from './a-person.ts';

let database: FreshDatabase;
let server: Farebox;
let client: TestClient;
beforeAll(async () => {
  database = await freshDatabase('sqlite');
  server = await startFarebox({ database });
  client = await register(server, { client_name: '<img src=x onerror=alert(1)> editor' });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

function addressOf(pkce: Pkce, scope = 'tools'): string {
  const url = new URL('/oauth/authorize', server.url);
  for (const [name, value = ''] of Object.entries(parametersOf(client, pkce, { scope }))) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Where the browser is led; the client there is a page that says nothing. */
async function ledTo({ tab }: Browser, act: () => Promise<void>): Promise<URL> {
  const isBack = (url: URL): boolean => url.href.startsWith(REDIRECT);
  await tab.route(isBack, (route) => route.fulfill({ body: 'Back' }));
  await act();
  await tab.waitForURL(isBack);
  return new URL(tab.url());
}

describe.skipIf(!hasChromium)('the consent page', () => {
  it('takes a root key by keyboard alone, keeps it nowhere, and sends the limits along', async () => {
    const { apiKey } = await server.account('test');
    const browser = await openBrowser(DESKTOP);
    const { tab } = browser;
    const pkce = newPkce();
    await tab.goto(addressOf(pkce));
    await tab.locator('summary').focus();
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type(apiKey);
    await tab.keyboard.press('Enter');
    await tab.locator('#account').waitFor({ state: 'visible' });
    expect(await tab.locator('#account-name').textContent()).toMatch(/^agt_\w+ · 0\.25 USD$/);
    expect(await tab.locator('#key').inputValue()).toBe('');
    for (const [id, wrong] of [
      ['total', 'all'],
      ['perCall', '-1'],
    ] as const) {
      await tab.locator(`#${id}`).fill(wrong);
      await tab.keyboard.press('Enter');
      await tab.locator('#status.fault').waitFor({ state: 'visible' });
      expect(await tab.evaluate('document.activeElement.id')).toBe(id);
      await tab.locator(`#${id}`).fill('');
    }
    await tab.locator('#perDay').fill('0.003');
    const back = await ledTo(browser, () => tab.keyboard.press('Enter'));
    const tokens = await exchange(server.url, client, back.searchParams.get('code') ?? '', pkce);
    expect((await mcp(server, String(tokens.body.access_token))).status).toBe(200);
    const { body } = await server.request('GET', '/api/account/keys', { key: apiKey });
    expect(body.keys).toMatchObject([{ name: '<img src=x onerror=alert(1)> editor', caps: { perDay: 0.003 } }]);
    await tab.goto(addressOf(pkce));
    const kept = await tab.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])');
    expect(kept).toBe('[{},{},""]');
    await browser.close();
  });

  it('lets its reader take away what was asked for', async () => {
    const { apiKey } = await server.account('test');
    const browser = await openBrowser(DESKTOP);
    const { tab } = browser;
    const pkce = newPkce();
    await tab.goto(addressOf(pkce, 'tools account'));
    await tab.locator('summary').click();
    await tab.locator('#key').fill(apiKey);
    await tab.keyboard.press('Enter');
    const box = (scope: string) => tab.locator(`input[name="scope"][value="${scope}"]`);
    await box('account').waitFor({ state: 'visible' });
    await box('account').uncheck();
    await box('tools').uncheck();
    await tab.locator('#consent button').click();
    await tab.locator('#status.fault').waitFor({ state: 'visible' });
    await box('tools').check();
    const back = await ledTo(browser, () => tab.locator('#consent button').click());
    const tokens = await exchange(server.url, client, back.searchParams.get('code') ?? '', pkce);
    expect(tokens.body.scope).toBe('tools');
    await browser.close();
  });

  it('signs in by e-mail on a phone, goes on in the same tab, and says no without a session', async () => {
    const browser = await openBrowser(PHONE);
    const { tab } = browser;
    await tab.goto(addressOf(newPkce(), 'tools newsroom'));
    const wide = await tab.evaluate('document.documentElement.scrollWidth > window.innerWidth');
    expect(wide).toBe(false);
    for (const button of await tab.locator('button:visible, a.button:visible, input:visible').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    const denied = await ledTo(browser, () => tab.locator('#deny').tap());
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: 'access_denied', iss: server.url });

    const pkce = newPkce();
    await tab.goto(addressOf(pkce));
    await tab.locator('#email').fill('ada@phone.example');
    await tab.keyboard.press('Enter');
    await tab.locator('#code').fill(await codeInMail(join(database.dataDir, 'data'), 'ada@phone.example'));
    await tab.keyboard.press('Enter');
    await tab.locator('#account').waitFor({ state: 'visible' });
    expect(await tab.locator('#account-name').textContent()).toContain('ada@phone.example · ');
    const back = await ledTo(browser, () => tab.locator('#consent button').tap());
    expect((await exchange(server.url, client, back.searchParams.get('code') ?? '', pkce)).status).toBe(200);

    await tab.goto(addressOf(newPkce()));
    await tab.locator('#account').waitFor({ state: 'visible' });
    await tab.evaluate('fetch("/auth/logout", { method: "POST" }).then((reply) => reply.status)');
    await tab.locator('#consent button').tap();
    await tab.locator('#entrance').waitFor({ state: 'visible' });
    expect(await tab.locator('#status').textContent()).toContain('sign in again');
    await browser.close();
  });

  it('tells what is wrong with a key, and runs nothing that a client has sent', async () => {
    const { apiKey } = await server.account('test');
    const sub = await server.request('POST', '/api/account/keys', { key: apiKey, body: { name: 'sub' } });
    const browser = await openBrowser(DESKTOP);
    const { tab } = browser;
    let dialogs = 0;
    tab.on('dialog', (dialog) => {
      dialogs++;
      dialog.dismiss().catch(() => {});
    });
    await tab.goto(addressOf(newPkce()));
    await tab.locator('summary').click();
    for (const wrong of [`fbx_test_${'x'.repeat(43)}`, 'schlüssel']) {
      await tab.locator('#key').fill(wrong);
      await tab.keyboard.press('Enter');
      await tab.locator('#status.fault').waitFor({ state: 'visible' });
      expect(await tab.locator('#status').textContent()).toBe('This key is invalid or has been revoked.');
    }
    await tab.locator('#key').fill(String(sub.body.apiKey));
    await tab.keyboard.press('Enter');
    await tab.locator('#consent button').click();
    await tab.locator('#status.fault').waitFor({ state: 'visible' });
    expect(await tab.locator('#status').textContent()).toContain('Use the root key');
    expect(await tab.locator('img').count()).toBe(0);
    expect(dialogs).toBe(0);
    expect(browser.complaints.filter((line) => /security policy/i.test(line))).toEqual([]);
    await browser.close();
  });

  it('says that it is done to a client that opens no page of its own', async () => {
    const { apiKey } = await server.account('test');
    const browser = await openBrowser(PHONE);
    const { tab } = browser;
    await tab.route(
      ({ href }) => href.startsWith(REDIRECT),
      (route) => route.fulfill({ status: 204 }),
    );
    await tab.goto(addressOf(newPkce()));
    await tab.locator('summary').click();
    await tab.locator('#key').fill(apiKey);
    await tab.keyboard.press('Enter');
    await tab.locator('#consent button').click();
    await tab.getByText('Access granted.').waitFor();
    expect(await tab.locator('main').locator('button:visible, a:visible, input:visible').count()).toBe(0);
    await browser.close();
  });

  it.each([
    ['ja-JP', 'ja', 'アクセスの許可'],
    ['zh-CN', 'zh', '授权访问'],
    ['fr-FR', 'en', 'Authorize access'],
  ])('speaks to a browser of %s', async (locale, lang, title) => {
    const browser = await openBrowser(PHONE, locale);
    await browser.tab.goto(addressOf(newPkce()));
    expect(await browser.tab.locator('html').getAttribute('lang')).toBe(lang);
    expect(await browser.tab.locator('h1').textContent()).toBe(title);
    expect(browser.complaints).toEqual([]);
    await browser.close();
  });
});
