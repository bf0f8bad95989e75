/** The operators' page of upstreams in Chromium: a changed tool is read and accepted, a tool is tried out. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, DESKTOP, hasChromium, openBrowser, PHONE, settle } from '../harness/browser.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { codeInMail } from '../oauth/a-person.ts';
import { callTool, HOSTILE, nodeServer, untilOffered, writeFareboxFile } from '../upstreams/world.ts';

const OPERATOR = 'ops@farebox.example';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FAULTS = "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))";
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe.skipIf(!hasChromium)('in a browser', () => {
  let server: Farebox;
  let browser: Browser;
  let database: FreshDatabase;
  const state = join(mkdtempSync(join(tmpdir(), 'farebox-changed-')), 'changed');
  beforeAll(async () => {
    database = await freshDatabase('sqlite');
    const mcp = nodeServer(HOSTILE, 'good', state);
    const FAREBOX_CONFIG = writeFareboxFile({ upstreams: { odd: { title: 'Odd <img src=x>', mcp, price: 0.01 } } });
    server = await startFarebox({ database, env: { ADMIN_EMAILS: OPERATOR, SIGNUP: 'open', FAREBOX_CONFIG } });
    await untilOffered(server, 'odd-echo');
    browser = await openBrowser(DESKTOP);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  it('shows a change as an alert, accepts it, and makes a test call', { timeout: 180_000 }, async () => {
    const { tab, complaints } = browser;
    const { apiKey } = await server.account('live');
    writeFileSync(state, '');
    await callTool(server, apiKey, 'odd/die');
    const call = async () => (await callTool(server, apiKey, 'odd/echo', { text: 'x' })).text;
    await expect.poll(call, { timeout: 15_000 }).toContain('changed upstream');

    await tab.goto(`${server.url}/login?next=/admin`);
    await tab.getByLabel('Email address').fill(OPERATOR);
    await tab.getByRole('button', { name: 'Email me a code' }).click();
    await tab.getByLabel('Code', { exact: true }).fill(await codeInMail(join(database.dataDir, 'data'), OPERATOR));
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/\/admin/);
    // Alerts are opened within a minute, and shown when a page is opened.
    const alert = tab.getByRole('link', { name: /changed tools/ });
    const reopen = async () => {
      await tab.goto(`${server.url}/admin`);
      await tab.getByRole('heading', { level: 1 }).waitFor();
      // The alerts are asked for when the page is there.
      await alert.waitFor({ timeout: 3_000 }).catch(() => {});
      return await alert.count();
    };
    await expect.poll(reopen, { timeout: 90_000, interval: 2_000 }).toBe(1);
    await alert.click();
    await tab.getByText('"Repeats a text, and sends your files along."').waitFor();
    await tab.evaluate(AXE);
    for (const [viewport, language] of [
      [DESKTOP, 'en'],
      [PHONE, 'ja'],
      [PHONE, 'zh'],
    ] as const) {
      await tab.setViewportSize(viewport);
      await tab.goto(`${server.url}/admin?view=upstreams&lang=${language}`);
      await settle(tab);
      for (const summary of await tab.locator('#island summary').all()) await summary.click();
      await tab.evaluate(AXE);
      expect.soft(await tab.evaluate<string[]>(FAULTS), language).toEqual([]);
      expect.soft(await tab.evaluate<number>(OVERFLOW), language).toBe(0);
    }

    await tab.setViewportSize(DESKTOP);
    await tab.goto(`${server.url}/admin?view=upstreams&lang=en`);
    await tab.getByRole('button', { name: 'Accept changes' }).click();
    await tab.getByRole('button', { name: 'Accept changes' }).click();
    await tab.getByText('odd-echo was changed').waitFor({ state: 'detached' });
    await tab.getByText(/^Tools \(/).click();
    const row = tab.locator('tr', { hasText: 'odd-echo' });
    await row.getByRole('button', { name: 'Test call' }).click();
    await row.getByLabel('Input (JSON)').fill('{ "text": ');
    await row.getByRole('button', { name: 'Call', exact: true }).click();
    await row.getByText("The input isn't valid JSON.").waitFor();
    await row.getByLabel('Input (JSON)').fill('{ "text": "from the page" }');
    await row.getByRole('button', { name: 'Call', exact: true }).click();
    await row.getByText('Succeeded').waitFor();
    expect(await row.locator('.quoted').textContent()).toContain('from the page');
    expect(complaints).toEqual([]);
  });
});
