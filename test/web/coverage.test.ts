/** Coverage on the page of a release: a suggestion is confirmed, and an article is added, in each language. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium } from '../harness/browser.ts';
import { openSite, type Site } from '../harness/site.ts';
import { type BrowserWorld, openBrowserWorld } from './browser-world.ts';
import { lookAt } from './look.ts';

const BROWSER_MS_MAX = 180_000;
const PATIENCE = { timeout: 60_000, interval: 200 };
const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const MEMBER = 'ada@studio.example';
const TITLE = 'City council adopts the meeting notes of “KiroNote 2” for all departments';

describe.skipIf(!hasChromium)('coverage of a release', { timeout: BROWSER_MS_MAX }, () => {
  let site: Site;
  let world: BrowserWorld;
  let path: string;

  const operate = async (start: string): Promise<void> => {
    const begun = await world.server.request('POST', start, { key: ADMIN_TOKEN });
    expect(begun.status, begun.text).toBe(200);
    await vi.waitFor(async () => {
      const { body } = await world.server.request('GET', '/internal/pipeline-status', { key: ADMIN_TOKEN });
      expect(Object.values(Object(body.jobs)).map((job) => Object(job).running)).not.toContain(true);
    }, PATIENCE);
  };

  const readIn = async (language: string): Promise<void> => {
    const { tab } = world.browser;
    await tab.context().addCookies([{ name: 'lang', value: language, url: world.server.url }]);
    await tab.goto(`${world.server.url}${path}`);
  };

  beforeAll(async () => {
    site = await openSite();
    site.pages.set('/feed', (_request, response) => {
      const at = new Date(Date.now() + 2_000).toUTCString();
      response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end(
          `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><item><title>${TITLE}</title><link>https://daily.example/kiro</link><description>Minutes write themselves.</description><pubDate>${at}</pubDate></item></channel></rss>`,
        );
    });
    world = await openBrowserWorld({
      ...{ ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '10000' },
      ...{ FETCH_ALLOW_HOSTS: new URL(site.url).host, SCRAPE_SOURCES: `daily=${site.url}/feed` },
    });
    await world.signIn(MEMBER, '/app/releases?id=new');
    const { tab } = world.browser;
    await tab.getByLabel('Headline', { exact: true }).fill(TITLE);
    await tab
      .getByLabel('Body', { exact: true })
      .fill('Studio delivers KiroNote 2 to the city. It costs 9 USD a month.');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.waitForURL(/releases\?id=\d+/);
    path = new URL(tab.url()).pathname + new URL(tab.url()).search;
    await tab.getByRole('button', { name: 'Publish to feed' }).click();
    await tab.getByRole('button', { name: 'Publish now' }).click();
    await tab.getByRole('button', { name: /^Copy: http.*\/v1\/articles\/\d+$/ }).waitFor();
    for (const job of ['/admin/scrape-now', '/admin/run-analyze', '/admin/run-push']) await operate(job);
  });
  afterAll(async () => {
    await world?.close();
    await site?.close();
  });

  it('confirms what was found, and adds what was not', async () => {
    const { tab } = world.browser;
    const confirm = tab.getByRole('button', { name: 'Confirm' });
    await vi.waitFor(async () => {
      await tab.reload();
      await tab.getByRole('heading', { name: 'Coverage' }).waitFor();
      await confirm.waitFor({ timeout: 2_000 });
    }, PATIENCE);
    await lookAt(world, 'coverage-1-suggested');
    await confirm.click();
    await tab.getByRole('heading', { name: 'Suggested' }).waitFor({ state: 'detached' });
    await tab.getByRole('link', { name: TITLE }).waitFor();
    await tab.getByLabel('URL of the article').fill('https://weekly.example/2026/kiro');
    await tab.getByLabel('Article headline').fill('Notes for the council');
    await tab.getByLabel('Published').fill('2026-11-27');
    await tab.getByRole('button', { name: 'Add coverage' }).click();
    const row = tab.getByRole('row', { name: /Notes for the council/ });
    await row.getByText('weekly.example').waitFor();
    expect(await tab.getByLabel('URL of the article').inputValue()).toBe('');
    await lookAt(world, 'coverage-2-added');
    for (const [language, heading] of [
      ['ja', '掲載実績'],
      ['zh', '媒体刊登'],
    ] as const) {
      await readIn(language);
      await tab.getByRole('heading', { name: heading, exact: true }).waitFor();
      await tab.getByText('Notes for the council').waitFor();
      await lookAt(world, `coverage-3-${language}`);
    }
    await readIn('en');
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });
});
