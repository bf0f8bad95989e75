/** What a page says: its title and its content as text, HTML or Markdown. Runs in a worker thread; knows no network. */
import * as cheerio from 'cheerio';
import TurndownService from 'turndown';

type AnyNode = ReturnType<ReturnType<cheerio.CheerioAPI['root']>['contents']>[number];
type Element = Extract<AnyNode, { attribs: unknown }>;

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

const removedTags = 'script, style, noscript, template';
const addressAttributes = ['href', 'src', 'action', 'poster', 'data', 'cite'];
/** Blocks that stand apart by an empty line, and those that only start a line. */
const paragraphTags = createNameSet(
  'article aside blockquote dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);
const lineTags = createNameSet(
  'address br caption dd div dt figcaption legend li option summary tbody tfoot thead title tr',
);

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
  assertShallow(job.text);
  const isHtml = job.contentType.includes('html');
  const $ = cheerio.load(job.text, isHtml ? {} : { xml: true });
  const title = readTitle($);
  const base = readBaseUrl($, job.finalUrl);
  $(removedTags).remove();
  const chosen = selectNodes($, job.selector);
  const nodes = chosen.toArray();
  cleanNodes(nodes, base);
  const content =
    job.format === 'text' ? writeText(nodes) : job.format === 'html' ? $.html(chosen) : writeMarkdown($.html(chosen));
  return { title, ...cutText(content.trim(), job.charsMax) };
}

/** Parsing takes the square of the depth; browsers stop at 512. */
const DEPTH_MAX = 5_000;
/** Elements that end by themselves, so that many of them in a row are no depth. */
const selfEndingTags = createNameSet(
  'area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr track wbr',
);

/** Counts tags in one pass, before anything is parsed. */
export function assertShallow(text: string): void {
  let depth = 0;
  for (const [tag, name = ''] of text.matchAll(/<\/?([a-z][a-z0-9:-]*)/gi)) {
    if (selfEndingTags.has(name.toLowerCase())) continue;
    depth = tag.startsWith('</') ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEPTH_MAX) throw new PageError('too-deep');
  }
}

function selectNodes($: cheerio.CheerioAPI, selector: string | undefined): cheerio.Cheerio<AnyNode> {
  if (selector === undefined) {
    const body = $('body');
    return body.length > 0 ? body.contents() : $.root().contents();
  }
  const chosen = trySelector(() => $<AnyNode, string>(selector));
  if (chosen.length === 0) throw new PageError('no-match');
  return chosen;
}

function trySelector<T>(choose: () => T): T {
  try {
    return choose();
  } catch (thrown) {
    throw thrown instanceof RangeError ? thrown : new PageError('selector', thrown);
  }
}

function readTitle($: cheerio.CheerioAPI): string | null {
  const found =
    $('head > title').first().text() ||
    $('meta[property="og:title"]').attr('content') ||
    $('h1').first().text() ||
    $('title').first().text();
  return joinLines(found) || null;
}

function readBaseUrl($: cheerio.CheerioAPI, finalUrl: string): string {
  const href = $('base[href]').attr('href');
  return href !== undefined && URL.canParse(href, finalUrl) ? new URL(href, finalUrl).href : finalUrl;
}

/** Takes comments and event handlers out, and makes addresses whole. */
function cleanNodes(nodes: readonly AnyNode[], base: string): void {
  walk(nodes, (node) => {
    if (node.type === 'comment') node.data = '';
    if ('attribs' in node) cleanElement(node, base);
  });
}

function cleanElement(element: Element, base: string): void {
  for (const [name, value] of Object.entries(element.attribs)) {
    if (name.startsWith('on')) delete element.attribs[name];
    else if (name === 'srcset') element.attribs[name] = resolveSrcset(value, base);
    else if (addressAttributes.includes(name)) {
      const whole = resolveAddress(value, base);
      if (whole === null) delete element.attribs[name];
      else element.attribs[name] = whole;
    }
  }
}

function resolveAddress(value: string, base: string): string | null {
  if (!URL.canParse(value, base)) return value;
  const url = new URL(value, base);
  return url.protocol === 'javascript:' || url.protocol === 'vbscript:' ? null : url.href;
}

function resolveSrcset(value: string, base: string): string {
  const candidates = value.split(/,\s+/).map((candidate) => {
    const [address = '', ...size] = candidate.trim().split(/\s+/);
    return [resolveAddress(address, base) ?? '', ...size].join(' ');
  });
  return candidates.join(', ');
}

/** Text as it would be read: lines and paragraphs as on the page, runs of blanks as one, preformatted text as it is. */
function writeText(nodes: readonly AnyNode[]): string {
  const writer = new TextWriter();
  walk(
    nodes,
    (node) => {
      if (node.type === 'text') writer.addText(node.data, isPreformatted(node));
      else if ('name' in node) writer.enter(node.name);
    },
    (node) => {
      if ('name' in node) writer.leave(node.name);
    },
  );
  return writer.finish();
}

class TextWriter {
  readonly #parts: string[] = [];
  /** What goes before the next text: line breaks, a tab between cells or a blank. */
  #breaks = 0;
  #gap = '';

  addText(data: string, preformatted: boolean): void {
    const text = preformatted ? data : data.replace(/\s+/g, ' ');
    if (!preformatted && text.startsWith(' ')) this.#gap ||= ' ';
    const trimmed = preformatted ? text : text.trim();
    if (trimmed === '') return;
    const before = this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#gap;
    if (this.#parts.length > 0) this.#parts.push(before);
    this.#parts.push(trimmed);
    this.#breaks = 0;
    this.#gap = !preformatted && text.endsWith(' ') ? ' ' : '';
  }

  enter(name: string): void {
    this.#break(name);
    if (name === 'td' || name === 'th') this.#gap = '\t';
  }

  leave(name: string): void {
    this.#break(name);
  }

  finish(): string {
    return this.#parts.join('');
  }

  #break(name: string): void {
    const breaks = paragraphTags.has(name) ? 2 : lineTags.has(name) ? 1 : 0;
    if (breaks > this.#breaks) this.#breaks = breaks;
  }
}

function isPreformatted(node: AnyNode): boolean {
  const { parent } = node;
  return parent !== null && 'name' in parent && (parent.name === 'pre' || parent.name === 'textarea');
}

function createNameSet(names: string): Set<string> {
  return new Set(names.split(' '));
}

/** Depth first without recursion: pages nest as deep as they like. */
function walk(nodes: readonly AnyNode[], enter: (node: AnyNode) => void, leave?: (node: AnyNode) => void): void {
  const stack: { node: AnyNode; left: boolean }[] = [];
  for (const node of [...nodes].reverse()) stack.push({ node, left: false });
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, left } = top;
    if (left) {
      leave?.(node);
      continue;
    }
    enter(node);
    if (leave) stack.push({ node, left: true });
    if ('children' in node) {
      for (let i = node.children.length - 1; i >= 0; i--) {
        const child = node.children[i];
        if (child) stack.push({ node: child, left: false });
      }
    }
  }
}

function writeMarkdown(html: string): string {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => ` ${joinLines(content).replaceAll('|', '\\|')} |`,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const first = node.parentNode?.firstChild === node && !/^tbody$/i.test(node.parentNode.nodeName);
      const head = first || node.parentNode?.parentNode?.firstChild === node.parentNode;
      const rule = head && node.previousSibling === null ? `\n|${' --- |'.repeat(node.childNodes.length)}` : '';
      return `\n|${content}${rule}`;
    },
  });
  return service.turndown(html);
}

function joinLines(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

export function cutText(content: string, charsMax: number): { content: string; cut: boolean } {
  if (content.length <= charsMax) return { content, cut: false };
  const last = content.charCodeAt(charsMax - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? charsMax - 1 : charsMax;
  return { content: content.slice(0, end), cut: true };
}
