/** The little of a DOM that reading a page needs, without the compiler's DOM library: linkedom has the rest. */

export interface PageNode {
  readonly nodeType: number;
  readonly parentNode: PageElement | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly textContent: string | null;
  remove(): void;
}

export interface PageElement extends PageNode {
  readonly localName: string;
  readonly id: string;
  readonly className: string;
  readonly nextElementSibling: PageElement | null;
  readonly previousElementSibling: PageElement | null;
  readonly ownerDocument: { createTextNode(text: string): PageNode };
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  hasAttributes(): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  prepend(...nodes: PageNode[]): void;
  replaceWith(...nodes: PageNode[]): void;
}

/** A document of whatever kind. */
export interface PageTree {
  readonly firstChild: PageNode | null;
  readonly documentElement: PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export interface PageDocument extends PageTree {
  readonly body: PageElement;
  cloneNode(deep: boolean): PageDocument;
  getElementsByTagName(name: string): Iterable<PageElement>;
}

export function isElement(node: PageNode): node is PageElement {
  return node.nodeType === 1;
}

export function isText(node: PageNode): boolean {
  return node.nodeType === 3 || node.nodeType === 4;
}

export function createNameSet(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

export function joinLines(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

export function* listChildren(parent: Pick<PageNode, 'firstChild'>): Generator<PageNode> {
  for (let child = parent.firstChild; child; ) {
    const next: PageNode | null = child.nextSibling;
    yield child;
    child = next;
  }
}

/** The elements of nodes that follow each other, and the text between them in one piece: the parser cuts it at every entity. */
export function* listPieces(nodes: Iterable<PageNode>): Generator<PageElement | string> {
  let text = '';
  for (const child of nodes) {
    if (isText(child)) text += child.textContent ?? '';
    else if (isElement(child)) {
      if (text !== '') yield text;
      text = '';
      yield child;
    }
  }
  if (text !== '') yield text;
}

/** Amount of text below an element, in characters without blanks. */
export interface TextStats {
  text: number;
  /** Of it, inside links. */
  linked: number;
  /** A block stands somewhere below. */
  hasBlock: boolean;
}

const blockTags = createNameSet(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul',
);

export function isBlock(element: PageElement): boolean {
  return blockTags.has(element.localName);
}

export type StatsByNode = ReadonlyMap<PageNode, TextStats>;

/** Of every element below `root` and of itself, in one pass without recursion. */
export function measureText(root: PageElement): StatsByNode {
  const stats = new Map<PageNode, TextStats>();
  const open: { node: PageElement; stat: TextStats; next: PageNode | null; inLink: boolean }[] = [];
  const enter = (node: PageElement, inLink: boolean): void => {
    const stat: TextStats = { text: 0, linked: 0, hasBlock: false };
    stats.set(node, stat);
    open.push({ node, stat, next: node.firstChild, inLink: inLink || node.localName === 'a' });
  };
  enter(root, false);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { node, stat, next, inLink } = top;
    if (next) {
      top.next = next.nextSibling;
      if (isElement(next)) enter(next, inLink);
      else if (isText(next)) {
        const length = countVisible(next.textContent ?? '');
        stat.text += length;
        if (inLink) stat.linked += length;
      }
      continue;
    }
    open.pop();
    const parent = open.at(-1);
    if (!parent) continue;
    parent.stat.text += stat.text;
    parent.stat.linked += stat.linked;
    if (stat.hasBlock || isBlock(node)) parent.stat.hasBlock = true;
  }
  return stats;
}

/** Characters that are no blanks. */
function countVisible(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 32) length++;
  return length;
}
