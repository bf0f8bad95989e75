/** Which part of a cleaned page is its content. */
import { Readability } from '@mozilla/readability';
import { childrenOf, isElement, type PageDocument, type PageElement, type Stats, statsOf } from './dom.ts';

/** Readability takes much longer than parsing; beyond this many elements it would take seconds. */
const ELEMENTS_MAX = 20_000;
/** A part that the page itself marks as its content must hold this share of the text. */
const MARKED_SHARE_MIN = 0.5;
/** Less than this share of the text is too little for Readability to be believed. */
const FOUND_SHARE_MIN = 0.35;
/** In pages of links or of a few lines there is nothing to tell apart. */
const CHARS_MIN = 400;
const LINKED_SHARE_MAX = 0.6;

const marks =
  'main, [role="main"], article, [itemprop="articleBody"], #content, #main-content, #mw-content-text, .post-content, .entry-content, .article-body, .article-content, .markdown-body';

export interface Part {
  root: PageElement;
  stats: Stats;
}

const own = (stats: Stats, element: PageElement): number => {
  const stat = stats.get(element);
  return stat ? stat.text - stat.linked : 0;
};

/** The part that the page marks as its content, or all of a page with little text; null: Readability has to find it. */
export function markedPart({ body }: PageDocument): Part | null {
  const stats = statsOf(body);
  const all = own(stats, body);
  const found = [...body.querySelectorAll(marks)].filter((mark) => own(stats, mark) > all * MARKED_SHARE_MIN);
  // The innermost of the marked parts that holds nearly as much as the outermost.
  const [outermost] = found;
  const part = found.findLast((mark) => outermost && own(stats, mark) > own(stats, outermost) * 0.9);
  const { text, linked } = stats.get(body) ?? { text: 0, linked: 0 };
  if (part && stats.get(part)?.text !== 0) return { root: withHeading(part, body), stats };
  if (text < CHARS_MIN || linked > text * LINKED_SHARE_MAX) return { root: body, stats };
  return stats.size > ELEMENTS_MAX ? densePart(body, stats) : null;
}

/** What Readability finds, or null when that is too little to be all. Changes the document. */
export function foundPart(document: PageDocument): Part | null {
  const all = own(statsOf(document.body), document.body);
  const { content } =
    new Readability<PageElement>(document, {
      keepClasses: true,
      disableJSONLD: true,
      charThreshold: CHARS_MIN,
      serializer: (part: PageElement) => part,
    }).parse() ?? {};
  if (!content) return null;
  const stats = statsOf(content);
  return own(stats, content) < all * FOUND_SHARE_MIN ? null : { root: content, stats };
}

/** Goes down from `body` as long as one child holds most of the text. */
export function densePart(body: PageElement, stats = statsOf(body)): Part {
  let part = body;
  for (;;) {
    const most = own(stats, part) * 0.8;
    const inner = [...childrenOf(part)].filter(isElement).find((child) => own(stats, child) > most);
    if (!inner || !stats.get(inner)?.hasBlock) return { root: part, stats };
    part = inner;
  }
}

/** The page's one main heading often stands before the part that holds the text. */
function withHeading(part: PageElement, body: PageElement): PageElement {
  const [heading, second] = body.querySelectorAll('h1');
  if (!heading || second || part.querySelector('h1') !== null) return part;
  part.prepend(heading);
  return part;
}
