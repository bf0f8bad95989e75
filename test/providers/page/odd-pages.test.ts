/** Pages as they are found: without what a page should have, with too much of it, and damaged. Each is read, or refused in words. */
import { describe, expect, it } from 'vitest';
import { readArticle, readInTurn, readPage } from '../../../src/providers/shared/page/article.ts';
import { PageError, readContent } from '../../../src/providers/shared/page/content.ts';
import { readBodyText, readWithReadability } from '../../../src/providers/shared/page/fallback.ts';
import { corpus, tokenF1 } from '../../pages/corpus.ts';

const jobFor = (text: string, format: 'markdown' | 'html' = 'markdown') => ({
  text,
  format,
  contentType: 'text/html',
  finalUrl: 'https://site.example/dir/page.html',
  charsMax: 1_000_000,
});

const words = 'The ferry leaves at seven, and it carries mail, bread and two goats. ';
const story = Array.from({ length: 8 }, (_, at) => `<p>Paragraph ${at + 1}. ${words.repeat(3)}</p>`).join('\n');
const links = Array.from({ length: 30 }, (_, at) => `<li><a href="/x/${at}">Elsewhere ${at}</a></li>`).join('');
/** Content in boxes without a name beside a column of links: nothing marks it, so that it has to be found. */
const boxes = `<div><div class="c1"><ul>${links}</ul></div><div class="c2"><h2>The crossing</h2><div>${story}</div></div></div>`;
const svg = `<svg viewBox="0 0 9 9">${'<path d="M0 0L9 9"/><text>drawn</text>'.repeat(4_000)}</svg>`;

/** Name, page, what must be read, what must not, and the title where it is clear. */
const oddPages: readonly [
  name: string,
  source: string,
  says: readonly string[],
  not: readonly string[],
  title?: string | null,
][] = [
  ['no title', `<html><head></head><body>${boxes}</body></html>`, ['Paragraph 8', 'The crossing'], ['Elsewhere 3']],
  ['an empty title', `<title></title><body><h1>Ferry</h1>${boxes}`, ['Paragraph 8'], ['Elsewhere 3']],
  ['a blank title and headings', `<title> \n </title><body><h1> </h1><h2></h2>${boxes}`, ['Paragraph 1.'], []],
  ['two titles', `<title>First</title><title>Second</title><body>${boxes}`, ['Paragraph 8'], ['Second'], 'First'],
  ['a title in the body', `<body>${boxes}<title>Late</title>`, ['Paragraph 8'], [], 'Late'],
  ['a title with tags in it', `<title><b>Ferry</b> &amp; mail</title><body>${boxes}`, ['Paragraph 8'], []],
  [
    'a heading that says the title',
    `<title>The crossing</title><body>${boxes}`,
    ['The crossing', 'Paragraph 1.'],
    [],
    'The crossing',
  ],
  ['no body', `<html><head><title>T</title></head>${boxes}</html>`, ['Paragraph 8'], ['Elsewhere 3'], 'T'],
  ['no head', `<html><body>${boxes}</body></html>`, ['Paragraph 8'], ['Elsewhere 3']],
  [
    'two heads and two bodies',
    `<head><title>A</title></head><head></head><body>${boxes}</body><body>${story}`,
    ['Paragraph 8'],
    [],
    'A',
  ],
  ['only text', words.repeat(10), ['two goats'], [], null],
  ['only text in a body', `<body>${words.repeat(10)}`, ['two goats'], []],
  ['text with stray signs', `<body><p>1 < 2 > 0 & "so" </p></div></span>${story}`, ['Paragraph 8', '1 < 2'], []],
  [
    'frames',
    `<title>F</title><frameset cols="20%,*"><frame src="a.html"><noframes><p>${words}</p></noframes></frameset>`,
    ['two goats'],
    [],
  ],
  [
    'frames and a body in noframes',
    `<frameset><frame src=a><noframes><body>${story}</body></noframes></frameset>`,
    ['Paragraph 8'],
    [],
  ],
  [
    'an iframe around it',
    `<body><iframe src="https://x.example/">old browser</iframe>${boxes}`,
    ['Paragraph 8'],
    ['old browser'],
  ],
  [
    'nested tables',
    `<table><tr><td><table><tr><td>${links}</td></tr></table></td><td><table><tr><td>${story}</td></tr></table></td></tr></table>`,
    ['Paragraph 1.', 'Paragraph 8'],
    [],
  ],
  [
    'tables left open',
    `<table><tr><td><table><tr><td>${story}<table><tr><td>end of it`,
    ['Paragraph 8', 'end of it'],
    [],
  ],
  [
    'AMP',
    `<!doctype html><html ⚡ lang=en><head><title>Amp</title><style amp-boilerplate>body{visibility:hidden}</style></head><body style="visibility:hidden"><amp-sidebar><ul>${links}</ul></amp-sidebar><div><amp-img src="/a.jpg" width=9 height=9></amp-img>${story}</div></body></html>`,
    ['Paragraph 8'],
    [],
    'Amp',
  ],
  [
    'a hidden body',
    `<html style="display:none"><body hidden class="comment" id="sidebar">${boxes}</body></html>`,
    ['Paragraph 8'],
    ['Elsewhere 3'],
  ],
  ['huge inline SVG', `<body>${svg}${boxes}${svg}`, ['Paragraph 8'], ['drawn']],
  ['SVG left open', `<body>${boxes}<svg><path d="M0 0">`, ['Paragraph 8'], []],
  [
    'a picture as data',
    `<body><img alt="goat" src="data:image/png;base64,${'A'.repeat(200_000)}">${boxes}`,
    ['Paragraph 8'],
    ['AAAA'],
  ],
  [
    'wrong closing tags',
    `<body><div><b><i>bold</b></i><p>${words}</div></p></section></table>${story}</span>`,
    ['two goats', 'Paragraph 8'],
    [],
  ],
  ['closing tags alone', `</p></div></body></html>${story}</html></html>${words}`, ['Paragraph 8'], []],
  [
    'attributes cut open',
    `<body><a href="x>${words}</a><p title='y>${words}</p><div class=>${story}</div>`,
    ['Paragraph 8'],
    [],
  ],
  [
    'strange attributes',
    `<body><p 1="2" <="3" ="4" "x" @click="y()" :z="1">${words}</p>${story}`,
    ['two goats'],
    ['y()'],
  ],
  [
    'templates',
    `<body><template>${story.replaceAll('Paragraph', 'Hidden')}</template>${boxes}`,
    ['Paragraph 8'],
    ['Hidden 3'],
  ],
  ['unrendered templates', `<body><div v-if="a">{{ title }}</div><p>{% for a in b %}</p>${boxes}`, ['Paragraph 8'], []],
  [
    'elements of its own',
    `<body><app-root><app-body><x-p>${words.repeat(9)}</x-p></app-body></app-root>`,
    ['two goats'],
    [],
  ],
  [
    'everything in a form',
    `<body><form action="/s" method="post"><input name=q>${story}<button>Send</button></form>`,
    ['Paragraph 8'],
    ['Send'],
  ],
  ['everything in navigation', `<body><nav>${story}</nav>`, ['Paragraph 8'], []],
  ['everything in a footer', `<body><footer><p>${words.repeat(9)}</p></footer>`, ['two goats'], []],
  ['everything hidden', `<body><div style="display:none">${story}</div>`, ['Paragraph 8'], []],
  ['everything commented out but a word', `<body><!-- ${story} -->word`, ['word'], ['Paragraph']],
  ['lines broken by br alone', `<body><font size=2>${`${words}<br><br>`.repeat(20)}</font>`, ['two goats'], []],
  ['everything preformatted', `<body><pre>${`${words}\n`.repeat(20)}</pre>`, ['two goats'], []],
  [
    'capitals',
    `<HTML><HEAD><TITLE>CAPS</TITLE></HEAD><BODY BGCOLOR=white><CENTER>${story.toUpperCase()}</CENTER></BODY></HTML>`,
    ['PARAGRAPH 8'],
    [],
    'CAPS',
  ],
  ['nulls and controls', `<body>\u0000<p>${words}\u0001\u000b</p>${story}\u0000`, ['Paragraph 8'], []],
  [
    'an XHTML head',
    `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><![CDATA[data]]>${story}</body></html>`,
    ['Paragraph 8'],
    ['DOCTYPE'],
    'X',
  ],
  ['one long line without blanks', `<body><p>${'鹿'.repeat(5_000)}</p>`, ['鹿鹿鹿'], []],
  ['many roots', `<html>${`<html><body>${story}</body></html>`.repeat(3)}`, ['Paragraph 8'], []],
];

const isRefusal = (thrown: unknown): boolean => thrown instanceof PageError;

describe.each(oddPages)('a page with %s', (name, source, says, not, title) => {
  it('is read', () => {
    const article = readArticle(jobFor(source));
    for (const phrase of says) expect(article.content).toContain(phrase);
    for (const phrase of not) expect(article.content).not.toContain(phrase);
    if (title !== undefined) expect(article.title).toBe(title);
    const safe = readArticle(jobFor(source, 'html')).content;
    expect(safe.length).toBeGreaterThan(0);
    expect(safe).not.toMatch(/<(script|style|iframe|form|svg)|\son\w+=/);
  });

  it('is scraped in every format', () => {
    for (const format of ['text', 'html', 'markdown'] as const) {
      const { content } = readContent({ ...jobFor(source), format });
      // A quotation mark that nothing closes swallows the page, in every parser.
      if (name !== 'attributes cut open') expect(content.length).toBeGreaterThan(0);
      expect(content).not.toMatch(/\son\w+="/);
    }
  });
});

const damage: readonly [name: string, damagePage: (source: string) => string][] = [
  ['without title', (source) => source.replace(/<title[\s\S]*?<\/title>/gi, '')],
  ['without titles and metas', (source) => source.replace(/<title[\s\S]*?<\/title>|<meta[^>]*>/gi, '')],
  ['without head', (source) => source.replace(/<head>[\s\S]*?<\/head>/i, '')],
  [
    'without marks',
    (source) => source.replace(/<(\/?)(?:main|article)\b[^>]*>/gi, '<$1div>').replace(/\sid="[^"]*"/g, ''),
  ],
  ['without end tags of p, li, td and tr', (source) => source.replace(/<\/(?:p|li|td|tr)>/gi, '')],
  ['without frame', (source) => source.replace(/<\/?(?:html|head|body)\b[^>]*>|<!doctype[^>]*>/gi, '')],
];

describe.each(damage)('the written pages %s', (name, damagePage) => {
  it.each(corpus.map((one) => [one.name, one] as const))('%s', (_page, { source, reference }) => {
    const { content } = readArticle(jobFor(damagePage(source)));
    expect(tokenF1(content, reference), name).toBeGreaterThan(0.85);
  });
});

describe('a way to read that fails', () => {
  const [news] = corpus;
  const fail = (): never => {
    throw new TypeError('Cannot read properties of undefined');
  };
  const job = jobFor(`<title>Ferry</title><body>${boxes}`);

  it('is followed by plain Readability, and that by the text of the body', () => {
    expect(readInTurn(job, [fail, readWithReadability, readBodyText]).content).toContain('Paragraph 8');
    expect(
      tokenF1(readInTurn(jobFor(news?.source ?? ''), [fail, readWithReadability]).content, news?.reference ?? ''),
    ).toBeGreaterThan(0.8);
    const text = readInTurn(job, [fail, fail, readBodyText]);
    expect(text).toMatchObject({ title: 'Ferry', cut: false });
    expect(text.content).toContain(`Paragraph 8. ${words.trim()}`);
    expect(readInTurn(jobFor('<p>1 < 2 &amp; <b>b</b>', 'html'), [readBodyText]).content).toBe(
      '<p>1 &lt; 2 &amp; b</p>',
    );
  });

  it('is not followed where the page itself is at fault', () => {
    const refuse = (): never => {
      throw new PageError('no-text');
    };
    expect(() => readInTurn(job, [refuse, readBodyText])).toThrow('no-text');
    expect(() => readInTurn(job, [fail])).toThrow('no-text');
  });
});

/** Numbers that look random and are the same every time (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const pieces = [
  '<',
  '>',
  '"',
  "'",
  '</',
  '<!--',
  '-->',
  '<p',
  '</div>',
  '<table><td>',
  '<title>',
  '</title>',
  '<body>',
  '</body>',
  '<h1>',
  '<svg>',
  '<template>',
  '&',
  '\u0000',
  '</',
  '<script>',
  '</head>',
  '<li>',
  ' class="comment sidebar"',
];

/** Cuts, doubles, moves and puts pieces in, a few times. */
function damageAtRandom(source: string, random: (below: number) => number): string {
  let page = source;
  for (let round = 1 + random(8); round > 0; round--) {
    const [at, length] = [random(page.length + 1), random(400)];
    const part = page.slice(at, at + length);
    const kind = random(4);
    if (kind === 0) page = page.slice(0, at) + page.slice(at + length);
    else if (kind === 1) page = page.slice(0, at) + part + page.slice(at);
    else if (kind === 2) page = page.slice(0, at) + (pieces[random(pieces.length)] ?? '') + page.slice(at);
    else page = page.slice(0, at) + page.slice(at + length) + part;
  }
  return page;
}

it('damaged pages are read by our own finder, or have no text; none makes it fail', () => {
  const random = createRandom(20_261_122);
  const sources = [...corpus.map(({ source }) => source), ...oddPages.map(([, source]) => source)].filter(
    ({ length }) => length < 30_000,
  );
  let read = 0;
  for (let round = 0; round < 120; round++) {
    const page = damageAtRandom(sources[random(sources.length)] ?? '', random);
    const job = jobFor(page, round % 2 === 0 ? 'markdown' : 'html');
    try {
      if (readPage(job)) read++;
      for (const format of ['text', 'markdown', 'html'] as const) readContent({ ...job, format });
    } catch (thrown) {
      if (!isRefusal(thrown)) throw new Error(`Round ${round} fails on ${JSON.stringify(page)}`, { cause: thrown });
    }
  }
  expect(read).toBeGreaterThan(100);
});
