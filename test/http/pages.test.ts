/** Every page of the product may load and send only what is its own; the console alone may style inline. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../harness/catalogue.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

let server: Farebox;
beforeAll(async () => {
  server = await startFarebox();
});
afterAll(() => server.stop());

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

it('the pages have the policy of pages', async () => {
  const registry = await loadCatalogue();
  const tools = registry.tools.filter(({ reply, method }) => reply === 'page' && method === 'GET');
  const documents = [
    '/',
    '/docs',
    '/docs/console',
    '/agent',
    '/login',
    '/claw',
    '/status',
    '/time-report.html',
    '/terms',
    '/api-benchmark/ja/',
  ];
  const paths = [...documents, ...tools.map(({ path }) => path.replaceAll(/\{[^}]+\}/g, 'x'))];
  const seen = await Promise.all(
    paths.map(async (path) => {
      const { status, headers, text } = await server.request('GET', path, { headers: { accept: 'text/html' } });
      return { path, status, headers, text };
    }),
  );
  const pages = seen.filter(({ headers }) => String(headers['content-type']).startsWith('text/html'));
  expect(pages.length).toBeGreaterThan(5);
  for (const { path, headers, text } of pages) {
    expect([path, headers['content-security-policy']]).toEqual([path, POLICY]);
    expect([path, headers['access-control-allow-origin']]).toEqual([path, undefined]);
    expect([path, headers['x-frame-options'], headers['x-content-type-options']]).toEqual([path, 'DENY', 'nosniff']);
    // What the policy would forbid is not even tried.
    expect([path, /<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/i.exec(text)?.[0]]).toEqual([path, undefined]);
  }
});
