/** Pages written for the reader's tests, with what a person would say is in them, line by line in the `.txt` beside each. */
import { readFileSync } from 'node:fs';
import { decodePage } from '../../src/providers/shared/network/charset.ts';

export interface CorpusPage {
  name: string;
  source: string;
  /** What the page says. */
  reference: string;
  /** Words of the page that are no content. */
  noise: readonly string[];
}

const pages: readonly (readonly [file: string, noise: readonly string[]])[] = [
  [
    'news-en.html',
    [
      'cookies',
      'Politics',
      'Search the Herald',
      'Home',
      'Chirper',
      'Advertisement',
      'SnoozeMax',
      'Unsubscribe',
      'Last airline leaves',
      'railfan77',
      'Moose',
      'All rights reserved',
      'Skip to',
      'Written by a script',
    ],
  ],
  ['blog-divs.html', ['Archive', 'Saws', 'Outlet', 'Why oak moves', 'Shellac', 'Copyright', 'Feed']],
  ['magazine-divs.html', ['Front page', 'tide calendar', 'Eels', 'crossword', 'staples', 'Imprint']],
  ['docs-en.html', ['Installation', '¶', 'Built with', 'previous']],
  [
    'news-ja.html',
    ['クッキー', 'スポーツ', 'トップ', '広告', '枕', 'つぶやく', '三割が減便', 'クマ', '無断転載', 'お問い合わせ'],
  ],
  ['recipe-ja.shift_jis.html', ['道具', '卵焼き', '編集部']],
  ['recipe-ja.euc-jp.html', ['道具', '卵焼き', '編集部']],
  ['essay-zh.gb18030.html', ['论坛', '缝纫机', '版权声明']],
];

const bytesOf = (file: string): Uint8Array => readFileSync(new URL(file, import.meta.url));

export const corpus: readonly CorpusPage[] = pages.map(([file, noise]) => ({
  name: file.replace(/\.html$/, ''),
  source: decodePage(bytesOf(file), 'text/html').text,
  reference: Buffer.from(bytesOf(file.replace(/(\.[\w-]+)?\.html$/, '.txt'))).toString('utf8'),
  noise,
}));

export const scriptOnly = Buffer.from(bytesOf('script-only.html')).toString('utf8');

/** A page of about so many bytes: sections with paragraphs, a list, a table and code, between navigation. */
export function largePage(bytes: number): { source: string; sections: number } {
  const parts: string[] = [];
  let length = 0;
  for (let n = 1; length < bytes; n++) {
    const part = `<section id="s${n}"><h2>Section ${n}</h2><p>Paragraph ${n} tells, in a sentence of ordinary length, what section ${n} is about, and <a href="/s/${n}">where to go</a> from there.</p><ul><li>first of ${n}</li><li>second of ${n}</li></ul><table><tr><th>Key</th><th>Value</th></tr><tr><td>k${n}</td><td>v${n}</td></tr></table><pre><code class="language-js">const a${n} = ${n};</code></pre></section>`;
    parts.push(part);
    length += part.length;
  }
  const links = Array.from({ length: 200 }, (_, at) => `<li><a href="/n/${at}">Navigation ${at}</a></li>`).join('');
  const source = `<!DOCTYPE html><html><head><title>A large page</title></head><body><nav><ul>${links}</ul></nav><div class="content">${parts.join('\n')}</div></body></html>`;
  return { source, sections: parts.length };
}

/** Words, and single signs of scripts without blanks; addresses of links are no text. */
export function tokensOf(text: string): string[] {
  const said = text.replace(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, ']').replace(/\\(?=\p{P})/gu, '');
  return said.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}

/** Harmonic mean of precision and recall over the tokens of both texts, counted as often as they stand there. */
export function tokenF1(text: string, reference: string): number {
  const [said, wanted] = [tokensOf(text), tokensOf(reference)];
  const left = new Map<string, number>();
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1);
  let hits = 0;
  for (const token of said) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    left.set(token, count - 1);
    hits++;
  }
  return said.length + wanted.length === 0 ? 1 : (2 * hits) / (said.length + wanted.length);
}
