/** Analyses of pages: served on loopback, in the encodings of the day. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSites } from '../../../src/newsroom/common/sites.ts';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { openSite, page, redirect, type Site } from '../../harness/site.ts';
import { releases } from '../../newsroom/quality-texts.ts';
import { type Newsroom, openNewsroom } from '../auth/newsroom.ts';

const file = (name: string): Buffer => readFileSync(new URL(`../../pages/${name}`, import.meta.url));
/** In its header the first two say nothing, the third something wrong. */
const encodings = [
  ['recipe-ja.shift_jis.html', 'recipe-ja.txt', 'text/html'],
  ['recipe-ja.euc-jp.html', 'recipe-ja.txt', 'text/html'],
  ['essay-zh.gb18030.html', 'essay-zh.txt', 'text/html; charset=utf-8'],
  ['news-ja.html', 'news-ja.txt', 'text/html; charset=utf-8'],
] as const;
const SITES = 8;
const [headline = '', ...lines] = (releases[0]?.ja ?? '').split('\n');
const story = lines.join('\n').trim();
const stated = {
  '@graph': [
    { '@type': 'WebSite', name: 'ニュース' },
    {
      '@type': ['NewsArticle'],
      headline,
      articleBody: story,
      datePublished: '2026-11-20T10:00:00+09:00',
      author: { '@type': 'Organization', name: '株式会社サンプル' },
      publisher: { name: 'サンプル通信' },
      image: [{ url: '/a.png' }],
    },
  ],
};
const html = (head: string, body: string): string =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>別の題 | サイト</title>${head}</head><body>${body}</body></html>`;

describe.each(dailyEngines(import.meta.url))('analyses of pages on %s', (engine) => {
  let room: Newsroom;
  let sites: Site[];
  let key: string;
  beforeAll(async () => {
    sites = await Promise.all(Array.from({ length: SITES }, openSite));
    const hosts = sites.map(({ url }) => new URL(url).host).join(',');
    room = await openNewsroom(engine, { env: { FETCH_ALLOW_HOSTS: hosts } });
    key = (await room.signIn('ada@pages.example')).token;
  });
  afterAll(async () => {
    await room.stop();
    await Promise.all(sites.map((site) => site.close()));
  });

  const serve = (index: number, path: string, answer: Parameters<Site['pages']['set']>[1]): string => {
    sites[index]?.pages.set(path, answer);
    return `${sites[index]?.url}${path}`;
  };
  const analyze = (url: string, mode = 'facts'): Promise<Answer> =>
    room.ask('POST', '/api/analyze', { key, body: { url, mode } });
  const countUsed = async (): Promise<unknown> => (await room.ask('GET', '/api/usage', { key })).body.analyses_used;

  it('reads what stands in them, in whatever encoding', async () => {
    const answers = await Promise.all(
      encodings.map(([name, , type], index) => analyze(serve(index, '/page', page(file(name), type)))),
    );
    for (const [index, [, reference]] of encodings.entries()) {
      const answer = answers[index];
      const shown =
        String(file(reference))
          .split('\n')
          .find((line) => [...line].length > 20) ?? '?';
      expect(answer?.status).toBe(200);
      expect(answer?.body.text).toContain(shown.trim());
      expect(answer?.body.source).toMatchObject({
        ...{ kind: 'url', url: `${sites[index]?.url}/page`, final_url: `${sites[index]?.url}/page` },
        ...{ extractor: 'readability', truncated: false, title: answer?.body.title },
      });
    }
    const read = await room.ask('GET', `/api/results/${answers[0]?.body.id}`, { key });
    expect(read.text).toBe(answers[0]?.text);
    const list = await room.ask('GET', '/api/results', { key });
    expect(list.body.items).toHaveLength(4);
  });

  it.runIf(engine === 'sqlite')('believes what the page states as data, and follows redirects', async () => {
    const head = `<script type="application/ld+json">{broken</script><script type="application/ld+json">${JSON.stringify(stated)}</script>`;
    const target = serve(4, '/story', page(html(head, '<main>読み込み中</main>')));
    const { body } = await analyze(serve(4, '/old', redirect('/story')), 'optimize');
    expect(body).toMatchObject({
      title: headline,
      source: { kind: 'url', url: `${sites[4]?.url}/old`, final_url: target, extractor: 'json-ld', title: headline },
    });
    expect(body.text).toBe(`${headline}\n${story}`);
    expect(JSON.stringify(body.json_ld)).toContain(
      `"datePublished":"2026-11-20T10:00:00+09:00","dateModified":"2026-11-20T10:00:00+09:00","author":[{"@type":"Organization","name":"株式会社サンプル"}]`,
    );
    expect(JSON.stringify(body.json_ld)).toContain(`${sites[4]?.url}/a.png`);
    const open = html(
      '<meta content="社名 &amp; 題" property="og:title">',
      `<article><h1>社名 &amp; 題</h1><p>${story}</p></article>`,
    );
    const second = await analyze(serve(4, '/open', page(open)));
    expect(second.body).toMatchObject({ title: '社名 & 題', source: { extractor: 'readability' } });
    expect(String(second.body.text).match(/社名 & 題/g)).toHaveLength(1);
  });

  it.runIf(engine === 'sqlite')('asks a site once a second, and not where its robots.txt forbids it', async () => {
    const times: number[] = [];
    const note: Parameters<typeof serve>[2] = (request, response) => {
      times.push(performance.now());
      page(html('', `<p>${story}</p>`))(request, response);
    };
    serve(5, '/robots.txt', page('User-agent: *\nDisallow: /private/\nDisallow: /open/*.pdf$', 'text/plain'));
    const urls = ['/open/1', '/open/2'].map((path) => serve(5, path, note));
    const away = serve(5, '/open/away', redirect('/private/1'));
    const used = await countUsed();
    const answers = await Promise.all([...urls, `${sites[5]?.url}/private/1`, away].map((url) => analyze(url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
    for (const { body } of answers.slice(2)) {
      expect(body).toMatchObject({
        code: 'url_blocked',
        detail: 'The robots.txt of this site does not allow this URL',
      });
    }
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
    expect(sites[5]?.asked.filter((path) => path.startsWith('/private'))).toEqual([]);
    expect(await countUsed()).toBe(Number(used) + 2);
  });

  it('tells whose failure it is, and takes no unit for it', async () => {
    const used = await countUsed();
    const closed = await analyze(serve(6, '/closed', page('<p>no', 'text/html', 403)));
    expect(closed).toMatchObject({
      status: 502,
      body: {
        detail: 'The page returned HTTP status 403',
        code: 'upstream_failed',
        upstream: { host: new URL(sites[6]?.url ?? '').host, status: 403 },
      },
    });
    const empty = serve(7, '/empty', page('<html><body><p>12</p></body></html>'));
    expect(await analyze(empty)).toMatchObject({ status: 400, body: { code: 'empty_text' } });
    const bomb = gzipSync(Buffer.alloc(60_000_000, '言葉 '));
    const answer = await analyze(
      serve(7, '/bomb', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(bomb);
      }),
    );
    expect(answer).toMatchObject({ status: 200, body: { source: { truncated: true } } });
    const inside = serve(6, '/inside', redirect('http://169.254.169.254/latest'));
    for (const url of [inside, 'http://127.0.0.1:1/', 'http://[::ffff:10.0.0.1]/', 'ftp://a.example/', 'no address']) {
      expect(await analyze(url)).toMatchObject({
        status: 400,
        body: { detail: 'This URL is not allowed', code: 'url_blocked' },
      });
    }
    expect(await countUsed()).toBe(Number(used) + 1);
  });
});

describe('a page that never comes', () => {
  it('is given up', async () => {
    const site = await openSite();
    try {
      site.pages.set('/robots.txt', () => {});
      const visit = openSites({ fetchMs: 100 }).fetch(`${site.url}/x`, site.context());
      await expect(visit).rejects.toMatchObject({
        code: 'UPSTREAM_TIMEOUT',
        facts: { details: { upstream: { host: new URL(site.url).host, status: null } } },
      });
    } finally {
      await site.close();
    }
  });
});
