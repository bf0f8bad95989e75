/** Pages that the operator has named speak to the MCP servers; all others read nothing. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from '../harness/browser.ts';
import { modern, RICH_KEY, startWorld, type World } from './a-world.ts';

const page = createServer((_, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>App</title>'));
let port = 0;
let world: World;
beforeAll(async () => {
  await new Promise<void>((resolve) => page.listen(0, resolve));
  const address = page.address();
  port = address !== null && typeof address === 'object' ? address.port : 0;
  world = await startWorld({ pages: [`127.0.0.1:${port}`, 'app.example'] });
});
afterAll(async () => {
  await world.close();
  await new Promise((resolve) => page.close(resolve));
});

describe('a preflight', () => {
  const preflight = (origin: string) =>
    world.post('/mcp/proxy', undefined, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });

  it('is answered for the origins named, whatever their port where none is named', async () => {
    for (const origin of [`http://127.0.0.1:${port}`, 'https://app.example', 'https://app.example:8443']) {
      const { status, headers } = await preflight(origin);
      expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 204, origin]);
      expect(headers['access-control-allow-headers']).toContain('MCP-Protocol-Version');
      expect([headers.vary, headers['access-control-allow-credentials']]).toEqual(['Origin', undefined]);
    }
  });

  it('is refused for all others', async () => {
    const others = [
      'http://127.0.0.1:9',
      'https://app.example.evil.example',
      'https://evil.example',
      'null',
      'app.example',
    ];
    for (const origin of others) {
      const { status, headers } = await preflight(origin);
      expect([origin, status < 400, headers['access-control-allow-origin']]).toEqual([origin, false, undefined]);
    }
  });
});

describe.skipIf(!hasChromium)('in Chromium', () => {
  it('a page that is named lists, calls and reads the challenge, and another page reads nothing', async () => {
    const browser = await openBrowser();
    const { tab } = browser;
    const fetched = (path: string, key: string | null, message: ReturnType<typeof modern>): Promise<unknown> =>
      tab.evaluate(
        async ([url, token, body, headers]) => {
          try {
            const reply = await fetch(url, {
              method: 'POST',
              headers: {
                ...headers,
                'Content-Type': 'application/json',
                Accept: 'application/json, text/event-stream',
                ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
              },
              body,
            });
            return { status: reply.status, challenge: reply.headers.get('WWW-Authenticate'), text: await reply.text() };
          } catch {
            return 'refused by the browser';
          }
        },
        [`${world.url}${path}`, key, JSON.stringify(message.body), message.headers] as const,
      );
    const call = modern('tools/call', { name: 'translate', arguments: { text: 'hi' } });
    try {
      await tab.goto(`http://127.0.0.1:${port}/`);
      expect(await fetched('/mcp/free', null, modern('tools/list'))).toMatchObject({
        status: 200,
        text: expect.stringContaining('search_tools'),
      });
      expect(await fetched('/mcp/proxy', RICH_KEY, call)).toMatchObject({
        status: 200,
        text: expect.stringContaining('ja:hi'),
      });
      expect(await fetched('/mcp/proxy', null, call)).toMatchObject({
        status: 401,
        challenge: expect.stringContaining('resource_metadata='),
      });
      await tab.goto(`http://localhost:${port}/`);
      expect(await fetched('/mcp/free', null, modern('tools/list'))).toBe('refused by the browser');
    } finally {
      await browser.close();
    }
  }, 20_000);
});
