/** The links in a mail: found, and led through us so that they are counted. */
import { escapeHtml } from '../../kernel/escape-html.ts';
import { readHost } from '../tracking/links.ts';

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

export interface LinkedHtml {
  html: string;
  /** Hosts that its links lead to. */
  hosts: string[];
}

/** The HTML with each link to the web replaced by what `wrap` makes of it. */
export async function wrapLinks(html: string, wrap: ((url: string) => string) | null): Promise<LinkedHtml> {
  // Not at a start: of all that a server reads it would be a tenth.
  const { load } = await import('cheerio');
  const hosts = new Set<string>();
  const page = load(html, null, false);
  page('a[href]').each((_index, element) => {
    const link = page(element);
    const target = link.attr('href') ?? '';
    if (!/^https?:/i.test(target) || !URL.canParse(target)) return;
    const host = readHost(target);
    if (host === null) return;
    hosts.add(host);
    if (wrap) link.attr('href', wrap(target));
  });
  return { html: page.html(), hosts: [...hosts] };
}
