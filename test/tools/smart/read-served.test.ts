/** Readers through the built server's front door, live, with no provider set up: what is read is paid, what is not isn't. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';
import { openSite, page, type Site } from '../../harness/site.ts';
import { corpus, scriptOnly } from '../../pages/corpus.ts';

let site: Site;
let farebox: Farebox;
let key = '';
beforeAll(async () => {
  site = await openSite();
  site.pages.set('/news', page(corpus[0]?.source ?? ''));
  site.pages.set('/app', page(scriptOnly));
  farebox = await startFarebox({ env: { FETCH_ALLOW_HOSTS: site.url.replace('http://', '') } });
  key = (await farebox.account('live')).apiKey;
});
afterAll(async () => {
  await farebox?.stop();
  await site?.close();
});

const post = (path: string, body: object) => farebox.request('POST', path, { key, body });
const balance = async (): Promise<number> =>
  Number((await farebox.request('GET', '/api/account/balance', { key })).body.balance);

it('reads with nobody’s account, for its price', async () => {
  const before = await balance();
  const reader = await post('/api/proxy/reader', { url: `${site.url}/news` });
  expect(reader).toMatchObject({ status: 200, body: { sourceUsed: 'own-reader', receipt: { state: 'settled' } } });
  const read = await post('/api/v2/read', { urls: [`${site.url}/news`, `${site.url}/app`], strategy: 'thorough' });
  expect(read).toMatchObject({
    status: 200,
    body: { title: 'Night trains return to the coast line', warnings: [expect.stringContaining('1 of 2')] },
  });
  expect(await balance()).toBeCloseTo(before - 0.004 - 0.006, 6);
});

it('gives the money back for what can’t be read', async () => {
  const before = await balance();
  for (const [path, url, code] of [
    ['/api/proxy/reader', `${site.url}/app`, 'UNREADABLE_TARGET'],
    ['/api/v2/read', `${site.url}/nothing`, 'NO_RESULT'],
    ['/api/v2/read', 'http://169.254.169.254/', 'INVALID_INPUT'],
    ['/api/v2/extract', `${site.url}/news`, 'TOOL_UNAVAILABLE'],
    ['/api/v2/search', '', 'INVALID_INPUT'],
  ] as const) {
    expect((await post(path, { url })).body, path).toMatchObject({ success: false, error: { code } });
  }
  const bad = { url: `${site.url}/news`, schema: { type: 'object', properties: { a: { pattern: 'a' } } } };
  expect(await post('/api/v2/extract', bad)).toMatchObject({ status: 400 });
  expect(await balance()).toBe(before);
});
