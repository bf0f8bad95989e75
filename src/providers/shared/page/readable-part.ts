/**
 * Asks Readability which part of a page is its content, through what the library promises and no more: it works on a copy
 * whose elements are numbered, and the numbers that come back say what to keep of the page itself. So headings, lists and
 * tables that Readability takes out or rewrites for its own page stay as the page wrote them.
 */
import { Readability } from '@mozilla/readability';
import { createNameSet, isElement, listChildren, type PageDocument, type PageElement } from './dom.ts';

const NUMBER = 'data-farebox-number';

/** Taken out when Readability kept nothing of them: boxes, and the lines it takes for a byline or a notice. */
const boxTags = createNameSet('div section header form center p td tr article');
/** Between two kept elements these belong to the text, whatever Readability thinks of them. */
const textTags = createNameSet('h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote figure img hr br');

/** Readability looks up the ancestors of every paragraph, again and again: a page that nests this deep would take minutes. */
const DEPTH_MAX = 500;

/** Changes the page below the element it returns; null: Readability found nothing, or would take too long. */
export function findReadableElement(document: PageDocument, charsMin: number): PageElement | null {
  const elements = [...document.body.querySelectorAll('*')];
  for (const [at, element] of elements.entries()) element.setAttribute(NUMBER, String(at));
  const readable = askReadability(document, charsMin, elements);
  const [first] = readable;
  if (first === undefined) return null;
  const holding = new Set<PageElement>();
  for (const element of readable) {
    for (let at: PageElement | null = element; at && !holding.has(at); at = at.parentNode) holding.add(at);
  }
  const root = findCommonPart(document.body, readable, holding);
  removeOthers(root, new Set(readable), holding);
  return root;
}

type ReadabilityArticle = NonNullable<ReturnType<Readability<PageElement>['parse']>>;

/** Of elements in the order of the document. */
function isDeep(elements: readonly PageElement[]): boolean {
  const depths = new Map<PageElement, number>();
  return elements.some((element) => {
    const depth = ((element.parentNode && depths.get(element.parentNode)) ?? 0) + 1;
    depths.set(element, depth);
    return depth > DEPTH_MAX;
  });
}

/** The article as Readability writes it, or null. Changes the document. */
export function parseWithReadability(document: PageDocument, charsMin = 500): ReadabilityArticle | null {
  if (isDeep([...document.body.querySelectorAll('*')])) return null;
  return new Readability(document, {
    keepClasses: true,
    disableJSONLD: true,
    charThreshold: charsMin,
    serializer: (part: PageElement) => part,
  }).parse();
}

function askReadability(document: PageDocument, charsMin: number, elements: readonly PageElement[]): PageElement[] {
  const parts = parseWithReadability(document.cloneNode(true), charsMin);
  const numbers = [...(parts?.content?.querySelectorAll(`[${NUMBER}]`) ?? [])];
  return numbers.flatMap((one) => elements[Number(one.getAttribute(NUMBER))] ?? []);
}

/** The innermost element that holds all that was kept. */
function findCommonPart(
  body: PageElement,
  elements: readonly PageElement[],
  holding: ReadonlySet<PageElement>,
): PageElement {
  const keptSet = new Set(elements);
  let part = body;
  while (!keptSet.has(part)) {
    const inner = [...listChildren(part)].filter(isElement).filter((child) => holding.has(child));
    const [only] = inner;
    if (!only || inner.length > 1) break;
    part = only;
  }
  return part;
}

function removeOthers(root: PageElement, elements: ReadonlySet<PageElement>, holding: ReadonlySet<PageElement>): void {
  const stack = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    const children = [...listChildren(element)].filter(isElement);
    const isJoined = element === root && !elements.has(root);
    const from = children.findIndex((child) => holding.has(child));
    const to = children.findLastIndex((child) => holding.has(child));
    for (const [at, child] of children.entries()) {
      if (holding.has(child)) stack.push(child);
      else if (isJoined ? at < from || at > to || !textTags.has(child.localName) : boxTags.has(child.localName)) {
        child.remove();
      }
    }
  }
}
