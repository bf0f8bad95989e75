/** Extracts title and content of a page as text, HTML or Markdown. Runs in a worker thread and knows no network. */

import { truncate } from '../../../text/truncate.ts';
import { parseDocument, parseXml } from './document.ts';
import { joinLines, listChildren, type PageNode, type PageTree } from './dom.ts';
import { writeWholeHtml } from './html.ts';
import { resolvePageAddress, writeNodesMarkdown } from './markdown.ts';
import { writePlainText } from './plain-text.ts';

/** A page as it came. */
export interface PageSource {
  bytes: Uint8Array;
  /** The header Content-Type. */
  typeHeader: string;
  /** The page is longer than its bytes here. */
  truncated: boolean;
}

/** A page that has been fetched, to be read. */
export interface ContentJob {
  text: string;
  /** Media type in lower case. */
  contentType: string;
  /** Address that relative links are relative to. */
  finalUrl: string;
  /** The content is cut after this many UTF-16 units, never inside a character. */
  charsMax: number;
}

export interface PageJob extends ContentJob {
  format: 'text' | 'html' | 'markdown';
  selector?: string;
}

export interface ArticleJob extends ContentJob {
  format: 'markdown' | 'html';
}

export interface PageArticle {
  title: string | null;
  content: string;
  cut: boolean;
  description: string | null;
  author: string | null;
  /** As the page states it. */
  publishedAt: string | null;
  /** Language code, as the page states it. */
  language: string | null;
}

export interface PageContent {
  title: string | null;
  content: string;
  cut: boolean;
}

/** Why a page has no content for this job. */
export type PageTrouble = 'selector' | 'no-match' | 'no-document' | 'no-text' | 'too-deep';

export class PageError extends Error {
  readonly trouble: PageTrouble;

  constructor(trouble: PageTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

/** Elements for the browser alone. */
const unseenTags = ['script', 'style', 'noscript', 'template'];

/** Throws PageError. */
export function readContent(job: PageJob): PageContent {
  try {
    return /html|xml/.test(job.contentType) ? readDocument(job) : readPlain(job);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new PageError('too-deep', thrown);
    throw thrown;
  }
}

function readPlain({ text, selector, charsMax }: PageJob): PageContent {
  if (selector !== undefined) throw new PageError('no-document');
  return { title: null, ...cutText(text.trim(), charsMax) };
}

function readDocument(job: PageJob): PageContent {
  const { text, format, finalUrl, selector, charsMax } = job;
  assertShallow(text);
  const isHtml = job.contentType.includes('html');
  const document = isHtml ? parseDocument(text, { unseenTags, isWhole: true }) : null;
  const tree = document ?? parseXml(text);
  if (tree === null) return readPlain(job);
  const title = readTitle(tree, isHtml);
  const base = readBaseUrl(tree, finalUrl);
  const unseen = isHtml ? [...unseenTags, PAGE_TITLE] : unseenTags;
  for (const element of [...tree.querySelectorAll(unseen.join(','))]) element.remove();
  const nodes = selector === undefined ? [...listChildren(document?.body ?? tree)] : selectNodes(tree, selector);
  const write = { text: writePlainText, html: writeWholeHtml, markdown: writeNodesMarkdown }[format];
  return { title, ...cutText(write(nodes, charsMax, base).trim(), charsMax) };
}

/** Parsing takes the square of the depth; browsers stop at 512. */
const DEPTH_MAX = 5_000;
/** Elements that end by themselves, so that many of them in a row are no depth. */
const selfEndingTags = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr track wbr'.split(
    ' ',
  ),
);

/** Counts tags in one pass, before anything is parsed. Inside a drawing, and only there, `/>` ends an element. */
export function assertShallow(text: string): void {
  let depth = 0;
  let isDrawing = false;
  for (const [tag, name = '', end] of text.matchAll(/<\/?([a-z][a-z0-9:-]*)([^<>]*\/>)?/gi)) {
    const isEndTag = tag.startsWith('</');
    if (name.toLowerCase() === 'svg') isDrawing = !isEndTag && end === undefined;
    if ((isDrawing && end !== undefined) || selfEndingTags.has(name.toLowerCase())) continue;
    depth = isEndTag ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEPTH_MAX) throw new PageError('too-deep');
  }
}

function selectNodes(tree: PageTree, selector: string): PageNode[] {
  const elements = trySelector(() => [...tree.querySelectorAll(selector)]);
  if (elements.length === 0) throw new PageError('no-match');
  return elements;
}

function trySelector<T>(choose: () => T): T {
  try {
    return choose();
  } catch (thrown) {
    throw thrown instanceof RangeError ? thrown : new PageError('selector', thrown);
  }
}

/** Of a page that does not say where its head begins or ends, too; drawings have titles of their own. */
const PAGE_TITLE = ':not(svg) > title';

function readTitle(tree: PageTree, isHtml: boolean): string | null {
  const textOf = (selector: string): string => joinLines(tree.querySelector(selector)?.textContent);
  const stated = tree.querySelector('meta[property="og:title"]')?.getAttribute('content');
  const title = textOf('head > title') || joinLines(stated) || (isHtml && textOf(PAGE_TITLE));
  return title || textOf('h1') || textOf('title') || null;
}

export function readBaseUrl(tree: PageTree, finalUrl: string): string {
  const href = tree.querySelector('base[href]')?.getAttribute('href') ?? null;
  return resolvePageAddress(href, finalUrl) ?? finalUrl;
}

export function cutText(text: string, charsMax: number): { content: string; cut: boolean } {
  const content = truncate(text, charsMax);
  return { content, cut: content !== text };
}
