/** mcp-remote, as programs that speak stdio only use it: a whole sign-in in a browser, by a person with an e-mail address. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from '../harness/browser.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { self } from '../mcp/drivers.ts';
import { codeInMail } from './a-person.ts';

const program = fileURLToPath(new URL('../../node_modules/mcp-remote/dist/proxy.js', import.meta.url));
const EMAIL = 'grace@remote.example';

let database: FreshDatabase;
let server: Farebox;
let memory: string;
beforeAll(async () => {
  database = await freshDatabase('sqlite');
  memory = await mkdtemp(join(tmpdir(), 'farebox-mcp-remote-'));
  server = await startFarebox({ database });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(memory, { recursive: true, force: true });
});

/** Starts mcp-remote and connects through it; `address` is where it asks its user to sign in. */
function start(): { client: Client; connected: Promise<void>; address: Promise<string>; said(): string } {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, `${server.url}/mcp/proxy`, '--allow-http'],
    // Without a browser of its own it says where to go.
    env: { PATH: memory, HOME: memory, MCP_REMOTE_CONFIG_DIR: memory },
    stderr: 'pipe',
  });
  let said = '';
  const address = new Promise<string>((resolve) => {
    transport.stderr?.on('data', (part: Buffer) => {
      said += part.toString();
      const [, found] = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const client = new Client(self);
  return { client, connected: client.connect(transport, { timeout: 60_000 }), address, said: () => said };
}

describe.skipIf(!hasChromium)('mcp-remote', () => {
  // Three processes of mcp-remote, and a browser.
  it('signs its user in with a browser, calls, and comes back without asking again', { timeout: 120_000 }, async () => {
    const first = start();
    const address = await Promise.race([
      first.address,
      first.connected.then(
        () => Promise.reject(new Error('Nobody was asked')),
        () => Promise.reject(new Error(first.said())),
      ),
    ]);
    const browser = await openBrowser();
    const { tab } = browser;
    await tab.goto(address);
    await tab.locator('#email').fill(EMAIL);
    await tab.keyboard.press('Enter');
    await tab.locator('#code').fill(await codeInMail(join(database.dataDir, 'data'), EMAIL));
    await tab.keyboard.press('Enter');
    await tab.locator('#perDay').fill('0.5');
    await tab.locator('#consent button').click();
    await tab.waitForURL(/^http:\/\/localhost:\d+\/oauth\/callback/);
    expect(await tab.locator('body').textContent()).toMatch(/success/i);
    await browser.close();

    await first.connected;
    const names = (await first.client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('smart-search');
    const { structuredContent } = await first.client.callTool({ name: 'account-balance', arguments: {} });
    expect(structuredContent).toMatchObject({ caps: { perDay: 0.5 }, status: 'active' });
    await first.client.close();

    const second = start();
    await second.connected;
    const again = await second.client.callTool({ name: 'account-balance', arguments: {} });
    expect(again.structuredContent).toEqual(structuredContent);
    expect(second.said()).not.toContain('/oauth/authorize?');
    await second.client.close();
  });
});
