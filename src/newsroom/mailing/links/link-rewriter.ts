/** Links in mails: finds them, and splits HTML at them so that they can be replaced. */
import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { readInline } from '../../../text/inline-marks.ts';
import { type Block, splitBlocks } from '../../../text/release-blocks.ts';

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

/** Text as HTML: paragraphs, headings, lists, tables, dividing lines, and addresses as links. */
export const toHtml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .split(/\n{2,}/)
    .map((part) => (RULE.test(part) ? '<hr>' : splitBlocks(part).map(toBlock).join('\n')))
    .join('\n');

function toBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${toInline(block.text)}</h3>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${toInline(item)}</li>`).join('')}</ul>`;
    case 'table':
      return toTable(block);
    case 'paragraph':
      return `<p>${block.lines.map(toInline).join('<br>')}</p>`;
  }
}

const CELL = 'border:1px solid #c4c7cc;padding:4px 10px;text-align:left';

function toTable({ rows, hasHead }: Extract<Block, { kind: 'table' }>): string {
  const lines = rows.map((cells, index) => {
    const name = hasHead && index === 0 ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${name} style="${CELL}">${toInline(cell)}</${name}>`).join('')}</tr>`;
  });
  return `<table style="border-collapse:collapse">${lines.join('')}</table>`;
}

const toInline = (line: string): string =>
  readInline(line)
    .map((part) => {
      if (part.kind === 'strong') return `<strong>${linkAddresses(part.text)}</strong>`;
      if (part.kind === 'text') return linkAddresses(part.text);
      return `<a href="${escapeHtml(part.href)}">${escapeHtml(part.text)}</a>`;
    })
    .join('');

function linkAddresses(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: matched, index } of text.matchAll(ADDRESS)) {
    const url = escapeHtml(trimAddress(matched));
    html += `${escapeHtml(text.slice(end, index))}<a href="${url}">${url}</a>`;
    end = index + trimAddress(matched).length;
  }
  return html + escapeHtml(text.slice(end));
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
