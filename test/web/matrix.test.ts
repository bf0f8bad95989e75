/**
 * Every page in every width, theme and language: nothing wider than the screen, no rule of accessibility broken, nothing in the
 * console, and what strangers have named shown as text. `npm test` does a part of it, `TEST_LONG` the whole.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, hasChromium, openBrowser, settle } from '../harness/browser.ts';
import { isLong } from '../harness/long.ts';
import { HOSTILE, type HostileWorld, MEMBER, OPERATOR, openHostileWorld, type ShownPage } from './hostile-world.ts';

const ALL_MS_MAX = 300_000;
const WIDTHS = [360, 768, 1280];
const HEIGHT = 900;
const LANGUAGES = isLong ? (['en', 'ja', 'zh'] as const) : (['en'] as const);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FAULTS = "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))";
const CONTRAST = FAULTS.replace('run()', "run({ runOnly: 'color-contrast' })");
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** What came alive of a name, and what no reader should see. */
const ALIVE = 'document.querySelectorAll(\'img[src="x"], [onerror]\').length';
const NONSENSE = /\[object |\bundefined\b|\bNaN\b/;

describe.skipIf(!hasChromium)('in a browser', () => {
  let world: HostileWorld;
  const browsers = new Map<ShownPage['who'], Browser>();
  beforeAll(async () => {
    world = await openHostileWorld();
    for (const who of [null, MEMBER, OPERATOR] as const) {
      const browser = await openBrowser();
      browsers.set(who, browser);
      if (who === null) continue;
      const [name = '', value = ''] = (await world.signIn(who)).split('=');
      await browser.tab.context().addCookies([{ name, value, url: world.server.url }]);
    }
  }, ALL_MS_MAX);
  afterAll(async () => {
    for (const browser of browsers.values()) await browser.close();
    await world?.close();
  });

  async function open({ path, who }: ShownPage, language: string): Promise<Browser> {
    const browser = browsers.get(who);
    if (!browser) throw new Error(`No browser of ${who}`);
    const { tab, complaints } = browser;
    complaints.length = 0;
    await tab.context().addCookies([{ name: 'lang', value: language, url: world.server.url }]);
    const reply = await tab.goto(`${world.server.url}${path}`);
    expect.soft(reply?.headers()['content-security-policy'], path).not.toContain('unsafe-inline');
    await settle(tab);
    return browser;
  }

  /** Dark at the width that is set, then light on a phone. */
  async function findFaults({ path }: ShownPage, tab: Browser['tab']): Promise<void> {
    await tab.evaluate(AXE);
    await tab.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await tab.evaluate<string[]>(CONTRAST), `${path} dark`).toEqual([]);
    await tab.emulateMedia({ colorScheme: 'light' });
    await tab.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT });
    expect.soft(await tab.evaluate<string[]>(FAULTS), `${path} light`).toEqual([]);
  }

  /** Pages ask for more once they know something; what is slow to come is seen at the next width. */
  async function look(page: ShownPage, language: (typeof LANGUAGES)[number]): Promise<void> {
    const { tab, complaints } = await open(page, language);
    const told = `${page.path} ${language}`;
    if (page.isNamed) {
      const shown = tab.locator('main', { hasText: HOSTILE });
      await shown.waitFor({ timeout: 5_000 }).catch(() => expect.soft(page.path, 'shows the hostile name').toBe(''));
    }
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: HEIGHT });
      expect.soft(await tab.evaluate<number>(OVERFLOW), `${told} ${width}`).toBeLessThanOrEqual(0);
    }
    if (language === 'en') await findFaults(page, tab);
    expect.soft(await tab.evaluate<number>(ALIVE), told).toBe(0);
    expect.soft(await tab.locator('main').innerText(), told).not.toMatch(NONSENSE);
    expect.soft(await tab.locator('.failure').count(), told).toBe(0);
    expect
      .soft(
        // A page that says no says so with its status, too.
        complaints.filter((line) => !/status of 4(?:00|04|10)/.test(line)),
        told,
      )
      .toEqual([]);
  }

  it('fits each screen, can be read by everybody, and takes no name for more than text', {
    timeout: ALL_MS_MAX,
  }, async () => {
    const few = new Set([
      '/',
      '/tools/translate-premium',
      '/docs',
      '/login',
      '/app',
      '/dashboard',
      '/admin?view=newsroom',
    ]);
    const pages = world.pages.filter(
      ({ path, isNamed }) => isLong || few.has(path) || (isNamed && path.includes('campaigns')),
    );
    // Each browser does its own.
    const walk = async (who: ShownPage['who']): Promise<void> => {
      for (const language of LANGUAGES)
        for (const page of pages.filter((one) => one.who === who)) await look(page, language);
    };
    await Promise.all([...browsers.keys()].map(walk));
  });
});
