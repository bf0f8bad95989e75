/** Parses a page's source; invisible parts are cut out of the text before they cost any parsing. */
import { DOMParser, parseHTML } from 'linkedom';
import type { PageDocument, PageTree } from './dom.ts';

/**
 * Content of a tag. A page may open a hundred thousand tags and close none: looking for `>` from each of them to the
 * end of the page would take minutes, so a tag with `<` in it counts as a tag only if it is short.
 */
const INSIDE = '(?:[^<>]*|[^>]{0,300})';

/** Elements whose content is not text of the page. */
const notTextTags: readonly string[] = ['script', 'style', 'svg', 'template', 'iframe', 'noscript', 'object', 'canvas'];

/** The source without comments, scripts and the like. Every character is looked at a bounded number of times. */
export function removeUnseen(html: string, tags = notTextTags): string {
  const openingPattern = new RegExp(`<!--|<(${tags.join('|')})(?=[\\s/>])`, 'gi');
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (let match = openingPattern.exec(html); match; match = openingPattern.exec(html)) {
    const name = match[1]?.toLowerCase() ?? '!--';
    const end = unclosed.has(name) ? -1 : findElementEnd(html, match.index, name);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    parts.push(html.slice(from, match.index), ' ');
    from = end;
    openingPattern.lastIndex = end;
  }
  parts.push(html.slice(from));
  return parts.join('');
}

/** Behind the end tag of an element that opens at `at`; -1 when there is none. */
function findElementEnd(html: string, at: number, name: string): number {
  if (name === '!--') {
    const end = html.indexOf('-->', at + 2);
    return end < 0 ? -1 : end + 3;
  }
  const tagEnd = html.indexOf('>', at);
  if (tagEnd > 0 && html[tagEnd - 1] === '/' && name === 'svg') return tagEnd + 1;
  const closing = new RegExp(`</${name}${INSIDE}>`, 'gi');
  closing.lastIndex = at;
  const match = closing.exec(html);
  return match ? closing.lastIndex : -1;
}

export interface ParseOptions {
  /** Elements to cut out before parsing. */
  unseenTags?: readonly string[];
  /** Keeps what the page says of its html and body elements: selectors may ask for it, and the finder is misled by it. */
  isWhole?: boolean;
}

/**
 * A document whose body holds what the page shows. Tags that HTML allows to be left out (html, head, body) are put in:
 * the parser does not.
 */
export function parseDocument(
  source: string,
  { unseenTags = notTextTags, isWhole = false }: ParseOptions = {},
): PageDocument {
  const html = lowerAttributeNames(removeUnseen(source, unseenTags));
  const body = bodyTagPattern.exec(html);
  const headEnd = /<\/head\s*>/i.exec(html);
  const split = body ? body.index : headEnd ? headEnd.index : 0;
  const rest = html.slice(body ? split + body[0].length : split);
  const root = /<html(?:\s[^<>]*)?>/i.exec(html)?.[0] ?? '<html>';
  const language = /\slang\s*=\s*["']?([\w-]+)/i.exec(root)?.[1] ?? '';
  const whole = [
    `<!DOCTYPE html>${isWhole ? closeNothing(root) : `<html lang="${language}">`}<head>`,
    html.slice(0, split).replace(framePattern, ' '),
    `</head>${isWhole && body ? closeNothing(body[0]) : '<body>'}`,
    rest.replace(framePattern, ' '),
    '</body></html>',
  ];
  return parseHTML(whole.join('')).document;
}

/** A tag that closes itself by `/>` would end the document. */
function closeNothing(tag: string): string {
  return tag.replace(/\/>$/, '>');
}

/** Null: it holds no element. */
export function parseXml(source: string): PageTree | null {
  const document: PageTree = new DOMParser().parseFromString(source, 'text/xml');
  return document.documentElement === null ? null : document;
}

const bodyTagPattern = new RegExp(`<body(?:\\s${INSIDE})?>`, 'i');
const framePattern = new RegExp(`<!doctype${INSIDE}>|</?(?:html|head|body)(?:\\s${INSIDE})?>`, 'gi');

const capitalsPattern =
  /<[a-zA-Z][^<>]*\s(?:HREF|Href|SRC|Src|CLASS|Class|ID|ALT|COLSPAN|ROWSPAN|STYLE|NAME|CONTENT)\s*=/;

/** Attributes of old pages are written in capitals; the parser takes their names as they come. */
function lowerAttributeNames(html: string): string {
  if (!capitalsPattern.test(html)) return html;
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/(\s)([a-z-]+)(?=\s*=)/gi, (_all, blank: string, name: string) => blank + name.toLowerCase()),
  );
}
