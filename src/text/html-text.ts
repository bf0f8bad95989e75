/** Plain text of HTML, in linear time whatever the input. */
import { Parser } from 'htmlparser2';

const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template', 'noscript']);
const BLOCKS = new Set([
  ...['p', 'div', 'table', 'ul', 'ol', 'blockquote', 'pre', 'section', 'article', 'header', 'footer', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
const LINES = new Set(['br', 'tr', 'li', 'dt', 'dd']);

/** Blocks become paragraphs, list items begin with `- `, and links are followed by their address. */
export function htmlToText(html: string): string {
  let text = '';
  let hidden = 0;
  const links: { href: string; start: number }[] = [];
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (HIDDEN.has(name)) hidden++;
      if (name === 'a') links.push({ href, start: text.length });
      text += BLOCKS.has(name) ? '\n\n' : LINES.has(name) ? '\n' : name === 'td' || name === 'th' ? ' ' : '';
      if (name === 'li') text += '- ';
    },
    ontext(part) {
      if (hidden === 0) text += part.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
      if (BLOCKS.has(name)) text += '\n\n';
      const link = name === 'a' ? links.pop() : undefined;
      if (link && /^(?:https?|mailto):/i.test(link.href))
        text += writeAddress(link.href, text.slice(link.start, link.start + link.href.length + 1).trim());
    },
  });
  parser.end(html);
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();
}

/** Nothing where the words of the link are its address. */
function writeAddress(href: string, words: string): string {
  const address = href.replace(/^mailto:/i, '');
  if (words === '') return address;
  return words === address || words === address.replace(/^https?:\/\/|\/$/gi, '') ? '' : ` (${address})`;
}
