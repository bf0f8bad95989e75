/** What a page is about: its content without everything around it, as Markdown or HTML. Runs in a worker thread. */

import { cleanPage } from './cleaning.ts';
import { assertShallow, type ContentJob, cutText, PageError, readContent } from './content.ts';
import { parseDocument } from './document.ts';
import { joinLines, type PageDocument } from './dom.ts';
import { findDensePart, findMarkedPart, findReadablePart, type PagePart } from './main-part.ts';
import { resolvePageAddress, writePartMarkdown } from './markdown.ts';
import { escapeText } from './markdown-text.ts';
import { escapeHtml, writeSafeHtml } from './safe-html.ts';

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

/** Pages with less text than this may be waiting for their scripts. */
const WAITING_CHARS_MAX = 300;

/** Throws PageError: `no-text` for a page that scripts have to draw. */
export function readArticle(job: ArticleJob): PageArticle {
  try {
    return /html/.test(job.contentType) ? readPage(job) : readOther(job);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new PageError('too-deep', thrown);
    throw thrown;
  }
}

/** Plain text, JSON, XML: all of it is content. */
function readOther(job: ArticleJob): PageArticle {
  const { title, content, cut } = readContent({ ...job, format: job.format === 'html' ? 'html' : 'text' });
  if (content === '') throw new PageError('no-text');
  return { title, content, cut, description: null, author: null, publishedAt: null, language: null };
}

function readPage(job: ArticleJob): PageArticle {
  const { text, finalUrl, format, charsMax } = job;
  assertShallow(text);
  const document = parseDocument(text);
  const base = readBaseUrl(document, finalUrl);
  const metas = readMetas(document);
  const facts = readFacts(document, metas);
  const named = joinLines([...document.getElementsByTagName('title')][0]?.textContent);
  cleanPage(document.body);
  const title = chooseTitle(document, named, metas);
  const part = findMainPart(document, text);
  const said = joinLines(part.root.textContent);
  const content = (format === 'html' ? writeSafeHtml(part.root, base) : writePartMarkdown(part, base)).trim();
  if (isWaitingForScripts(said, content, text)) {
    const told = findArticleInJson(text);
    if (told === null) throw new PageError('no-text');
    return { ...facts, title: title.text, ...cutText(told, charsMax) };
  }
  const missing = title.heading !== null && !said.includes(title.heading) ? title.heading : null;
  return { ...facts, title: title.text, ...cutText(prependHeading(content, missing, format), charsMax) };
}

/** Readability takes the heading out when it is the title. */
function prependHeading(content: string, heading: string | null, format: ArticleJob['format']): string {
  if (heading === null) return content;
  return format === 'html' ? `<h1>${escapeHtml(heading)}</h1>${content}` : `# ${escapeText(heading)}\n\n${content}`;
}

function findMainPart(document: PageDocument, text: string): PagePart {
  const part = findMarkedPart(document) ?? findReadablePart(document);
  if (part) return part;
  // Readability has changed the document.
  const again = parseDocument(text);
  cleanPage(again.body);
  return findDensePart(again.body);
}

function readBaseUrl(document: PageDocument, finalUrl: string): string {
  return (
    resolvePageAddress([...document.getElementsByTagName('base')][0]?.getAttribute('href') ?? null, finalUrl) ??
    finalUrl
  );
}

/** What the page states of itself, by name in lower case; of two, the first. */
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
  named: string,
  metas: Map<string, string>,
): { text: string | null; heading: string | null } {
  const headings = ['h1', 'h2'].flatMap((name) =>
    [...document.getElementsByTagName(name)].slice(0, HEADINGS_TRIED_MAX),
  );
  const texts = headings.map((heading) => joinLines(heading.textContent)).filter((text) => text !== '');
  const heading = texts.find((text) => named.startsWith(text)) ?? null;
  if (heading !== null) return { text: heading, heading };
  const site = findFirstMeta(metas, 'og:site_name');
  const own = site === null ? named : dropSiteName(named, site);
  return { text: findFirstMeta(metas, 'og:title') ?? (own || texts[0] || null), heading: null };
}

function dropSiteName(title: string, site: string): string {
  const at = title.lastIndexOf(site);
  if (at <= 0 || at + site.length < title.length) return title;
  return title.slice(0, at).replace(/[\s|·•»:—–-]+$/, '');
}

const scriptsWantedPattern =
  /(enable|requires?|turn on|activate)\s+(your\s+)?java\s?script|java\s?script (is )?(required|disabled|must be enabled)|JavaScript\s*を?\s*有効|启用\s*JavaScript|啟用\s*JavaScript/i;

function isWaitingForScripts(said: string, content: string, source: string): boolean {
  // A page of pictures says nothing, and is no empty page.
  if (said === '') return !/!\[|<img/.test(content);
  if (said.length > WAITING_CHARS_MAX || !/<script[\s>]/i.test(source)) return false;
  if (scriptsWantedPattern.test(said)) return true;
  const notice = /<noscript[^<>]*>([\s\S]{0,2000}?)<\/noscript/i.exec(source)?.[1] ?? '';
  const emptyRoot = /<div[^<>]{0,300}\sid=["']?(?:root|app|__next|__nuxt|svelte)["']?[^<>]{0,300}>\s*<\/div>/i.test(
    source,
  );
  return said.length < WAITING_CHARS_MAX / 2 && (scriptsWantedPattern.test(notice) || emptyRoot);
}

const ARTICLE_CHARS_MIN = 200;

/** Pages drawn by scripts often tell search engines their text. */
function findArticleInJson(source: string): string | null {
  for (const [, json = ''] of source.matchAll(
    /<script[^>]*application\/ld\+json[^>]*>([\s\S]{0,500000}?)<\/script/gi,
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
