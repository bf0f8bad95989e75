/** Extracts the main content of a page as Markdown or HTML. Runs in a worker thread. */

import { cleanPage } from './cleaning.ts';
import {
  type ArticleJob,
  assertShallow,
  cutText,
  type PageArticle,
  PageError,
  readBaseUrl,
  readContent,
} from './content.ts';
import { parseDocument, removeUnseen } from './document.ts';
import { joinLines, type PageDocument } from './dom.ts';
import { readBodyText, readWithReadability } from './fallback.ts';
import { escapeHtml, writeSafeHtml } from './html.ts';
import { findDensePart, findMarkedPart, findReadablePart, includeOwnHeading, type PagePart } from './main-part.ts';
import { writePartMarkdown } from './markdown.ts';
import { escapeText } from './markdown-text.ts';

/** Pages with less text than this may be waiting for their scripts. */
const WAITING_CHARS_MAX = 300;

/** Reads a page, or finds nothing on it (null). Throws PageError for what no other way can read either. */
export type PageWay = (job: ArticleJob) => PageArticle | null;

const ways: readonly PageWay[] = [readPage, readWithReadability, readBodyText];

/** Throws PageError: `no-text` for a page that scripts have to draw. */
export function readArticle(job: ArticleJob): PageArticle {
  if (!/html/.test(job.contentType)) return readOther(job);
  assertShallow(job.text);
  return readInTurn(job, ways);
}

/** The first way that finds something. A way that fails on this page, whatever the reason, is followed by the next. */
export function readInTurn(job: ArticleJob, inTurn: readonly PageWay[]): PageArticle {
  for (const way of inTurn) {
    try {
      const article = way(job);
      if (article) return article;
    } catch (thrown) {
      if (thrown instanceof PageError) throw thrown;
    }
  }
  throw new PageError('no-text');
}

/** Plain text, JSON, XML: all of it is content. */
function readOther(job: ArticleJob): PageArticle {
  const { title, content, cut } = readContent({ ...job, format: job.format === 'html' ? 'html' : 'text' });
  if (content === '') throw new PageError('no-text');
  return { title, content, cut, description: null, author: null, publishedAt: null, language: null };
}

/** Our own finder. Throws what a page makes it throw. */
export function readPage({ text, finalUrl, format, charsMax }: ArticleJob): PageArticle | null {
  const document = parseDocument(text);
  const base = readBaseUrl(document, finalUrl);
  const metas = readMetas(document);
  const facts = readFacts(document, metas);
  const documentTitle = joinLines([...document.getElementsByTagName('title')][0]?.textContent);
  cleanPage(document.body);
  const title = chooseTitle(document, documentTitle, metas);
  const part = findMainPart(document, text);
  const partText = joinLines(part.root.textContent);
  const content = (format === 'html' ? writeSafeHtml(part.root, base) : writePartMarkdown(part, base)).trim();
  if (isWaitingForScripts(partText, content, text)) {
    const article = findArticleInJson(text);
    if (article === null && (partText !== '' || isDrawnByScripts(text))) throw new PageError('no-text');
    if (article === null) return null;
    return { ...facts, title: title.text, ...cutText(article, charsMax) };
  }
  const missing = title.heading !== null && !partText.includes(title.heading) ? title.heading : null;
  return { ...facts, title: title.text, ...cutText(prependHeading(content, missing, format), charsMax) };
}

/** Readability takes the heading out when it is the title. */
function prependHeading(content: string, heading: string | null, format: ArticleJob['format']): string {
  if (heading === null) return content;
  return format === 'html' ? `<h1>${escapeHtml(heading)}</h1>${content}` : `# ${escapeText(heading)}\n\n${content}`;
}

function findMainPart(document: PageDocument, text: string): PagePart {
  const part = findMarkedPart(document) ?? findReadablePart(document);
  if (part) return includeOwnHeading(part);
  // Readability has changed the document.
  const again = parseDocument(text);
  cleanPage(again.body);
  return includeOwnHeading(findDensePart(again.body));
}

/** Metadata of a page, by name in lower case; of two, the first. */
function readMetas(document: PageDocument): Map<string, string> {
  const metas = new Map<string, string>();
  for (const meta of document.getElementsByTagName('meta')) {
    const content = joinLines(meta.getAttribute('content'));
    if (content === '') continue;
    for (const attribute of ['name', 'property', 'itemprop']) {
      const name = meta.getAttribute(attribute)?.toLowerCase();
      if (name && !metas.has(name)) metas.set(name, content);
    }
  }
  return metas;
}

const findFirstMeta = (metas: Map<string, string>, ...names: readonly string[]): string | null =>
  names.map((name) => metas.get(name)).find((content) => content !== undefined) ?? null;

function readFacts(
  document: PageDocument,
  metas: Map<string, string>,
): Pick<PageArticle, 'description' | 'author' | 'publishedAt' | 'language'> {
  const time = document.querySelector('time[itemprop="datePublished"], time[pubdate], article time[datetime]');
  return {
    description: findFirstMeta(metas, 'description', 'og:description'),
    author: findFirstMeta(metas, 'author', 'article:author', 'dc.creator'),
    publishedAt:
      findFirstMeta(metas, 'article:published_time', 'datepublished', 'date', 'dc.date') ??
      time?.getAttribute('datetime') ??
      null,
    language: document.documentElement.getAttribute('lang') || null,
  };
}

const HEADINGS_TRIED_MAX = 10;

/** The name of the page without the name of its site; `heading` when it stands on the page. */
function chooseTitle(
  document: PageDocument,
  title: string,
  metas: Map<string, string>,
): { text: string | null; heading: string | null } {
  const headings = ['h1', 'h2'].flatMap((name) =>
    [...document.getElementsByTagName(name)].slice(0, HEADINGS_TRIED_MAX),
  );
  const texts = headings.map((heading) => joinLines(heading.textContent)).filter((text) => text !== '');
  const heading = texts.find((text) => title.startsWith(text)) ?? null;
  if (heading !== null) return { text: heading, heading };
  const site = findFirstMeta(metas, 'og:site_name');
  const own = site === null ? title : dropSiteName(title, site);
  return { text: findFirstMeta(metas, 'og:title') ?? (own || texts[0] || null), heading: null };
}

function dropSiteName(title: string, site: string): string {
  const at = title.lastIndexOf(site);
  if (at <= 0 || at + site.length < title.length) return title;
  return title.slice(0, at).replace(/(?<![\s|·•»:—–-])[\s|·•»:—–-]+$/, '');
}

const scriptsWantedPattern =
  /(enable|requires?|turn on|activate)\s+(your\s+)?java\s?script|java\s?script (is )?(required|disabled|must be enabled)|JavaScript\s*(?:を\s*)?有効|启用\s*JavaScript|啟用\s*JavaScript/i;

function isWaitingForScripts(text: string, content: string, source: string): boolean {
  // A page of pictures says nothing, and is no empty page.
  if (text === '') return !/!\[|<img/.test(content);
  if (text.length > WAITING_CHARS_MAX || !/<script[\s>]/i.test(source)) return false;
  if (scriptsWantedPattern.test(text)) return true;
  const notice = /<noscript[^<>]*>([\s\S]{0,2000}?)<\/noscript/i.exec(source)?.[1] ?? '';
  const emptyRoot = /<div[^<>]{0,300}\sid=["']?(?:root|app|__next|__nuxt|svelte)["']?[^<>]{0,300}>\s*<\/div>/i.test(
    source,
  );
  return text.length < WAITING_CHARS_MAX / 2 && (scriptsWantedPattern.test(notice) || emptyRoot);
}

/** Navigation around an empty page is not its content, but a long text is, wherever the page puts it. */
function isDrawnByScripts(source: string): boolean {
  if (!/<script[\s>]/i.test(source)) return false;
  return joinLines(removeUnseen(source).replace(/<[^<>]*>/g, ' ')).length < WAITING_CHARS_MAX;
}

const ARTICLE_CHARS_MIN = 200;

/** Pages drawn by scripts often tell search engines their text. */
function findArticleInJson(source: string): string | null {
  for (const [, json = ''] of source.matchAll(
    /<script[^<>]*application\/ld\+json[^<>]*>([\s\S]{0,500000}?)<\/script/gi,
  )) {
    const body = /"articleBody"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(json)?.[1];
    const text = body === undefined ? '' : unquoteJson(body);
    if (text.length >= ARTICLE_CHARS_MIN) return text;
  }
  return null;
}

function unquoteJson(json: string): string {
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text.trim() : '';
  } catch {
    return '';
  }
}
