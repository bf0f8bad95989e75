/** Links in mails: finds them, and splits HTML at them so that they can be replaced. */
import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../../lib/escape-html.ts';

/** Up to the first character that no address in running text has. */
const ADDRESS = /https?:\/\/[!#$%&'()*+,\-./0-9:;=?@A-Z_a-z~[\]]{1,2000}/g;
const ENDING = new Set(".,;:!?)]'*_~");

/** Without the marks of the sentence around it. */
function trimAddress(address: string): string {
  let end = address.length;
  while (ENDING.has(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}

/** Addresses that a plain text names, as they stand in it. */
export const listTextLinks = (text: string): string[] =>
  [...text.matchAll(ADDRESS)].map(([found]) => trimAddress(found));

/** A line that divides a text. */
const RULE = /^\s*[―—─–=_*-]{5,}\s*$/;

/** Plain text as HTML: paragraphs, dividing lines, and addresses as links. */
export function toHtml(text: string): string {
  const toLine = (line: string): string => {
    let html = '';
    let end = 0;
    for (const { 0: matched, index } of line.matchAll(ADDRESS)) {
      const url = escapeHtml(trimAddress(matched));
      html += `${escapeHtml(line.slice(end, index))}<a href="${url}">${url}</a>`;
      end = index + trimAddress(matched).length;
    }
    return html + escapeHtml(line.slice(end));
  };
  const toBlock = (paragraph: string): string =>
    RULE.test(paragraph) ? '<hr>' : `<p>${paragraph.split('\n').map(toLine).join('<br>')}</p>`;
  return text
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .split(/\n{2,}/)
    .map(toBlock)
    .join('\n');
}

/** HTML cut where the addresses of its links are: `pieces[0] + urls[0] + pieces[1] + …`, with one piece more than addresses. */
export interface SplitHtml {
  pieces: string[];
  urls: string[];
}

/** Linear in the length of the HTML. Only links to the web are cut out. */
export function splitLinks(html: string): SplitHtml {
  const pieces: string[] = [];
  const urls: string[] = [];
  let [before, end] = ['', 0];
  const parser = new Parser({
    onopentag(name, { href, ...others }) {
      if (name !== 'a' || href === undefined || !/^https?:/i.test(href) || !URL.canParse(href)) return;
      const attributes = Object.entries(others).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
      pieces.push(`${before}${html.slice(end, parser.startIndex)}<a${attributes.join('')} href="`);
      urls.push(href);
      // What follows begins with the end of the tag.
      [before, end] = ['"', parser.endIndex];
    },
  });
  parser.end(html);
  return { pieces: [...pieces, before + html.slice(end)], urls };
}

/** The HTML with what `wrap` makes of each address. */
export const joinLinks = ({ pieces, urls }: SplitHtml, wrap: (url: string) => string): string =>
  pieces.map((piece, at) => (at < urls.length ? piece + escapeHtml(wrap(urls[at] ?? '')) : piece)).join('');
