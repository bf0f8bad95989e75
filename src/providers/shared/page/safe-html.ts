/** Writes part of a page as HTML with nothing in it but text, structure and whole addresses. */
import { createNameSet, isElement, isText, listChildren, type PageElement, type PageNode } from './dom.ts';
import { resolvePageAddress } from './markdown.ts';

const keptTags = createNameSet(
  'a abbr article b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr',
);
const voidTags = createNameSet('br col hr img wbr');
const keptAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['title'],
  img: ['alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start'],
  time: ['datetime'],
};

/** Iterative: pages nest as deep as they like. */
export function writeSafeHtml(root: PageElement, base: string): string {
  const parts: string[] = [];
  const stack: (PageNode | string)[] = [root];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top === 'string') parts.push(top);
    else if (isText(top)) parts.push(escapeHtml(top.textContent ?? ''));
    else if (isElement(top)) {
      const known = keptTags.has(top.localName);
      if (known) parts.push(`<${top.localName}${writeAttributes(top, base)}>`);
      if (voidTags.has(top.localName)) continue;
      if (known) stack.push(`</${top.localName}>`);
      stack.push(...[...listChildren(top)].reverse());
    }
  }
  return parts.join('');
}

function writeAttributes(element: PageElement, base: string): string {
  const { localName } = element;
  const written = (keptAttributes[localName] ?? ['lang', 'dir']).map(
    (name) => [name, element.getAttribute(name)] as const,
  );
  const address = { a: 'href', img: 'src' }[localName];
  const whole = address === undefined ? null : resolvePageAddress(element.getAttribute(address), base);
  const all = whole === null ? written : [[address, whole] as const, ...written];
  return all
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escapeHtml(value).replace(/"/g, '&quot;')}"`))
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
