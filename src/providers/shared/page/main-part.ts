/** Finds the content part of a cleaned page. */
import {
  createNameSet,
  isElement,
  listChildren,
  measureText,
  type PageDocument,
  type PageElement,
  type StatsByNode,
} from './dom.ts';
import { findReadableElement } from './readable-part.ts';

/** Readability takes much longer than parsing; beyond this many elements it would take seconds. */
const ELEMENTS_MAX = 20_000;
/** A part that the page itself marks as its content must hold this share of the text. */
const MARKED_SHARE_MIN = 0.5;
/** A part with this share of the text, and no more links than that, is the content without any weighing. */
const CLEAR_SHARE_MIN = 0.85;
const CLEAR_LINKED_MAX = 0.25;
/** Less than this share of the text is too little for Readability to be believed. */
const FOUND_SHARE_MIN = 0.35;
/** In pages of links or of a few lines there is nothing to tell apart. */
const CHARS_MIN = 400;
const LINKED_SHARE_MAX = 0.6;

const markedIds = createNameSet('content main-content mw-content-text');
const markedNames = /(?:^|\s)(?:post-content|entry-content|article-body|article-content|markdown-body)(?=$|\s)/;

function isMarked(element: PageElement): boolean {
  if (element.localName === 'main' || element.localName === 'article') return true;
  if (!element.hasAttributes()) return false;
  if (markedIds.has(element.id) || markedNames.test(element.className)) return true;
  return element.getAttribute('role') === 'main' || element.getAttribute('itemprop') === 'articleBody';
}

export interface PagePart {
  root: PageElement;
  stats: StatsByNode;
}

const countOwnText = (stats: StatsByNode, element: PageElement): number => {
  const stat = stats.get(element);
  return stat ? stat.text - stat.linked : 0;
};

/** The part that the page marks as its content, or that plainly is; null: Readability has to find it. */
export function findMarkedPart({ body }: PageDocument): PagePart | null {
  const stats = measureText(body);
  const all = countOwnText(stats, body);
  const elements = [...stats.keys()]
    .filter(isElement)
    .filter((one) => isMarked(one) && countOwnText(stats, one) > all * MARKED_SHARE_MIN);
  // The innermost of the marked parts that holds nearly as much as the outermost.
  const [outermost] = elements;
  const part = elements.findLast(
    (mark) => outermost && countOwnText(stats, mark) > countOwnText(stats, outermost) * 0.9,
  );
  const { text, linked } = stats.get(body) ?? { text: 0, linked: 0 };
  if (part && stats.get(part)?.text !== 0) return { root: includeHeading(part, body), stats };
  if (text < CHARS_MIN || linked > text * LINKED_SHARE_MAX) return { root: body, stats };
  const dense = findDensePart(body, stats);
  return stats.size > ELEMENTS_MAX || isPlainlyAll(dense, all) ? dense : null;
}

/**
 * Hardly anything is left beside this part, few of its words are links, and its text stands in it directly, not in columns
 * or boxes: there is nothing to weigh.
 */
function isPlainlyAll({ root, stats }: PagePart, all: number): boolean {
  const { text, linked } = stats.get(root) ?? { text: 0, linked: 0 };
  if (countOwnText(stats, root) < all * CLEAR_SHARE_MIN || linked > text * CLEAR_LINKED_MAX) return false;
  let boxed = 0;
  for (const child of listChildren(root)) {
    if (isElement(child) && boxTags.has(child.localName)) boxed += stats.get(child)?.text ?? 0;
  }
  return boxed < text * (1 - CLEAR_SHARE_MIN);
}

const boxTags = createNameSet('div section article td tr tbody table center form');

/** Part that Readability finds, or null if that is too little to be everything. Changes the document. */
export function findReadablePart(document: PageDocument): PagePart | null {
  const all = countOwnText(measureText(document.body), document.body);
  const root = findReadableElement(document, CHARS_MIN);
  if (!root) return null;
  const stats = measureText(root);
  return countOwnText(stats, root) < all * FOUND_SHARE_MIN ? null : { root, stats };
}

/** Goes down from `body` as long as one child holds most of the text. */
export function findDensePart(body: PageElement, stats = measureText(body)): PagePart {
  let part = body;
  for (;;) {
    const most = countOwnText(stats, part) * 0.8;
    const inner = [...listChildren(part)].filter(isElement).find((child) => countOwnText(stats, child) > most);
    if (!inner || !stats.get(inner)?.hasBlock) return { root: part, stats };
    part = inner;
  }
}

/** The page's one main heading often stands before the part that holds the text. */
function includeHeading(part: PageElement, body: PageElement): PageElement {
  const [heading, second] = body.querySelectorAll('h1');
  if (!heading || second || part.querySelector('h1') !== null) return part;
  part.prepend(heading);
  return part;
}

/** The heading right before the part belongs to it. */
export function includeOwnHeading(part: PagePart): PagePart {
  const heading = part.root.previousElementSibling;
  if (heading && /^h[1-3]$/.test(heading.localName)) part.root.prepend(heading);
  return part;
}
