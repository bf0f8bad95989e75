/** Writes parts of a page as HTML with whole addresses: all of it but what runs, or nothing but text and structure. */
import { createNameSet, isElement, isText, listChildren, type PageElement, type PageNode } from './dom.ts';
import { resolvePageAddress } from './markdown.ts';

const keptTags = createNameSet(
  'a abbr article b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr',
);
const voidTags = createNameSet('area base br col embed hr img input link meta param source track wbr');
const keptAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['title'],
  img: ['alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start'],
  time: ['datetime'],
};

/** Text and structure alone. */
export function writeSafeHtml(root: PageElement, base: string): string {
  return writeHtml([root], Number.POSITIVE_INFINITY, (element) =>
    keptTags.has(element.localName) ? listSafeAttributes(element, base) : null,
  );
}

/** Elements as the page has them, without handlers and script addresses. Stops soon after `charsMax`. */
export function writeWholeHtml(nodes: readonly PageNode[], charsMax: number, base: string): string {
  return writeHtml(nodes, charsMax, (element) => listAttributes(element, base));
}

type Attributes = readonly (readonly [name: string, value: string])[];

/** `attributesOf`: null leaves the tags out and keeps what stands between them. Iterative: pages nest as deep as they like. */
function writeHtml(
  nodes: readonly PageNode[],
  charsMax: number,
  attributesOf: (element: PageElement) => Attributes | null,
): string {
  const parts: string[] = [];
  let length = 0;
  const stack: (PageNode | string)[] = [...nodes].reverse();
  for (let top = stack.pop(); top !== undefined && length <= charsMax; top = stack.pop()) {
    let part = '';
    if (typeof top === 'string') part = top;
    else if (isText(top)) part = escapeHtml(top.textContent ?? '');
    else if (isElement(top)) {
      const attributes = attributesOf(top);
      const isVoid = voidTags.has(top.localName) && top.firstChild === null;
      if (attributes) part = `<${top.localName}${attributes.map(writeAttribute).join('')}>`;
      if (attributes && !isVoid) stack.push(`</${top.localName}>`);
      stack.push(...[...listChildren(top)].reverse());
    }
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

function writeAttribute([name, value]: readonly [string, string]): string {
  return ` ${name}="${escapeHtml(value).replace(/"/g, '&quot;')}"`;
}

function listSafeAttributes(element: PageElement, base: string): Attributes {
  const { localName } = element;
  const address = { a: 'href', img: 'src' }[localName];
  const whole = address === undefined ? null : resolvePageAddress(element.getAttribute(address), base);
  const attributes = (keptAttributes[localName] ?? ['lang', 'dir']).flatMap((name) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  return address === undefined || whole === null ? attributes : [[address, whole], ...attributes];
}

const addressAttributes = createNameSet('href src action formaction poster data cite');

function listAttributes(element: PageElement, base: string): Attributes {
  return element.getAttributeNames().flatMap((content) => {
    const name = content.toLowerCase();
    const value = element.getAttribute(content) ?? '';
    if (name.startsWith('on') || /[^\w:.@-]/.test(name)) return [];
    if (name === 'srcset') return [[name, resolveSrcset(value, base)] as const];
    const whole = addressAttributes.has(name) ? resolveAddress(value, base) : value;
    return whole === null ? [] : [[name, whole] as const];
  });
}

function resolveAddress(value: string, base: string): string | null {
  if (!URL.canParse(value, base)) return value;
  const url = new URL(value, base);
  return url.protocol === 'javascript:' || url.protocol === 'vbscript:' ? null : url.href;
}

function resolveSrcset(value: string, base: string): string {
  const candidates = value.split(/,\s+/).map((candidate) => {
    const [address = '', ...size] = candidate.trim().split(/\s+/);
    return [resolveAddress(address, base) ?? '', ...size].join(' ');
  });
  return candidates.join(', ');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
