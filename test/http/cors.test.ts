/** Cross-origin access: bearer APIs allow it, everything else doesn't. */

import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RouteTable } from '../../src/http/routes.ts';
import { hasToolCors, Rules, ToolsetRoots } from '../../src/http/rules.ts';
import { httpDefaults } from '../../src/http/settings.ts';
import { hasChromium, openBrowser } from '../harness/browser.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { type Front, RICH_KEY, startFront } from './a-front.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront({ rateLimitPerMinute: 100_000 });
});
afterAll(() => front.close());

const ALLOWED = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-API-Key';
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Next-Since-Seq',
  'X-Has-More',
  'X-Latest-Seq',
  'X-Oldest-Seq',
  'X-Line-Count',
  'X-Pdf-Missing-Glyphs',
  'ETag',
  'Link',
  'Retry-After',
  'Content-Disposition',
  'Idempotency-Replayed',
];

describe('answers of bearer APIs', () => {
  it.each([
    ['200', 'POST', '/api/proxy/echo', {}],
    ['400', 'POST', '/api/proxy/echo', { body: '{' }],
    ['401', 'POST', '/api/proxy/paid', {}],
    ['404', 'GET', '/api/proxy/nothing', {}],
    ['404', 'GET', '/api/lists/7/nothing', {}],
    ['405', 'GET', '/api/proxy/echo', {}],
    ['307', 'GET', '/api/lists/7/', {}],
    ['413', 'POST', '/api/proxy/echo', { body: Buffer.alloc(1_100_000, 0x20) }],
  ])('carry the star without credentials on %s %s %s', async (status, method, path, options) => {
    const { status: found, headers } = await front.send(method, path, options);
    expect(String(found)).toBe(status);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    for (const name of EXPOSED) expect(headers['access-control-expose-headers']).toContain(name);
  });

  it('carry it when the limit is used up', async () => {
    const limited = await startFront({ rateLimitPerMinute: 1 });
    await limited.send('POST', '/api/proxy/echo', { body: {} });
    const { status, headers } = await limited.send('POST', '/api/proxy/echo', { body: {} });
    expect([status, headers['access-control-allow-origin']]).toEqual([429, '*']);
    await limited.close();
  });

  it('are announced by OPTIONS, without credentials and with the methods of the path', async () => {
    const { status, headers, text } = await front.send('OPTIONS', '/api/lists/7', {
      headers: { origin: 'https://page.example', 'access-control-request-method': 'PATCH' },
    });
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, PATCH',
      'access-control-allow-headers': ALLOWED,
      'access-control-max-age': '600',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const gateway = await front.send('OPTIONS', '/api/proxy/echo');
    expect(gateway.headers['access-control-allow-headers']).toBe(
      `${ALLOWED}, X-Max-Price, X-Max-Total, X-Quote, X-Task-Ref, X-Request-Id, Prefer, PAYMENT-SIGNATURE, Payment-Authorization, SIGN-IN-WITH-X`,
    );
  });
});

describe('everything else', () => {
  it.each(['/hello', '/go/x', '/health', '/', '/openapi.yaml', '/metrics', '/nowhere', '/admin/status', '/admin/none'])(
    '%s has no CORS',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await front.send(method, path);
        const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        expect([method, names]).toEqual([method, []]);
      }
    },
  );

  it('answers OPTIONS with 405', async () => {
    for (const path of ['/hello', '/billing/hook', '/admin/status']) {
      const { status, headers } = await front.send('OPTIONS', path);
      expect([path, status, headers['access-control-allow-origin']]).toEqual([path, 405, undefined]);
    }
  });

  it('is what signs in, comes from a machine, is a page or is for operators', async () => {
    const registry = await loadCatalogue();
    const roots = new ToolsetRoots(registry);
    const rules = new Rules(roots, { ...httpDefaults, version: '0', baseUrl: 'https://farebox.example' });
    const table = new RouteTable(registry, [], roots, rules);
    const hasCors = (method: string, path: string): boolean => {
      const match = table.find(method, path);
      return (match.kind === 'route' ? match.route.rules : rules.findForPath(path)).hasCors;
    };
    const own: [string, string][] = [
      ['POST', '/auth/send-code'],
      ['POST', '/auth/verify'],
      ['POST', '/billing/webhook'],
      ['POST', '/api/stripe/webhook'],
      ['GET', '/oauth/authorize'],
      ['GET', '/admin'],
      ['GET', '/admin/accounts'],
      ['POST', '/admin/operators'],
      ['GET', '/login'],
      ['GET', '/pay/x'],
      ['GET', '/media/x'],
      ['GET', '/app'],
    ];
    for (const [method, path] of own) expect([path, hasCors(method, path)]).toEqual([path, false]);
    const open: [string, string][] = [
      ['GET', '/auth/me'],
      ['GET', '/api/capabilities'],
      ['POST', '/oauth/token'],
      ['POST', '/oauth/register'],
      ['POST', '/oauth/revoke'],
    ];
    for (const [method, path] of open) expect([path, hasCors(method, path)]).toEqual([path, true]);
  });

  it('is every page, redirect and raw body of the product', async () => {
    const { tools } = await loadCatalogue();
    const open = tools.filter(hasToolCors);
    expect(open.length).toBeGreaterThan(40);
    const kept = open.filter(({ reply, definition, toolset }) => {
      return reply === 'page' || reply === 'redirect' || definition.body === 'raw' || toolset.limits === 'operators';
    });
    expect(kept).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('a page of another origin, in Chromium', () => {
  it('calls with a key and reads the answer and its headers, and reads nothing else', async () => {
    const page = createServer((_, res) =>
      res.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Elsewhere</title>'),
    );
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const address = page.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const browser = await openBrowser();
    try {
      const { tab } = browser;
      await tab.goto(`http://127.0.0.1:${port}/`);
      /** In the page: what a script gets to see. */
      const fetched = (path: string, init: RequestInit = {}): Promise<unknown> =>
        tab.evaluate(
          async ([url, given]) => {
            try {
              const reply = await fetch(url, given);
              const { headers, status } = reply;
              const seen = ['X-RateLimit-Remaining', 'X-Request-Id', 'Content-Length'].map((name) => headers.has(name));
              return { status, seen, text: (await reply.text()).slice(0, 60) };
            } catch {
              return 'refused by the browser';
            }
          },
          [`${front.url}${path}`, init] as const,
        );
      const json = { 'Content-Type': 'application/json' };
      const paid = { method: 'POST', headers: { ...json, Authorization: `Bearer ${RICH_KEY}` }, body: '{"text":"hi"}' };
      expect(await fetched('/api/proxy/paid', paid)).toMatchObject({ status: 200, seen: [true, true, true] });
      const nobody = { method: 'POST', headers: json, body: '{"text":"hi"}' };
      expect(await fetched('/api/proxy/paid', nobody)).toMatchObject({ status: 401, seen: [true, true, true] });
      const list = { headers: { Authorization: `Bearer ${RICH_KEY}` } };
      expect(await fetched('/api/lists/7', list)).toMatchObject({ status: 200, text: '{"list_id":7,"page":1}' });
      // With cookies it would be refused even there: no answer allows credentials.
      expect(await fetched('/api/lists/7', { ...list, credentials: 'include' })).toBe('refused by the browser');
      for (const path of ['/hello', '/health', '/metrics', '/nowhere']) {
        expect([path, await fetched(path)]).toEqual([path, 'refused by the browser']);
      }
      expect(await fetched('/hello', list)).toBe('refused by the browser');
    } finally {
      await browser.close();
      await new Promise((resolve) => page.close(resolve));
    }
  });
});
