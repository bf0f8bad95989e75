/** `npm run screenshots`: pictures of the pages as people see them, with a server of their own, into docs/screenshots. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { codeInMail } from '../oauth/a-person.ts';
import { type Browser, hasChromium, openBrowser, PHONE } from './browser.ts';
import { type FreshDatabase, freshDatabase } from './databases.ts';
import { type Farebox, startFareboxProcess } from './farebox.ts';
import { root } from './sources.ts';

const DESKTOP = { width: 1120, height: 760 };
const BYTES_MAX = 150_000;
const OPERATOR = 'ops@farebox.example';
const TEXT = [
  'Studio Ada opens a free lantern workshop for 120 people in Osaka',
  'Osaka, November 21, 2026 - Studio Ada, Inc. today opened a lantern workshop in Kitahama, Osaka, for children and their parents. It is free for 120 people until March 31, 2027, and is the first of its kind in the city.',
  'Visits rose by 38% to 4,200 in October, according to the Kitahama Merchants Association. Each course takes 90 minutes and ends with a lantern to take home.',
  '“Every child should make one in their life,” said Ada Mori, president of Studio Ada. The amazing workshop is open from 10:00 to 18:00, closed on Mondays.',
  'About Studio Ada: founded in 2012, eleven employees, makes lamps of paper and bamboo. Contact: press@studio.example, https://studio.example/lanterns',
].join('\n\n');
/** For everybody: on a desk in English, and on a phone in Japanese and dark. */
const PUBLIC_PAGES = [
  ['/tools', 'tools'],
  ['/tools/translate-premium', 'tool'],
  ['/pricing', 'pricing'],
  ['/docs/first-call', 'docs'],
  ['/status', 'status'],
  ['/login', 'login'],
] as const;
const folder = join(root, 'docs/screenshots');

interface Studio {
  server: Farebox;
  database: FreshDatabase;
}

async function takePicture(tab: Page, name: string): Promise<void> {
  await tab.evaluate('document.fonts.ready');
  await tab.mouse.move(0, 0);
  const picture = await tab.screenshot({ animations: 'disabled', caret: 'hide' });
  if (picture.length > BYTES_MAX) throw new Error(`${name} has ${picture.length} bytes, and may have ${BYTES_MAX}.`);
  await writeFile(join(folder, `${name}.png`), picture);
  process.stdout.write(`${name}.png ${Math.round(picture.length / 1000)} kB\n`);
}

async function withBrowser(
  viewport: typeof DESKTOP,
  locale: string,
  use: (browser: Browser) => Promise<void>,
): Promise<void> {
  const browser = await openBrowser(viewport, locale);
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

async function pictureSignedOut({ server: { url } }: Studio): Promise<void> {
  await withBrowser(DESKTOP, 'en-US', async ({ tab }) => {
    await tab.goto(url);
    await takePicture(tab, 'landing');
    await tab.getByRole('button', { name: /Run a paid call/ }).click();
    await tab.getByRole('button', { name: 'Verify signature' }).click();
    await tab.locator('.stamp').waitFor();
    await tab.locator('.trial').evaluate('element => element.scrollIntoView({ block: "center" })');
    await takePicture(tab, 'first-call');
    for (const [path, name] of PUBLIC_PAGES) {
      await tab.goto(`${url}${path}`);
      await takePicture(tab, name);
    }
    await tab.goto(`${url}/docs/console?operation=search-ai`);
    await tab.getByRole('button', { name: /^Run for/ }).click();
    await tab.locator('.ticket').waitFor();
    await tab.locator('.go').evaluate('element => element.scrollIntoView({ block: "center" })');
    await takePicture(tab, 'console');
  });
  await withBrowser(PHONE, 'ja-JP', async ({ tab }) => {
    await tab.emulateMedia({ colorScheme: 'dark' });
    for (const [path, name] of [['/', 'landing'] as const, ...PUBLIC_PAGES]) {
      await tab.goto(`${url}${path}`);
      await takePicture(tab, `${name}-phone-ja`);
    }
  });
}

async function pictureAccount({ server }: Studio): Promise<void> {
  const { apiKey } = await server.account('test');
  const call = (path: string, body: object) => server.request('POST', path, { key: apiKey, body });
  for (const text of ['Good morning', 'See you tomorrow', 'sandbox:down', 'Thank you'])
    await call('/api/proxy/translate-premium', { text, targetLang: 'JA' });
  await call('/api/proxy/search-ai', { query: 'What is the Model Context Protocol?' });
  await call('/api/v2/search', { query: 'prepaid balance' });
  await withBrowser(DESKTOP, 'en-US', async ({ tab }) => {
    await tab.goto(`${server.url}/dashboard`);
    await tab.locator('summary').click();
    await tab.getByLabel('API key', { exact: true }).fill(apiKey);
    await tab.getByRole('button', { name: 'Open dashboard' }).click();
    await tab.locator('.bars').first().waitFor();
    await takePicture(tab, 'dashboard');
    await tab.getByRole('link', { name: 'Call log' }).click();
    await tab.getByRole('button', { name: 'Receipt' }).first().click();
    await tab.getByRole('button', { name: 'Verify signature' }).click();
    await tab.locator('.stamp').waitFor();
    await takePicture(tab, 'calls');
    await tab.setViewportSize(PHONE);
    await tab.emulateMedia({ colorScheme: 'dark' });
    await tab.goto(`${server.url}/dashboard`);
    await tab.locator('.bars').first().waitFor();
    await takePicture(tab, 'dashboard-phone');
    await tab.getByRole('button', { name: 'Add $25' }).click();
    await tab.getByRole('button', { name: /^Pay \$25/ }).click();
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await tab.getByRole('heading', { name: 'Payment received' }).waitFor();
    await takePicture(tab, 'payment-phone');
  });
}

async function signIn(tab: Page, { server, database }: Studio, email: string, path: string): Promise<void> {
  await tab.goto(`${server.url}${path}`);
  await tab.getByLabel('Email address').fill(email);
  await tab.getByRole('button', { name: 'Email me a code' }).click();
  await tab.getByLabel('Code', { exact: true }).fill(await codeInMail(join(database.dataDir, 'data'), email));
  await tab.keyboard.press('Enter');
}

async function pictureNewsroom(studio: Studio): Promise<void> {
  await withBrowser(DESKTOP, 'en-US', async ({ tab }) => {
    await signIn(tab, studio, 'ada@studio.example', '/login?next=/app/analyse');
    await tab.getByLabel('Text', { exact: true }).fill(TEXT);
    await tab.getByRole('button', { name: 'Analyze' }).click();
    await tab.locator('.marked mark').first().waitFor();
    await tab.locator('.marked').evaluate('element => element.scrollIntoView({ block: "center" })');
    await takePicture(tab, 'analysis');
    await tab.getByRole('button', { name: 'Create release' }).click();
    await tab.waitForURL(/releases\?id=\d+/);
    await tab.getByLabel('Headline', { exact: true }).fill('Studio Ada opens a lantern workshop in Osaka');
    await tab.locator('.editor .dial').waitFor();
    await takePicture(tab, 'release');
    await tab.goto(`${studio.server.url}/app`);
    await tab.locator('main h1').waitFor();
    await takePicture(tab, 'newsroom');
    await tab.setViewportSize(PHONE);
    await tab.locator('.checklist').waitFor();
    await takePicture(tab, 'newsroom-phone');
  });
  await withBrowser(DESKTOP, 'en-US', async ({ tab }) => {
    await signIn(tab, studio, OPERATOR, '/login?next=/admin');
    await tab.waitForURL(/\/admin/);
    await tab.locator('main dl, main table').first().waitFor();
    await takePicture(tab, 'admin');
    await tab.setViewportSize(PHONE);
    await tab.goto(`${studio.server.url}/admin?view=providers`);
    await tab.locator('.upstreams').waitFor();
    await takePicture(tab, 'providers-phone');
  });
}

if (!hasChromium) throw new Error('No Chromium: set CHROMIUM_PATH to one.');
const database = await freshDatabase('sqlite');
const server = await startFareboxProcess({
  database,
  env: { SIGNUP: 'open', ADMIN_EMAILS: OPERATOR, DEMO_DATA: 'on' },
});
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
try {
  for (const picture of [pictureSignedOut, pictureAccount, pictureNewsroom]) await picture({ server, database });
} finally {
  await server.stop();
  await database.drop();
}
process.exit();
