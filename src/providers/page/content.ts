/** What a page says: its title and its content as text, HTML or Markdown. Runs in a worker thread; knows no network. */
import * as cheerio from 'cheerio';
import TurndownService from 'turndown';

type AnyNode = ReturnType<ReturnType<cheerio.CheerioAPI['root']>['contents']>[number];
type Element = Extract<AnyNode, { attribs: unknown }>;

export interface PageJob {
  text: string;
  /** Media type in lower case. */
  contentType: string;
  /** Address that relative links are relative to. */
  finalUrl: string;
  format: 'text' | 'html' | 'markdown';
  selector?: string;
  /** The content is cut after this many UTF-16 units, never inside a character. */
  charsMax: number;
}

export interface PageContent {
  title: string | null;
  content: string;
  cut: boolean;
}

/** Why a page has no content for this job. */
export type PageTrouble = 'selector' | 'no-match' | 'no-document' | 'too-deep';

export class PageError extends Error {
  readonly trouble: PageTrouble;

  constructor(trouble: PageTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

const removed = 'script, style, noscript, template';
const addresses = ['href', 'src', 'action', 'poster', 'data', 'cite'];
const blocks = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
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
  return { title: null, ...cutAt(text.trim(), charsMax) };
}

function readDocument(job: PageJob): PageContent {
  const isHtml = job.contentType.includes('html');
  const $ = cheerio.load(job.text, isHtml ? {} : { xml: true });
  const title = titleOf($);
  const base = baseOf($, job.finalUrl);
  $(removed).remove();
  const chosen = select($, job.selector);
  const nodes = chosen.toArray();
  cleaned(nodes, base);
  const content =
    job.format === 'text' ? textOf(nodes) : job.format === 'html' ? $.html(chosen) : markdownOf($.html(chosen));
  return { title, ...cutAt(content.trim(), job.charsMax) };
}

function select($: cheerio.CheerioAPI, selector: string | undefined): cheerio.Cheerio<AnyNode> {
  if (selector === undefined) {
    const body = $('body');
    return body.length > 0 ? body.contents() : $.root().contents();
  }
  const chosen = attempt(() => $<AnyNode, string>(selector));
  if (chosen.length === 0) throw new PageError('no-match');
  return chosen;
}

function attempt<T>(choose: () => T): T {
  try {
    return choose();
  } catch (thrown) {
    throw thrown instanceof RangeError ? thrown : new PageError('selector', thrown);
  }
}

function titleOf($: cheerio.CheerioAPI): string | null {
  const found =
    $('head > title').first().text() ||
    $('meta[property="og:title"]').attr('content') ||
    $('h1').first().text() ||
    $('title').first().text();
  return oneLine(found) || null;
}

function baseOf($: cheerio.CheerioAPI, finalUrl: string): string {
  const href = $('base[href]').attr('href');
  return href !== undefined && URL.canParse(href, finalUrl) ? new URL(href, finalUrl).href : finalUrl;
}

/** Takes comments and event handlers out, and makes addresses whole. */
function cleaned(nodes: readonly AnyNode[], base: string): void {
  walk(nodes, (node) => {
    if (node.type === 'comment') node.data = '';
    if ('attribs' in node) cleanElement(node, base);
  });
}

function cleanElement(element: Element, base: string): void {
  for (const [name, value] of Object.entries(element.attribs)) {
    if (name.startsWith('on')) delete element.attribs[name];
    else if (name === 'srcset') element.attribs[name] = wholeSrcset(value, base);
    else if (addresses.includes(name)) {
      const whole = wholeAddress(value, base);
      if (whole === null) delete element.attribs[name];
      else element.attribs[name] = whole;
    }
  }
}

function wholeAddress(value: string, base: string): string | null {
  if (!URL.canParse(value, base)) return value;
  const url = new URL(value, base);
  return url.protocol === 'javascript:' || url.protocol === 'vbscript:' ? null : url.href;
}

function wholeSrcset(value: string, base: string): string {
  const candidates = value.split(/,\s+/).map((candidate) => {
    const [address = '', ...size] = candidate.trim().split(/\s+/);
    return [wholeAddress(address, base) ?? '', ...size].join(' ');
  });
  return candidates.join(', ');
}

/** Text with one line a block, without runs of blanks; preformatted text keeps its own. */
function textOf(nodes: readonly AnyNode[]): string {
  const parts: string[] = [];
  walk(
    nodes,
    (node) => {
      if (node.type === 'text') parts.push(isPreformatted(node) ? node.data : node.data.replace(/\s+/g, ' '));
      else if (isBlock(node)) parts.push('\n');
      else if (isCell(node)) parts.push('\t');
    },
    (node) => {
      if (isBlock(node)) parts.push('\n');
    },
  );
  return parts
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function isBlock(node: AnyNode): boolean {
  return 'name' in node && blocks.has(node.name);
}

function isCell(node: AnyNode): boolean {
  return 'name' in node && (node.name === 'td' || node.name === 'th');
}

function isPreformatted(node: AnyNode): boolean {
  const { parent } = node;
  return parent !== null && 'name' in parent && (parent.name === 'pre' || parent.name === 'textarea');
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

function markdownOf(html: string): string {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => ` ${oneLine(content).replaceAll('|', '\\|')} |`,
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

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

function cutAt(content: string, charsMax: number): { content: string; cut: boolean } {
  if (content.length <= charsMax) return { content, cut: false };
  const last = content.charCodeAt(charsMax - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? charsMax - 1 : charsMax;
  return { content: content.slice(0, end), cut: true };
}
