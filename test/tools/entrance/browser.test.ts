/** The pages of the entrance in Chromium, from the invite to a key that works. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type Browser, DESKTOP, hasChromium, openBrowser, PHONE } from '../../harness/browser.ts';
import { codeIn, mailsIn, waitFor } from '../auth/newsroom.ts';
import { type ElsewhereWorld, openElsewhereWorld } from './world.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function browser(viewport = DESKTOP, locale = 'en-US'): Promise<Browser> {
  const opened = await openBrowser(viewport, locale);
  undo.push(() => opened.close());
  return opened;
}

/** Sign-in is by e-mail, and `provider` elsewhere. */
async function world({ provider = false, env = {} } = {}): Promise<ElsewhereWorld> {
  const opened = await openElsewhereWorld('sqlite', provider ? env : { OIDC_ISSUER: '', ...env });
  undo.push(() => opened.close());
  return opened;
}

async function newestCode({ database }: ElsewhereWorld, email: string, after = 0): Promise<string> {
  const folder = join(database.dataDir, 'data', 'outbox');
  return codeIn(await waitFor(async () => (await mailsIn(folder, email))[after]));
}

/** Whether the page is no wider than its window. */
const fits = (tab: Page): Promise<boolean> =>
  tab.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

describe.skipIf(!hasChromium)('in Chromium', () => {
  it('an invite leads from the link to a key that works, on a phone', async () => {
    const here = await world();
    const { tab, complaints } = await browser(PHONE);
    const code = await here.invite({ grantUsd: 2.5 });
    await tab.goto(`${here.server.url}/claw?code=${code}`);
    expect(await tab.textContent('h1')).toBe("You're invited");
    await tab.fill('#email', 'ada@studio.example');
    await tab.tap('#address-form button');
    await tab.fill('#code', await newestCode(here, 'ada@studio.example'));
    await tab.waitForSelector('#account:visible');
    expect(await tab.textContent('#account-balance')).toBe('2.75 USD');
    await tab.tap('#make-key');
    await tab.waitForSelector('#clients:visible');
    const key = (await tab.textContent('#new-key')) ?? '';
    expect(key).toMatch(/^fbx_live_\w{43}$/);
    const balance = await here.server.request('GET', '/api/account/balance', { key });
    expect(balance.body).toMatchObject({ agentId: await tab.textContent('#account-id'), balance: 2.75 });

    await tab.tap('summary:has-text("Cursor")');
    const cursor: unknown = JSON.parse((await tab.textContent('#cursor-with')) ?? '');
    const headers = { Authorization: `Bearer ${key}` };
    expect(cursor).toEqual({ mcpServers: { farebox: { url: `${here.server.url}/mcp/proxy`, headers } } });
    await tab.check('input[value=without]');
    await tab.tap('summary:has-text("VS Code")');
    expect(await tab.isVisible('#vs-code-without')).toBe(true);
    expect(await tab.isVisible('#vs-code-with')).toBe(false);
    for (const id of ['claude-code', 'claude-desktop', 'cursor', 'vs-code', 'windsurf', 'gemini-cli', 'codex']) {
      expect.soft(await tab.textContent(`#${id}-with`), id).toContain(key);
      expect.soft(await tab.textContent(`#${id}-without`), id).not.toContain(key);
    }
    expect(await fits(tab)).toBe(true);
    expect(complaints).toEqual([]);
    expect(await tab.context().cookies()).toMatchObject([{ name: 'farebox', httpOnly: true, sameSite: 'Lax' }]);
    await tab.reload();
    expect(await tab.textContent('h1')).toBe('This invite has reached its limit');
    expect(await tab.content()).not.toContain(key);
  });

  it('all of it goes by keyboard, and what is wrong is said', async () => {
    const here = await world();
    const { tab } = await browser(DESKTOP, 'ja-JP');
    const focused = (): Promise<unknown> => tab.evaluate('document.activeElement.id');
    await tab.goto(`${here.server.url}/claw?code=${await here.invite()}`);
    expect(await tab.getAttribute('html', 'lang')).toBe('ja');
    // Past the header, by the link that leads to the content.
    for (const key of ['Tab', 'Enter', 'Tab']) await tab.keyboard.press(key);
    await tab.keyboard.type('ada@studio.example');
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('#code:visible');
    expect(await focused()).toBe('code');
    const code = await newestCode(here, 'ada@studio.example');
    await tab.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('#status.fault');
    expect(await tab.textContent('#status')).toBe(
      'コードが正しくないか、有効期限が切れています。確認するか、新しいコードを取得してください。',
    );
    await tab.fill('#code', ` ${code.slice(0, 3)} ${code.slice(3)} `);
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('#account:visible');
    expect(await focused()).toBe('account-title');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('#key:visible');
    expect(await focused()).toBe('key-title');
  });

  it('a sign-in provider is visited and come back from, and the address keeps nothing', async () => {
    const here = await world({ provider: true });
    const { tab, complaints } = await browser();
    await tab.goto(`${here.server.url}/claw?code=${await here.invite({ grantUsd: 1 })}`);
    await tab.click('#elsewhere');
    await tab.fill('input[name=login]', 'ada@studio.example');
    await tab.fill('input[name=password]', 'any');
    await tab.click('button[type=submit]');
    await tab.click('button[type=submit]:has-text("Continue")');
    complaints.length = 0;
    await tab.waitForSelector('#account:visible');
    expect(new URL(tab.url()).href).toBe(`${here.server.url}/claw/signed-in`);
    expect(await tab.textContent('#account-balance')).toBe('1.25 USD');
    await tab.click('#make-key');
    await tab.waitForSelector('#clients:visible');
    const key = (await tab.textContent('#new-key')) ?? '';
    expect((await here.server.request('GET', '/api/account/balance', { key })).status).toBe(200);
    expect(complaints).toEqual([]);
    await tab.reload();
    await tab.waitForSelector('#begin-again-line:visible');
    expect(await tab.textContent('#status')).toContain('Start again');
    expect(await readdir(join(here.database.dataDir, 'data')).then((names) => names.includes('outbox'))).toBe(false);
  });

  it('a refusal of the provider leads back to the beginning', async () => {
    const here = await world({ provider: true });
    const { tab } = await browser();
    const invite = await here.invite();
    await tab.goto(`${here.server.url}/claw?code=${invite}`);
    await tab.click('#elsewhere');
    await tab.click('a:has-text("Cancel")');
    await tab.waitForSelector('#begin-again-line:visible');
    expect(await tab.textContent('#status')).toContain('This sign-in has expired');
    expect(await tab.getAttribute('#begin-again', 'href')).toBe(`/claw?code=${invite}`);
  });

  it('the sign-in page stays on this server, and forgets on demand', async () => {
    const here = await world({ env: { SIGNUP: 'open' } });
    const { tab, complaints } = await browser();
    const signIn = async (email: string, path: string): Promise<void> => {
      await tab.goto(`${here.server.url}${path}`);
      await tab.fill('#email', email);
      await tab.click('#address-form button');
      await tab.fill('#code', await newestCode(here, email));
    };
    await signIn('ada@one.example', '/login');
    await tab.waitForURL(`${here.server.url}/dashboard`);
    const readMe = 'fetch("/auth/me").then((reply) => reply.status)';
    expect(await tab.evaluate(readMe)).toBe(200);
    expect(await tab.evaluate('JSON.stringify([document.cookie, { ...sessionStorage }])')).toBe('["",{}]');
    const leave = async (): Promise<void> => {
      await tab.click('.menu summary');
      await tab.click('.menu button');
      await tab.waitForSelector('#email:visible');
    };
    const kept = await tab.context().cookies();
    await leave();
    await tab.context().addCookies(kept);
    expect(await tab.evaluate(readMe)).toBe(401);
    complaints.length = 0;
    const elsewhere = [
      '//evil.example/',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ];
    for (const [i, next] of elsewhere.entries()) {
      await signIn(`bob@${i}-two.example`, `/login?next=${encodeURIComponent(next)}`);
      await tab.waitForURL(`${here.server.url}/dashboard`);
      await leave();
    }
    await signIn('cyd@three.example', `/login?next=${encodeURIComponent('/agent?x=1')}`);
    await tab.waitForURL(`${here.server.url}/agent?x=1`);
    expect(complaints).toEqual([]);
  });
});
