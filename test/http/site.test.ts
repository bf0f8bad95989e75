/** Pages and documents: which form a reader gets, packed, kept, and refused as everything else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Front, startFront } from './a-front.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const LONG = 'A line of a guide that is read again and again.\n'.repeat(200);

let front: Front;
const folder = mkdtempSync(join(tmpdir(), 'farebox-site-'));
beforeAll(async () => {
  writeFileSync(join(folder, 'page-AB12.js'), 'export {};\n');
  writeFileSync(join(folder, 'page-AB12.js.br'), brotliCompressSync('export {};\n'));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  const otherForms = [{ type: MARKDOWN, read: () => LONG }];
  front = await startFront({
    documents: [
      { path: '/guide', title: 'A guide', type: HTML, hasCors: false, otherForms, read: () => '<p>Hello</p>' },
      {
        path: '/broken',
        title: 'Broken',
        type: HTML,
        hasCors: false,
        headers: ['Cache-Control', 'public'],
        read: () => {
          throw new Error('a page that fails');
        },
      },
    ],
    files: [{ path: '/assets', folder, names: ['page-AB12.js'], maxAgeSeconds: 60, isImmutable: true, isPacked: true }],
  });
});
afterAll(async () => {
  await front.close();
  rmSync(folder, { recursive: true });
});

it.each([
  [undefined, HTML],
  ['', HTML],
  ['*/*', HTML],
  ['text/*', HTML],
  ['text/html', HTML],
  ['text/markdown', MARKDOWN],
  ['TEXT/Markdown; charset=utf-8', MARKDOWN],
  ['text/markdown, */*;q=0.5', MARKDOWN],
  ['text/markdown;q=0.9, text/html;q=1.0', HTML],
  ['text/markdown, text/html;q=0.9', MARKDOWN],
  ['text/html;q=0, */*', MARKDOWN],
  ['text/html;q=0, text/markdown;q=0', HTML],
  ['image/png', HTML],
  [';;,,q=,text/html;q=x', HTML],
])('gives who accepts %j the form that is liked best', async (accept, type) => {
  const { status, headers } = await front.send('GET', '/guide', { headers: accept === undefined ? {} : { accept } });
  expect([status, headers['content-type']]).toEqual([200, type]);
  expect(headers.vary).toContain('Accept, Accept-Language, Cookie'.slice(0, type === HTML ? undefined : 6));
});

it('packs what is long, and sends nothing again that has not changed', async () => {
  const headers = { accept: 'text/markdown', 'accept-encoding': 'gzip' };
  const packed = await front.send('GET', '/guide', { headers });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringContaining('Accept-Encoding'),
  });
  expect(gunzipSync(packed.bytes).toString()).toBe(LONG);
  const smaller = await front.send('GET', '/guide', { headers: { ...headers, 'accept-encoding': 'gzip, br' } });
  expect(smaller.headers).toMatchObject({ 'content-encoding': 'br', etag: packed.headers.etag });
  expect(brotliDecompressSync(smaller.bytes).toString()).toBe(LONG);
  const refused = await front.send('GET', '/guide', { headers: { ...headers, 'accept-encoding': 'br;q=0, *;q=0' } });
  expect([refused.headers['content-encoding'], refused.text]).toEqual([undefined, LONG]);
  const again = await front.send('GET', '/guide', {
    headers: { ...headers, 'if-none-match': String(packed.headers.etag) },
  });
  expect([again.status, again.text]).toEqual([304, '']);
  const head = await front.send('HEAD', '/guide');
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '12']);
});

it('serves the files that it names, to be kept for as long as they are good, and no other', async () => {
  const file = await front.send('GET', '/assets/page-AB12.js');
  expect([file.status, file.text]).toEqual([200, 'export {};\n']);
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=60, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const packed = await front.send('GET', '/assets/page-AB12.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(brotliDecompressSync(packed.bytes).toString()).toBe(file.text);
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    vary: expect.stringContaining('Accept-Encoding'),
  });
  for (const path of [
    '/assets/manifest.json',
    '/assets/page-AB12.js.br',
    '/assets/',
    '/assets',
    '/assets/%2e%2e/page-AB12.js',
    '/assets//page-AB12.js',
  ]) {
    expect((await front.send('GET', path)).status, path).toBe(404);
  }
  expect((await front.send('POST', '/guide')).headers.allow).toBe('GET, HEAD');
});

it('answers a page that fails as everything that fails, with nothing left of the page', async () => {
  const { status, headers, text } = await front.send('GET', '/broken');
  expect([status, headers['cache-control'], headers['content-security-policy']]).toEqual([500, undefined, undefined]);
  expect(text).not.toContain('a page that fails');
  expect(await front.logged(String(headers['x-request-id']))).toMatchObject({ route: 'GET /broken', status: 500 });
});
