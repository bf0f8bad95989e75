/** Plain text of a page: lines and paragraphs as shown, whitespace collapsed, preformatted text unchanged. */
import { createNameSet, isElement, isText, listChildren, type PageNode } from './dom.ts';

/** Blocks that stand apart by an empty line, and those that only start a line. */
const paragraphTags = createNameSet(
  'article aside blockquote dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);
const lineTags = createNameSet(
  'address br caption dd div dt figcaption legend li option summary tbody tfoot thead title tr',
);

/** Iterative: pages nest as deep as they like. Stops soon after `charsMax`. */
export function writePlainText(nodes: readonly PageNode[], charsMax: number): string {
  const writer = new TextWriter();
  const stack: { node: PageNode; left: boolean }[] = [...nodes].reverse().map((node) => ({ node, left: false }));
  for (let top = stack.pop(); top && writer.length <= charsMax; top = stack.pop()) {
    const { node, left } = top;
    if (isText(node)) writer.addText(node.textContent ?? '', isPreformatted(node));
    if (!isElement(node)) continue;
    writer.breakAt(node.localName);
    if (left) continue;
    if (node.localName === 'td' || node.localName === 'th') writer.startCell();
    stack.push({ node, left: true });
    const children = [...listChildren(node)].reverse();
    for (const child of children) stack.push({ node: child, left: false });
  }
  return writer.finish();
}

class TextWriter {
  length = 0;
  readonly #parts: string[] = [];
  /** What goes before the next text: line breaks, a tab between cells or a blank. */
  #breaks = 0;
  #gap = '';

  addText(data: string, preformatted: boolean): void {
    const text = preformatted ? data : data.replace(/\s+/g, ' ');
    if (!preformatted && text.startsWith(' ')) this.#gap ||= ' ';
    const trimmed = preformatted ? text : text.trim();
    if (trimmed === '') return;
    if (this.#parts.length > 0) this.#add(this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#gap);
    this.#add(trimmed);
    this.#breaks = 0;
    this.#gap = !preformatted && text.endsWith(' ') ? ' ' : '';
  }

  startCell(): void {
    this.#gap = '\t';
  }

  /** Where an element with this name begins or ends. */
  breakAt(name: string): void {
    const breaks = paragraphTags.has(name) ? 2 : lineTags.has(name) ? 1 : 0;
    if (breaks > this.#breaks) this.#breaks = breaks;
  }

  finish(): string {
    return this.#parts.join('');
  }

  #add(part: string): void {
    this.#parts.push(part);
    this.length += part.length;
  }
}

function isPreformatted({ parentNode }: PageNode): boolean {
  return parentNode?.localName === 'pre' || parentNode?.localName === 'textarea';
}
