/** Chromium without a window, for pages and sign-ins. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser as Chromium, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync';
const STEP_MS_MAX = 60_000;

/** Without it the tests that need it are skipped. */
export const hasChromium = existsSync(CHROMIUM);

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

export interface Browser {
  tab: Page;
  /** What the console and the content security policy complained of. */
  complaints: string[];
  close(): Promise<void>;
}

/** One process for all the tests of a worker: starting Chromium costs more than what most of them do in it. */
let chromiumOfWorker: Promise<Chromium> | undefined;

/** A browser that knows nothing of the others: cookies, storage and caches are its own. `userAgent`: absent: its own. */
export async function openBrowser(viewport = DESKTOP, locale = 'en-US', userAgent?: string): Promise<Browser> {
  chromiumOfWorker ??= chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS.split(' ') });
  const context = await (await chromiumOfWorker).newContext({
    viewport,
    locale,
    hasTouch: viewport === PHONE,
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  const tab = await context.newPage();
  tab.setDefaultTimeout(STEP_MS_MAX);
  const complaints: string[] = [];
  tab.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text());
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  return {
    tab,
    complaints,
    close: () => context.close(),
  };
}

/** Until a private page has all that it asks its server for. */
export async function settle(tab: Page): Promise<void> {
  await tab.locator('#island .loading').first().waitFor({ state: 'detached' });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AXE_RUN = "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))";

/** Rules of accessibility that the page breaks, each with its first element. */
export async function findAxeFaults(tab: Page): Promise<string[]> {
  await tab.evaluate(AXE);
  return await tab.evaluate<string[]>(AXE_RUN);
}

const SIZES = 'performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)';

/** Bytes of a page and of all that it has asked for, as they are on the wire, whether or not they came from a cache. */
export const measurePage = (tab: Page): Promise<number> => tab.evaluate<number>(SIZES);
