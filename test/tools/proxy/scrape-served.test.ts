/** The scrape tool through the built server's front door: the address guard, and the hosts an operator allows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';
import { openSite, page, redirect, type Site } from '../../harness/site.ts';

let site: Site;
let farebox: Farebox;
let key = '';
beforeAll(async () => {
  site = await openSite();
  site.pages.set('/news', page('<title>News</title><h1>Today</h1><p>Rain'));
  site.pages.set('/away', redirect('http://169.254.169.254/latest/meta-data/'));
  farebox = await startFarebox({ env: { FETCH_ALLOW_HOSTS: site.url.replace('http://', '') } });
  key = (await farebox.account('live')).apiKey;
});
afterAll(async () => {
  await farebox?.stop();
  await site?.close();
});

const scrape = (url: string, more: Record<string, unknown> = {}) =>
  farebox.request('POST', '/api/proxy/scrape', { key, body: { url, ...more } });

it('reads a page of an allowed host', async () => {
  const { status, body } = await scrape(`${site.url}/news`, { format: 'markdown' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, title: 'News', content: '# Today\n\nRain', price: '0' });
});

it.each([
  'http://127.0.0.1:3000/',
  'http://localhost/',
  'http://[::1]/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://metadata.google.internal/',
  'file:///etc/passwd',
])('refuses %s', async (url) => {
  const { status, body } = await scrape(url);
  expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
});

it('refuses a redirect to a private address', async () => {
  expect((await scrape(`${site.url}/away`)).body).toMatchObject({ error: { code: 'INVALID_INPUT' } });
});

it('charges nothing for any of it', async () => {
  const { status, body } = await farebox.request('GET', '/api/proxy/account/history', { key });
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('scrape');
});
