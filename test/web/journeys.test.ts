/** User journeys in one Chromium on one server. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminViews } from '../../src/web/admin-info.ts';
import { type Browser, DESKTOP, hasChromium, measurePage, openBrowser, PHONE, settle } from '../harness/browser.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { mailsIn } from '../harness/outbox.ts';
import { codeInMail } from '../oauth/a-person.ts';

const JOURNEY_MS_MAX = 240_000;
/** Of a page for members or operators, on the wire. */
const PAGE_BYTES_MAX = 120_000;
const OPERATOR = 'ops@farebox.example';
/** A superlative to take away, and a tag that must stay text. */
const TEXT = `Studio launches the amazing Kiro ${'<img src=x>'}\n\nTokyo, November 20, 2026 - Studio will launch Kiro on December 1, 2026. It costs 300 dollars a month. The tool drafts minutes from a recording.`;
const HOSTILE = '<img src=x onerror=alert(1)>';

describe.skipIf(!hasChromium)('in a browser', () => {
  let server: Farebox;
  let browser: Browser;
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase('sqlite');
    server = await startFarebox({
      database,
      env: {
        ...{ SIGNUP: 'open', ADMIN_EMAILS: OPERATOR, DEMO_DATA: 'on', ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' },
        // Nobody answers there.
        ...{ ACCOUNT_MODE: 'test', DEEPL_API_KEY: 'a key', DEEPL_BASE_URL: 'http://127.0.0.1:9' },
      },
    });
    browser = await openBrowser(DESKTOP);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
  });

  async function signIn(email: string, path: string): Promise<void> {
    const { tab } = browser;
    await tab.goto(`${server.url}${path}`);
    await tab.getByLabel('Email address').fill(email);
    await tab.getByRole('button', { name: 'Email me a code' }).click();
    await tab.getByLabel('Code', { exact: true }).fill(await codeInMail(join(database.dataDir, 'data'), email));
    await tab.keyboard.press('Enter');
  }

  async function signOut(): Promise<void> {
    const { tab } = browser;
    await tab.locator('.menu summary').click();
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByText("You've signed out.").waitFor();
  }

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
    await tab.getByRole('button', { name: 'Open dashboard' }).click();
    await tab.getByRole('heading', { name: 'Call log' }).waitFor();
    await tab.getByRole('button', { name: 'Receipt' }).click();
    await tab.getByRole('button', { name: 'Verify signature' }).click();
    expect(await tab.locator('.stamp').textContent()).toBe('Valid signature. Signed by this server.');

    await tab.getByRole('link', { name: 'API keys' }).click();
    await tab.getByLabel('Name', { exact: true }).fill('Research agent');
    await tab.getByLabel('Per-call limit (USD)').fill('0.001');
    await tab.getByRole('button', { name: 'Create key' }).click();
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
    await tab.getByRole('button', { name: 'Add $25' }).click();
    await tab.getByRole('button', { name: /^Pay \$25/ }).click();
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await tab.goto(`${server.url}/dashboard`);
    await tab.getByText('$25.247', { exact: true }).waitFor();
    await signOut();
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
  });

  it('a member analyses a text, applies a change, writes a release of it and gets its PDF', {
    timeout: JOURNEY_MS_MAX,
  }, async () => {
    const { tab, complaints } = browser;
    complaints.length = 0;
    await signIn('ada@studio.example', '/login?next=/app/analyse');
    await tab.getByLabel('Text', { exact: true }).waitFor();
    expect(await measurePage(tab)).toBeLessThan(PAGE_BYTES_MAX);
    await tab.getByLabel('Text', { exact: true }).fill(TEXT);
    await tab.getByRole('button', { name: 'Analyze' }).click();
    await tab.locator('.marked mark.weak, .marked mark.evidence').first().waitFor();
    expect(await tab.locator('.marked').textContent()).toBe(TEXT);
    expect(await tab.locator('main img').count()).toBe(0);
    await tab.locator('.changes button:not(:disabled)').first().click();
    const working = await tab.getByRole('textbox', { name: 'Your draft' }).inputValue();
    expect(working).not.toBe(TEXT);
    await tab.getByRole('button', { name: 'Create release' }).click();
    await tab.waitForURL(/releases\?id=\d+/);
    await tab.getByLabel('Headline', { exact: true }).fill('Studio launches Kiro for city councils');
    await tab.locator('.editor .dial').waitFor();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('link', { name: 'PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    await tab.goto(`${server.url}/app/releases?q=${encodeURIComponent('Kiro')}`);
    await tab.getByRole('link', { name: 'Studio launches Kiro for city councils' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('the same member finds media, writes to them, and sees who has opened the mail', {
    timeout: JOURNEY_MS_MAX,
  }, async () => {
    const { tab, complaints } = browser;
    complaints.length = 0;
    await tab.getByRole('link', { name: 'Studio launches Kiro for city councils' }).click();
    await tab.getByRole('link', { name: 'Suggested media' }).click();
    await tab.locator('.media li').first().waitFor();
    const boxes = tab.locator('.media tr', { hasText: 'Can be emailed' }).getByRole('checkbox');
    for (const index of [0, 1]) await boxes.nth(index).check();
    await tab.getByLabel('New list name').fill(HOSTILE);
    await tab.getByRole('button', { name: 'Add to list' }).click();
    await tab.getByRole('link', { name: 'Create campaign' }).click();
    await tab.getByLabel('Internal name').fill(HOSTILE);
    await tab.getByRole('button', { name: 'Create campaign' }).click();

    await tab.waitForURL(/campaigns\?id=\d+/);
    await tab.getByText('Email 1 of 2').waitFor();
    await tab.getByRole('textbox', { name: 'Subject' }).fill(`Press release: Kiro ${HOSTILE}`);
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.locator('.letter h3', { hasText: HOSTILE }).waitFor();
    expect(await tab.locator('.letter .sheet').textContent()).toContain('Unsubscribe');
    await tab.getByRole('button', { name: 'Plain text' }).click();
    expect(await tab.locator('.letter pre').textContent()).toContain('Unsubscribe: http');
    await tab.getByRole('button', { name: 'Send test to me' }).click();
    await tab.getByText('Saved for ada@studio.example').waitFor();
    await tab.getByRole('button', { name: 'Next' }).click();
    await tab.getByText('Email 2 of 2').waitFor();
    await tab.getByRole('button', { name: 'Skip', exact: true }).click();
    await tab.getByRole('button', { name: 'Include' }).click();
    await tab.getByRole('button', { name: 'Skip', exact: true }).waitFor();
    // What was typed and not saved is there again.
    await tab.getByRole('textbox', { name: 'Subject' }).fill('Press release: another Kiro');
    await tab.getByRole('button', { name: 'Previous' }).click();
    await tab.getByText('Email 1 of 2').waitFor();
    await tab.getByRole('button', { name: 'Next' }).click();
    await tab.getByText('Email 2 of 2').waitFor();
    expect(await tab.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Press release: another Kiro');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.locator('.letter h3', { hasText: 'another Kiro' }).waitFor();
    await tab.getByRole('button', { name: 'Send 2 emails' }).click();
    await tab.getByText("Sent emails can't be recalled.").waitFor();
    await tab.getByRole('button', { name: 'Confirm and send' }).click();
    await tab.locator('h2').getByText('Sent', { exact: true }).waitFor();
    await tab.locator('.turning').getByText('Sent', { exact: true }).waitFor();
    expect(await tab.locator('tbody .tag', { hasText: 'Draft' }).count()).toBe(0);

    const folder = join(database.dataDir, 'data', 'outbox');
    const address = (await tab.locator('.letter dd').nth(1).textContent()) ?? '';
    const [mail = ''] = await mailsIn(folder, address);
    const pixel = /<img src="([^"]*\/t\/[^"]*)"/.exec(mail)?.[1] ?? '';
    expect((await fetch(pixel.replaceAll('&amp;', '&'))).status).toBe(200);
    const readMachines = async (): Promise<string | null> => {
      await tab.reload();
      return await tab.locator('tr', { hasText: 'Opens' }).locator('td').nth(2).textContent();
    };
    await expect.poll(readMachines).toBe(' 1');
    expect(await tab.locator('main img').count()).toBe(0);
    await signOut();
    expect(complaints).toEqual([]);
  });

  it('an operator runs a job to its end, suspends an account, and sees both in the audit', {
    timeout: JOURNEY_MS_MAX,
  }, async () => {
    const { tab, complaints } = browser;
    complaints.length = 0;
    const { apiKey, agentId } = await server.account('test');
    const live = await server.account('live');
    await signIn(OPERATOR, '/login?next=/admin');
    await tab.getByText('translate-premium').first().waitFor();
    for (const text of ['1', '2', '3', '4', '5']) {
      const body = { text, targetLang: 'JA' };
      expect((await server.request('POST', '/api/proxy/translate-premium', { key: live.apiKey, body })).status).toBe(
        502,
      );
    }
    await tab.reload();
    await tab
      .getByRole('link', { name: /^deepl is failing/ })
      .first()
      .click();
    await tab.locator('.failures tbody tr').first().waitFor();
    await tab.getByRole('link', { name: /Back to Providers/ }).click();
    const worst = tab.locator('.upstreams tbody tr').first();
    expect(await worst.textContent()).toMatch(/^deepl(?:Paused after failures|Failing)/);
    await tab.getByRole('link', { name: 'Pipeline' }).click();
    const job = tab.locator('.job', { hasText: 'Run the whole pipeline' });
    await job.getByRole('button', { name: 'Run' }).click();
    await job.locator('time').waitFor();
    await tab.getByRole('link', { name: 'Email queue' }).click();
    await tab.locator('th', { hasText: 'Kiro' }).first().waitFor();
    await tab.getByRole('link', { name: 'Overview' }).click();
    await tab.getByRole('button', { name: 'Pause all mail' }).click();
    await tab.getByRole('button', { name: 'Pause all mail' }).click();
    await tab.getByText('Mail is paused.').waitFor();
    await tab.getByRole('link', { name: 'Settings' }).click();
    await tab.getByRole('button', { name: 'Resume mail' }).click();
    await tab.getByRole('button', { name: 'Resume mail' }).click();
    await tab.getByText('Mail is on.').waitFor();
    await tab.goto(`${server.url}/admin?view=accounts&q=${agentId}`);
    await tab.locator('table.sorted .row-link').click();
    await tab.getByRole('button', { name: 'Suspend account' }).click();
    await tab.getByRole('button', { name: 'Suspend account' }).click();
    await tab.getByText('Suspended', { exact: true }).waitFor();
    const refused = await server.request('POST', '/api/proxy/translate-premium', {
      key: apiKey,
      body: { text: 'Good morning', targetLang: 'JA' },
    });
    expect(refused.status).toBe(403);
    await tab.goto(`${server.url}/admin?view=audit&subject=${agentId}`);
    await tab.getByRole('rowheader', { name: 'account.suspend' }).waitFor();
    // What is chosen stands in the address: it is there after a reload, and the way back undoes it.
    await tab.getByRole('link', { name: 'Today' }).click();
    await tab.getByRole('button', { name: '30 days' }).click();
    await tab.locator('.plot').first().waitFor();
    await tab.reload();
    await tab.locator('.plot').first().waitFor();
    const plotted = tab.getByRole('slider', { name: 'Daily calls' }).first();
    await plotted.focus();
    await tab.keyboard.press('ArrowLeft');
    expect(await plotted.getAttribute('aria-valuenow')).toBe('28');
    await tab.goBack();
    await tab.locator('.plot').first().waitFor({ state: 'detached' });
    for (const view of adminViews) {
      await tab.goto(`${server.url}/admin?view=${view}`);
      await settle(tab);
      expect.soft(await measurePage(tab), view).toBeLessThan(PAGE_BYTES_MAX);
      expect.soft(await tab.locator('.failure').count(), view).toBe(0);
    }
    // The last of them says what `farebox doctor` does.
    await tab.getByRole('rowheader', { name: 'Database' }).waitFor();
    // On a phone the pages of operators stand behind a button, which Escape closes again.
    await tab.setViewportSize(PHONE);
    const audit = tab.getByRole('link', { name: 'Audit' });
    await audit.waitFor({ state: 'hidden' });
    await tab.getByRole('button', { name: 'Admin: Diagnostics' }).click();
    await audit.waitFor();
    await tab.keyboard.press('Escape');
    await audit.waitFor({ state: 'hidden' });
    await tab.getByRole('button', { name: 'Admin: Diagnostics' }).click();
    await audit.click();
    await tab.getByRole('rowheader', { name: 'account.suspend' }).waitFor();
    await tab.setViewportSize(DESKTOP);
    await signOut();
    expect(complaints).toEqual([]);
  });
});
