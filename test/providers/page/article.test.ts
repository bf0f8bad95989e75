/** The content of pages: complete, without what stands around it, with whole addresses, as Markdown that is valid. */
import { describe, expect, it } from 'vitest';
import { readArticle } from '../../../src/providers/shared/page/article.ts';
import { isLong } from '../../harness/long.ts';
import { corpus, largePage, scriptOnly, tokenF1 } from '../../pages/corpus.ts';

const at = 'https://site.example/dir/page.html';
const read = (text: string, format: 'markdown' | 'html' = 'markdown', more: object = {}) =>
  readArticle({ text, contentType: 'text/html', finalUrl: at, format, charsMax: 10_000_000, ...more });
const body = (html: string): string => read(`<html><head><title>T</title></head><body>${html}</body></html>`).content;
const page = (name: string): string => corpus.find((one) => one.name === name)?.source ?? '';

describe.each(corpus.map((one) => [one.name, one] as const))('%s', (_name, { source, reference, noise }) => {
  it('is complete, and nothing else', () => {
    const { content } = read(source);
    expect(tokenF1(content, reference)).toBeGreaterThan(0.97);
    expect(noise.filter((words) => content.includes(words))).toEqual([]);
  });

  it('is so as HTML, without script, form and handler', () => {
    const { content } = read(source, 'html');
    expect(
      tokenF1(
        content
          .replace(/<[^>]+>/g, ' ')
          .replace(/&lt;/g, '<')
          .replace(/&amp;/g, '&'),
        reference,
      ),
    ).toBeGreaterThan(0.96);
    expect(content).not.toMatch(
      /<(script|style|form|input|button|nav|iframe)|\son\w+=|class=|href="(?!https:|mailto:)/,
    );
  });

  it('has whole addresses and valid Markdown', () => {
    const { content } = read(source);
    const code = content.replace(/(`{3,})[^\n]*\n[\s\S]*?\n\1/g, '');
    for (const [, address] of code.matchAll(/\]\(([^)\s]+)/g)) expect(address).toMatch(/^(https?:\/\/|mailto:)|^not$/);
    expect((content.match(/^\s*`{3,}/gm) ?? []).length % 2).toBe(0);
    for (const table of code.match(/(?:^\|.*\|$\n?)+/gm) ?? []) {
      const columns = table
        .trim()
        .split('\n')
        .map((row) => row.match(/(?<!\\)\|/g)?.length);
      expect(new Set(columns).size).toBe(1);
      expect(table.split('\n')[1]).toMatch(/^\|( --- \|)+$/);
    }
    expect(code.replace(/(?<!\\)`[^`]*`/g, '')).not.toMatch(/(?<!\\)<[a-z/!]|[\ue000-\ue005]/);
  });
});

describe('Markdown', () => {
  it.each(['<p>', '<a href="/x">'])('of brackets without end behind %s takes no longer than other text', (tag) => {
    const startedMs = performance.now();
    body(`${tag}${'['.repeat(200_000)}`);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });

  it('makes no link of brackets in a text', () => {
    const { content } = read(
      `<html><body><p>See [a](b), [c] [d], [e]: f, [g] h, [[i]] and ]( alone.</p></body></html>`,
    );
    expect(content).toBe('See \\[a](b), \\[c] [d], \\[e]: f, [g] h, [[i]] and ]( alone.');
  });

  it('of documentation', () => {
    const { content, title } = read(page('docs-en'));
    expect(title).toBe('Configuration');
    for (const part of [
      '# Configuration\n\nFerry reads one file, `ferry.toml`,',
      '[all defaults](https://docs.example.com/ferry/3.2/reference/defaults.html#table)',
      '```toml\n# where to listen\n[server]\nport = 8080\nname = "a <b> `c`"\n```',
      '```bash\n$ ferry --config ferry.toml\nlistening on 8080\n```',
      '````\n```\nnot the end\n```\n````',
      '| Name | Type | Default | Meaning |\n| --- | --- | --- | --- |\n| `port` | integer | 8080 |',
      '| `mode` | `a\\|b` | a | One of *a* or *b* |',
      '| `log_level` | text, `info` |  | How much is logged |\n|  | flag | false | Also to a file |',
      '3. Write the file.\n   - Keep it short.\n   - Keep it in the repository.\n\n4. Check it:\n\n   ```\n   ferry check\n   ```\n\n5. Start.',
      'snake_case_names and 2 \\* 3 \\* 4',
      '1\\. is how this paragraph begins',
      '[ferries](https://en.wikipedia.org/wiki/Ferry_(ship)), \\[1](not a link) and \\<div>.',
    ]) {
      expect(content).toContain(part);
    }
  });

  it.each([
    ['<p>a<b> bold </b>b <i>i</i></p>', 'a **bold** b *i*'],
    ['<p>彼は<b>「強調」</b>と言った。</p>', '彼は「強調」と言った。'],
    ['<p>「<b>強調</b>」です</p>', '「**強調**」です'],
    ['<p>line<br>two</p>', 'line  \ntwo'],
    ['<div>one<br> <br>two<br><br><br>three</div>', 'one\n\ntwo\n\nthree'],
    ['<p># no heading</p><p>- no list</p><p>&gt; no quote</p>', '\\# no heading\n\n\\- no list\n\n\\> no quote'],
    ['<p>&amp;lt; and a\\b and `c`</p>', '\\&lt; and a\\\\b and \\`c\\`'],
    ['<a href="/x y"><div>card</div></a>', 'card'],
    ['<p><a href="javascript:x()">js</a> <a href="">none</a> <a href="#top">up</a></p>', `js none [up](${at}#top)`],
    [
      '<p><a href="/a"><img src="b.png" alt="pic"></a></p>',
      '[![pic](https://site.example/dir/b.png)](https://site.example/a)',
    ],
    ['<p>x<img src="data:image/png;base64,AA" alt="inline"><img width="1" height="1" src="/t.gif"></p>', 'xinline'],
    ['<p>10<sup>3</sup> m<sub>2</sub> <q>q</q> <del>gone</del></p>', '10^3 m2 “q” ~~gone~~'],
    ['<p><code>a `b` c</code> <kbd></kbd></p>', '`` a `b` c ``'],
    ['<ul><li>one</li><ul><li>nested</li></ul><li>two</li></ul>', '- one\n  - nested\n- two'],
    ['<ul><li><input type="checkbox" checked>done</li></ul>', '- [x] done'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['<table><tr><td><p>a</p></td></tr></table>', 'a'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '|  |  |\n| --- | --- |\n| a | b |'],
    ['<dl><dt>term</dt><dd>meaning</dd></dl>', '**term**\n\nmeaning'],
    ['<pre>a<br>b</pre>', '```\na\nb\n```'],
    ['<hr><p>x</p>', '---\n\nx'],
    ['<P ALIGN=left>OLD <A HREF="next.htm">page</A></P>', 'OLD [page](https://site.example/dir/next.htm)'],
    ['plain text only', 'plain text only'],
  ])('of %s', (html, markdown) => {
    expect(body(html)).toBe(markdown);
  });
});

describe('a page', () => {
  it('without the tags that may be left out', () => {
    expect(read('<!doctype html><title>A</title><p>one<p>two').content).toBe('one\n\ntwo');
    expect(read('<html><head><title>A</title><body><p>one').title).toBe('A');
    expect(read('<p>x<!-- <p>y -->z<script>w</script>').content).toBe('x z');
  });

  it('tells what it states of itself', () => {
    expect(read(page('news-en'))).toMatchObject({
      title: 'Night trains return to the coast line',
      description: 'After eleven years the coast line has sleepers again.',
      author: 'Ada Holm',
      publishedAt: '2026-11-18T06:30:00Z',
      language: 'en',
      cut: false,
    });
    expect(read(page('blog-divs')).title).toBe('Sharpening a plane iron');
  });

  it('is cut at a limit, outside of characters', () => {
    const { content, cut } = read('<p>ab🙂cd</p>', 'markdown', { charsMax: 3 });
    expect({ content, cut }).toEqual({ content: 'ab', cut: true });
  });

  it('that scripts draw has no text, unless it tells it to search engines', () => {
    expect(() => read(scriptOnly)).toThrow('no-text');
    expect(() => read('<body><script>draw()</script></body>')).toThrow('no-text');
    const told = JSON.stringify({ '@type': 'NewsArticle', articleBody: 'Told to engines. '.repeat(20) });
    const drawn = scriptOnly.replace('</head>', `<script type="application/ld+json">${told}</script></head>`);
    expect(read(drawn).content).toMatch(/^Told to engines\. Told/);
  });

  it('that is no HTML is read as it is', () => {
    expect(read('a < b\n', 'markdown', { contentType: 'text/plain' }).content).toBe('a < b');
    expect(read('{"a": 1}', 'markdown', { contentType: 'application/json' }).content).toBe('{"a": 1}');
    expect(() => read(' ', 'markdown', { contentType: 'text/plain' })).toThrow('no-text');
  });

  it('of megabytes is read whole', () => {
    const { source, sections } = largePage(isLong ? 5_000_000 : 1_500_000);
    const { content } = read(source);
    expect(content.match(/^## Section \d+$/gm)).toHaveLength(sections);
    expect(content).not.toContain('Navigation');
    expect(content).toContain(`| k${sections} | v${sections} |`);
  });

  it('nested deeply is read, and too deeply refused', () => {
    const nested = (depth: number): string => `${'<div>'.repeat(depth)}<p>deep</p>${'</div>'.repeat(depth)}`;
    expect(read(nested(4_000)).content).toBe('deep');
    expect(() => read(nested(6_000))).toThrow('too-deep');
  });

  it.each(['<script>', '<!--', '<svg>', '<style '])('of endless %s takes no time', (piece) => {
    const startedMs = performance.now();
    expect(() => read(piece.repeat(200_000))).toThrow();
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
