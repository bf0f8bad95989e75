/** One server and one Chromium, and a person who signs in by email. */
import { join } from 'node:path';
import { type Browser, DESKTOP, openBrowser } from '../harness/browser.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { codeInMail } from '../oauth/a-person.ts';
import { waitFor } from '../tools/auth/newsroom.ts';

export interface BrowserWorld {
  server: Farebox;
  browser: Browser;
  database: FreshDatabase;
  /** Code of the newest mail to an address, once one came that was not read before. */
  readCode(email: string): Promise<string>;
  /** Opens a page as a member: through the sign-in page. */
  signIn(email: string, path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowserWorld(env: Readonly<Record<string, string>> = {}): Promise<BrowserWorld> {
  const database = await freshDatabase('sqlite');
  const server = await startFarebox({ database, env: { SIGNUP: 'open', DEMO_DATA: 'on', ...env } });
  const browser = await openBrowser(DESKTOP);
  const { tab } = browser;
  const used = new Set<string>();
  const readCode = async (email: string): Promise<string> => {
    const code = await waitFor(async () => {
      const newest = await codeInMail(join(database.dataDir, 'data'), email);
      return used.has(newest) ? undefined : newest;
    });
    used.add(code);
    return code;
  };
  return {
    server,
    browser,
    database,
    readCode,
    async signIn(email, path) {
      await tab.goto(`${server.url}/login?next=${encodeURIComponent(path)}`);
      await tab.getByLabel('Email address').fill(email);
      await tab.getByRole('button', { name: 'Email me a code' }).click();
      await tab.getByLabel('Code', { exact: true }).fill(await readCode(email));
      await tab.keyboard.press('Enter');
      await tab.waitForURL(`${server.url}${path}`);
    },
    async close() {
      await browser.close();
      await server.stop();
      await database.drop();
    },
  };
}
