/**
 * Pages for whatever address a test key names: the same address, the same page. Paths that end in the
 * name of a format (`.pdf`, `.txt`, `.json`, `.xml`, those of pictures and of sound) are of that kind; `/redirect/<n>` redirects n times, `/status/<code>` answers with that
 * status, `/charset/<shift_jis|euc-jp|gb18030>` is written in that encoding.
 */
import { createSilentMp3, createSilentWav } from './shared/sound.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

/** 「日本語のページ」 and 「中文页面」 in their encodings. */
const encoded: Readonly<Record<string, string>> = {
  shift_jis: '93fa967b8cea82cc8379815b8357',
  'euc-jp': 'c6fccbdcb8eca4cea5daa1bca5b8',
  gb18030: 'd6d0cec4d2b3c3e6',
};

const sound = (type: string, body: Uint8Array): TwinReply => ({ headers: { 'content-type': type }, body });
const picture = (type: string, base64: string): TwinReply => ({
  headers: { 'content-type': type },
  body: Buffer.from(base64, 'base64'),
});

/** The head of a format and nothing more: models and transcribers of the sandbox look no further. */
const startSound = (type: string, hex: string): TwinReply =>
  sound(type, Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(2_000)]));

const mp3 = sound('audio/mpeg', createSilentMp3('A voice of the sandbox.'));
const jpeg = picture('image/jpeg', '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==');
const ogg = startSound('audio/ogg', '4f67675300020000000000000000');
const mp4 = '00000018667479706d703432000000006d70343269736f6d';

const files: Readonly<Record<string, TwinReply>> = {
  pdf: { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\n%%EOF\n' },
  mp3,
  mpga: mp3,
  wav: sound('audio/wav', createSilentWav('A voice of the sandbox.')),
  flac: startSound('audio/flac', '664c6143'),
  ogg,
  oga: ogg,
  opus: ogg,
  m4a: startSound('audio/mp4', mp4),
  mp4: startSound('video/mp4', mp4),
  webm: startSound('audio/webm', '1a45dfa3'),
  aac: startSound('audio/aac', 'fff15080'),
  png: picture('image/png', 'iVBORw0KGgo='),
  jpg: jpeg,
  jpeg,
  webp: picture('image/webp', 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  gif: picture('image/gif', 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='),
  txt: { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'A plain text of the sandbox.\n' },
  json: { json: { sandbox: true, items: [1, 2, 3] } },
  xml: {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
    body: '<?xml version="1.0"?><rss version="2.0"><channel><title>Sandbox feed</title><item><title>First</title><link>https://example.com/first</link></item></channel></rss>',
  },
};

export default defineTwin({
  id: 'web',
  handle: answer,
  failures: {
    empty: () => buildHtmlReply('<!DOCTYPE html><html><head><title>Empty</title></head><body></body></html>'),
    'not-found': () => ({ ...buildHtmlReply('<!DOCTYPE html><title>Not found</title><p>Nothing here'), status: 404 }),
    'bad-key': () => ({ ...buildHtmlReply('<!DOCTYPE html><title>Forbidden</title><p>Keep out'), status: 403 }),
    quota: () => ({ ...buildHtmlReply('<!DOCTYPE html><title>Payment required</title><p>Pay first'), status: 402 }),
    down: () => ({ ...buildHtmlReply('<!DOCTYPE html><title>Unavailable</title><p>Try later'), status: 503 }),
  },
});

function answer({ url }: TwinRequest): TwinReply {
  const [, kind, argument = ''] = /^\/(redirect|status|charset)\/([\w-]+)$/.exec(url.pathname) ?? [];
  if (kind === 'redirect') {
    const left = Number(argument) - 1;
    return { status: 302, headers: { location: left > 0 ? `/redirect/${left}` : '/arrived' }, body: '' };
  }
  if (kind === 'status' && /^[2-5]\d\d$/.test(argument)) {
    return { ...buildHtmlReply('<!DOCTYPE html><title>Status</title><p>As asked'), status: Number(argument) };
  }
  const bytes = kind === 'charset' ? encoded[argument] : undefined;
  if (bytes !== undefined) return buildPageInCharset(argument, bytes);
  const file = files[/\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? ''];
  return file ?? buildHtmlReply(writePage(url));
}

function buildPageInCharset(charset: string, hex: string): TwinReply {
  const text = Buffer.from(hex, 'hex');
  const body = Buffer.concat([Buffer.from('<!DOCTYPE html><title>Sandbox</title><p>'), text, Buffer.from('</p>')]);
  return { headers: { 'content-type': `text/html; charset=${charset}` }, body };
}

function buildHtmlReply(body: string): TwinReply {
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function writePage({ host, pathname }: URL): string {
  const name = `${host}${pathname}`.replace(/[<>&"]/g, '');
  return `<!DOCTYPE html>
<html lang="en">
<head><title>Sandbox page of ${name}</title><meta name="description" content="A page of the sandbox">
<style>body { color: black }</style><script>document.title = 'changed';</script></head>
<body>
<header><nav><a href="/">Home</a> <a href="/about">About</a></nav></header>
<main>
<article>
<h1>Sandbox page of ${name}</h1>
<p class="lead">This page is made up: test keys never reach the network.</p>
<p>It has a <a href="next">relative link</a>, an <a href="https://example.com/absolute">absolute link</a> and a list.</p>
<ul><li>First item</li><li>Second item</li></ul>
<table><tr><th>Name</th><th>Price</th></tr><tr><td>Tea</td><td>3.50</td></tr></table>
</article>
</main>
<noscript>Scripts are off.</noscript>
</body>
</html>
`;
}
