/** Pages that callers name, from a real site: redirects, encodings, kinds of documents, sizes, failures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallerGoneError } from '../../src/kernel/tool/chain.ts';
import { withSignal } from '../../src/kernel/tool/context.ts';
import { decodeCutPage, decodePage, guessCharset } from '../../src/providers/shared/network/charset.ts';
import { admitUrl, fetchFile, fetchPage } from '../../src/providers/shared/search/web.ts';
import { failureOf } from '../harness/context.ts';
import { openSite, page, redirect, type Site } from '../harness/site.ts';
import { encodings } from './encoded-texts.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const HUGE = 50 * 1024 * 1024;

describe('a page', () => {
  it('comes with where it was found and what it is', async () => {
    site.pages.set('/plain', page('<p>Grüße'));
    expect(await fetchPage(`${site.url}/plain#part`, site.context())).toEqual({
      url: `${site.url}/plain#part`,
      finalUrl: `${site.url}/plain#part`,
      etag: null,
      lastModified: null,
      status: 200,
      contentType: 'text/html',
      source: { bytes: Buffer.from('<p>Grüße'), typeHeader: 'text/html; charset=utf-8', truncated: false },
    });
  });

  it('follows five redirects and not six', async () => {
    site.pages.set('/arrived', page('here'));
    for (let i = 1; i <= 6; i++)
      site.pages.set(`/hop${i}`, redirect(i === 1 ? '/arrived' : `hop${i - 1}`, 301 + (i % 3)));
    const { finalUrl, source } = await fetchPage(`${site.url}/hop5`, site.context());
    expect(finalUrl).toBe(`${site.url}/arrived`);
    expect(Buffer.from(source.bytes).toString()).toBe('here');
    await expect(fetchPage(`${site.url}/hop6`, site.context())).rejects.toMatchObject({ code: 'UNREADABLE_TARGET' });
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/',
    'http://[::ffff:10.0.0.1]/',
    '//0x7f.1/',
    'file:///etc/passwd',
  ])('is refused when it redirects to %s', async (location) => {
    site.pages.set('/away', redirect(location));
    const refusal = { code: 'INVALID_INPUT', message: expect.stringContaining('redirects to an address') };
    await expect(fetchPage(`${site.url}/away`, site.context())).rejects.toMatchObject(refusal);
  });

  it('drops credentials that a redirect brings', async () => {
    let authorization: string | undefined = 'unset';
    site.pages.set('/to-secret', redirect(site.url.replace('http://', 'http://user:pass@').concat('/secret')));
    site.pages.set('/secret', (request, response) => {
      authorization = request.headers.authorization;
      response.end('open');
    });
    const { finalUrl } = await fetchPage(`${site.url}/to-secret`, site.context());
    expect({ finalUrl, authorization }).toEqual({ finalUrl: `${site.url}/secret`, authorization: undefined });
  });

  it('is refused unless the operator allows its host; nothing is sent', async () => {
    const before = site.asked.length;
    const ctx = site.context({ allowed: false });
    await expect(fetchPage(`${site.url}/plain`, ctx)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(admitUrl(`${site.url}/plain`, ctx)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(site.asked.length).toBe(before);
    expect((await admitUrl(`${site.url}/plain`, site.context())).href).toBe(`${site.url}/plain`);
  });

  it.each(['not an address', '', 'javascript:alert(1)', 'http://', `https://example.com/${'a'.repeat(5000)}`])(
    'is no address: %s',
    async (url) => {
      await expect(fetchPage(url, site.context())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    },
  );
});

describe('a target that fails', () => {
  it.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [429, 'rate'],
    [500, 'overloaded'],
    [503, 'overloaded'],
  ])('%i is %s', async (status, kind) => {
    site.pages.set('/status', page('<p>no', 'text/html', status));
    const failure = await failureOf(fetchPage(`${site.url}/status`, site.context()));
    expect(failure).toMatchObject({ kind, facts: { message: expect.stringContaining(String(status)) } });
    expect(site.context().environment.health.pausedForMs('web')).toBe(0);
  });

  it.each([401, 403, 418, 451])('%i is unreadable', async (status) => {
    site.pages.set('/status', page('<p>no', 'text/html', status));
    await expect(fetchPage(`${site.url}/status`, site.context())).rejects.toMatchObject({ code: 'UNREADABLE_TARGET' });
  });

  it.each([
    ['application/pdf', '%PDF-1.7', 'PDF'],
    ['text/html', '%PDF-1.7 mislabelled', 'PDF'],
    ['image/png', 'x', 'image/png'],
    ['application/zip', 'PK', 'application/zip'],
    ['application/octet-stream', 'x', 'application/octet-stream'],
    ['', '\0\0\0\0', 'binary'],
  ])('%s is refused by its kind', async (type, body, named) => {
    site.pages.set('/file', page(body, type));
    const refusal = { code: 'UNREADABLE_TARGET', message: expect.stringContaining(named) };
    await expect(fetchPage(`${site.url}/file`, site.context())).rejects.toMatchObject(refusal);
  });

  it('times out when it stalls, and is cut when it breaks', async () => {
    site.pages.set('/stall', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>half');
    });
    site.pages.set('/break', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<p>half', () => request.socket.resetAndDestroy());
    });
    expect((await failureOf(fetchPage(`${site.url}/stall`, site.context({ timeoutMs: 300 })))).kind).toBe('timeout');
    expect((await failureOf(fetchPage(`${site.url}/break`, site.context()))).kind).toBe('cut');
  });

  it('lets a caller leave', async () => {
    const leaving = new AbortController();
    const ctx = withSignal({ ...site.context(), callerGone: leaving.signal }, leaving.signal);
    setTimeout(() => leaving.abort(), 50);
    await expect(fetchPage(`${site.url}/stall`, ctx)).rejects.toBeInstanceOf(CallerGoneError);
  });

  it('has its beginning read when it has 50 MB', async () => {
    site.pages.set('/huge', page(Buffer.alloc(HUGE, 'あ'), 'text/html; charset=utf-8'));
    const { source } = await fetchPage(`${site.url}/huge`, site.context());
    const { bytes, typeHeader, truncated } = source;
    expect({ length: bytes.length, truncated }).toEqual({ length: 5 * 1024 * 1024, truncated: true });
    expect(decodePage(bytes, typeHeader).text).toMatch(/\ufffd$/);
    expect(decodeCutPage(bytes, typeHeader).text).toMatch(/^あ+$/);
  });
});

describe('encodings', () => {
  const names = Object.keys(encodings);
  const html = (head: string, bytes: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from(`<!DOCTYPE html><html><head>${head}</head><p>`), bytes]);

  it.each(names)('%s by its header', async (name) => {
    const { text = '', bytes = new Uint8Array() } = encodings[name] ?? {};
    site.pages.set('/encoded', page(html('', bytes), `text/html; charset="${name}"`));
    const { source } = await fetchPage(`${site.url}/encoded`, site.context());
    const decoded = { text: expect.stringContaining(text), charset: name };
    expect(decodePage(source.bytes, source.typeHeader)).toMatchObject(decoded);
  });

  it.each(names)('%s by its meta element', (name) => {
    const { text = '', bytes = new Uint8Array() } = encodings[name] ?? {};
    expect(decodePage(html(`<meta charset="${name}">`, bytes), 'text/html').text).toContain(text);
    const older = `<meta http-equiv="Content-Type" content="text/html; charset=${name}">`;
    expect(decodePage(html(older, bytes), '').text).toContain(text);
  });

  it.each(names)('%s by what it looks like', (name) => {
    const { text = '', bytes = new Uint8Array() } = encodings[name] ?? {};
    expect(guessCharset(bytes)).toBe(name);
    expect(decodePage(html('', bytes), 'text/html').text).toContain(text);
  });

  it('believes the bytes when a header is wrong', () => {
    const { text = '', bytes = new Uint8Array() } = encodings.shift_jis ?? {};
    expect(decodePage(html('<meta charset="shift_jis">', bytes), 'text/html; charset=utf-8').text).toContain(text);
    expect(decodePage(html('', bytes), 'text/html; charset=utf-8').text).toContain(text);
    expect(decodePage(html('', bytes), 'text/html; charset=no-such-thing').text).toContain(text);
  });

  it('puts a byte order mark first', () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('日本語', 'utf16le')]);
    expect(decodePage(utf16, 'text/html; charset=shift_jis')).toEqual({ text: '日本語', charset: 'utf-16le' });
    const utf8 = Buffer.from('\ufeff日本語');
    expect(decodePage(utf8, 'text/html; charset=euc-jp')).toEqual({ text: '日本語', charset: 'utf-8' });
  });

  it('reads UTF-8 without any word about it, cut in the middle too', () => {
    expect(guessCharset(Buffer.from('日本語のページ'))).toBe('utf-8');
    expect(guessCharset(Buffer.from('日本語のページ').subarray(0, 20))).toBe('utf-8');
    expect(guessCharset(Buffer.from('plain'))).toBe('utf-8');
    expect(guessCharset(new Uint8Array())).toBe('utf-8');
  });
});

describe('a file', () => {
  const isImage = (type: string): boolean => type.startsWith('image/');

  it('comes as bytes with its type', async () => {
    site.pages.set('/a.png', page(Buffer.from([137, 80, 78, 71]), 'image/png'));
    const { bytes, contentType } = await fetchFile(`${site.url}/a.png`, site.context(), isImage);
    expect({ bytes: [...bytes], contentType }).toEqual({ bytes: [137, 80, 78, 71], contentType: 'image/png' });
  });

  it('is refused when it is of another type or too large', async () => {
    site.pages.set('/a.html', page('<p>'));
    site.pages.set('/b.png', page(Buffer.alloc(2000), 'image/png'));
    const asHtml = fetchFile(`${site.url}/a.html`, site.context(), isImage);
    await expect(asHtml).rejects.toMatchObject({ code: 'UNREADABLE_TARGET' });
    expect((await failureOf(fetchFile(`${site.url}/b.png`, site.context(), isImage, 1000))).kind).toBe('malformed');
  });
});
