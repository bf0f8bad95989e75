/** Reads a news page: its text, and its own JSON-LD and OpenGraph data, which are more reliable than any heuristic. */
import { isRecord } from '../../../lib/record.ts';
import { isWebAddress } from '../search-results.ts';
import { readArticle } from './article.ts';
import { type ContentJob, cutText, PageError, readContent } from './content.ts';
import { joinLines } from './dom.ts';
import { listJsonLd } from './json-ld.ts';
import { resolvePageAddress } from './markdown.ts';

export interface NewsPage {
  title: string | null;
  /** Without the title. */
  text: string;
  cut: boolean;
  /** Where the text stood; null for what is no page, but a text. */
  extractor: 'json-ld' | 'readability' | null;
  description: string | null;
  /** ISO 8601 with its offset, as the page states it. */
  publishedAt: string | null;
  modifiedAt: string | null;
  author: { type: 'Person' | 'Organization'; name: string } | null;
  publisher: string | null;
  images: string[];
}

/** A shorter `articleBody` is a teaser. */
const BODY_CHARS_MIN = 200;
const IMAGES_MAX = 5;
const ARTICLE_TYPE = /(?:Article|BlogPosting|Report)$/;

/** Throws PageError. */
export function readNews(job: ContentJob): NewsPage {
  if (!/html/.test(job.contentType)) {
    const { title, content, cut } = readContent({ ...job, format: 'text' });
    return { ...nothing, title, text: content, cut };
  }
  const stated = readJsonLd(job.text);
  const metas = readMetas(job.text);
  const articleBody = readText(stated?.articleBody) ?? '';
  const facts = { ...nothing, ...readFacts(stated, metas, job.finalUrl) };
  if (articleBody.length >= BODY_CHARS_MIN) {
    const body = /<[a-z]/i.test(articleBody) ? toPlainText(articleBody, job) : articleBody;
    const { content, cut } = cutText(body, job.charsMax);
    return { ...facts, title: facts.title ?? readTitle(job), text: content, cut, extractor: 'json-ld' };
  }
  const article = readArticle({ ...job, format: 'html' });
  const title = facts.title ?? article.title;
  const text = dropFirstLine(toPlainText(article.content, job), title);
  if (text === '') throw new PageError('no-text');
  return {
    ...facts,
    title,
    text,
    cut: article.cut,
    extractor: 'readability',
    description: facts.description ?? article.description,
    publishedAt: facts.publishedAt ?? toInstant(article.publishedAt),
    author: facts.author ?? (article.author === null ? null : { type: 'Person', name: article.author }),
  };
}

const nothing: Omit<NewsPage, 'text' | 'cut'> = {
  title: null,
  extractor: null,
  description: null,
  publishedAt: null,
  modifiedAt: null,
  author: null,
  publisher: null,
  images: [],
};

const toPlainText = (html: string, job: ContentJob): string =>
  readContent({ ...job, text: html, contentType: 'text/html', format: 'text' }).content;

const readTitle = (job: ContentJob): string | null => readContent({ ...job, format: 'text', charsMax: 0 }).title;

/** The heading of the text is its title, which is told apart. */
function dropFirstLine(text: string, title: string | null): string {
  const [first = ''] = text.split('\n', 1);
  return title !== null && joinLines(first) === joinLines(title) ? text.slice(first.length).trim() : text;
}

function readFacts(
  stated: Readonly<Record<string, unknown>> | null,
  metas: ReadonlyMap<string, string>,
  finalUrl: string,
): Partial<NewsPage> {
  const images = [...listImages(stated?.image), metas.get('og:image') ?? ''].flatMap(
    (image) => resolvePageAddress(image || null, finalUrl) ?? [],
  );
  return {
    title: readText(stated?.headline) ?? metas.get('og:title') ?? null,
    description: readText(stated?.description) ?? metas.get('og:description') ?? metas.get('description') ?? null,
    publishedAt: toInstant(readText(stated?.datePublished)) ?? toInstant(metas.get('article:published_time')),
    modifiedAt: toInstant(readText(stated?.dateModified)) ?? toInstant(metas.get('article:modified_time')),
    author: readAuthor(stated?.author),
    publisher: readName(stated?.publisher) ?? metas.get('og:site_name') ?? null,
    images: [...new Set(images.filter(isWebAddress))].slice(0, IMAGES_MAX),
  };
}

/** The first node of the page's JSON-LD that is an article. */
function readJsonLd(source: string): Readonly<Record<string, unknown>> | null {
  const isArticle = (type: unknown): boolean => typeof type === 'string' && ARTICLE_TYPE.test(type);
  return listJsonLd(source).find((node) => [node['@type']].flat().some(isArticle)) ?? null;
}

/** Of the head, by name in lower case; of two, the first. Not parsed: a page may be large, and its head is plain. */
function readMetas(source: string): Map<string, string> {
  const metas = new Map<string, string>();
  for (const [tag] of source.slice(0, 200_000).matchAll(/<meta\s[^<>]{1,2000}>/gi)) {
    const name = /\s(?:property|name)\s*=\s*["']?([\w:.-]+)/i.exec(tag)?.[1]?.toLowerCase();
    const content = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    const text = decodeEntities(joinLines(content?.[1] ?? content?.[2] ?? ''));
    if (name && text && !metas.has(name)) metas.set(name, text);
  }
  return metas;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code === null) return ENTITIES[String(name).toLowerCase()] ?? whole;
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });

function readText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

const readName = (value: unknown): string | null => {
  const [first]: unknown[] = [value].flat();
  return isRecord(first) ? readText(first.name) : readText(first);
};

function readAuthor(value: unknown): NewsPage['author'] {
  const [first]: unknown[] = [value].flat();
  const name = readName(first);
  if (name === null) return null;
  return { type: isRecord(first) && first['@type'] === 'Organization' ? 'Organization' : 'Person', name };
}

function listImages(value: unknown): string[] {
  return [value].flat().flatMap((image) => {
    const url: unknown = isRecord(image) ? image.url : image;
    return typeof url === 'string' ? [url] : [];
  });
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A time without its offset could be any hour. */
const toInstant = (text: string | null | undefined): string | null =>
  text && INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
