/** Chromium without a window, for pages and sign-ins. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync';
const STEP_MS_MAX = 10_000;

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

export async function openBrowser(viewport = DESKTOP, locale = 'en-US'): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-chromium-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    headless: true,
    args: FLAGS.split(' '),
    viewport,
    locale,
    hasTouch: viewport === PHONE,
  });
  const [tab = await context.newPage()] = context.pages();
  tab.setDefaultTimeout(STEP_MS_MAX);
  const complaints: string[] = [];
  tab.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text());
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  return {
    tab,
    complaints,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
