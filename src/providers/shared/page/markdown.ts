/** Writes part of a page as Markdown (GFM): headings, lists, tables, code, links with whole addresses. */

import { writeCodeBlock } from './code-block.ts';
import {
  createNameSet,
  isBlock,
  isElement,
  joinLines,
  listChildren,
  listPieces,
  measureText,
  type PageElement,
  type PageNode,
  type StatsByNode,
  type TextStats,
} from './dom.ts';
import type { PagePart } from './main-part.ts';
import {
  escapeBrackets,
  escapeLineStart,
  escapeText,
  indentBlock,
  markEmphasis,
  resolveEmphasis,
  writeCodeSpan,
  writeDestination,
  writeLink,
  writeParagraphs,
  writeTableLine,
} from './markdown-text.ts';
import { isDataTable, readTableRows } from './tables.ts';

/** Deeper than this only the text counts. */
const DEPTH_MAX = 300;

const strongTags = createNameSet('strong b');
const emTags = createNameSet('em i cite dfn var');
const codeTags = createNameSet('code kbd samp tt pre');
const delTags = createNameSet('del s strike');

/** `base`: what relative addresses are relative to. */
export function writePartMarkdown({ root, stats }: PagePart, base: string): string {
  return new MarkdownWriter(stats, base).writeBlocks(root, 0).join('\n\n');
}

/** Nodes one after another. Stops soon after `charsMax`. */
export function writeNodesMarkdown(nodes: readonly PageNode[], charsMax: number, base: string): string {
  const stats = new Map<PageNode, TextStats>();
  for (const node of nodes.filter(isElement)) {
    if (!stats.has(node)) for (const [below, stat] of measureText(node)) stats.set(below, stat);
  }
  return new MarkdownWriter(stats, base).writePieces(listPieces(nodes), 0, charsMax).join('\n\n');
}

/** A whole address, or null for what leads nowhere. */
export function resolvePageAddress(address: string | null, base: string): string | null {
  const trimmed = address?.trim() ?? '';
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  return /^(https?|mailto|tel|ftp):$/.test(url.protocol) ? url.href : null;
}

class MarkdownWriter {
  readonly #base: string;
  readonly #stats: StatsByNode;

  constructor(stats: StatsByNode, base: string) {
    this.#base = base;
    this.#stats = stats;
  }

  /** The blocks below an element; text between them makes paragraphs. */
  writeBlocks(parent: PageElement, depth: number): string[] {
    if (depth > DEPTH_MAX) return [escapeLineStart(escapeText(parent.textContent ?? '').trim())].filter(Boolean);
    return this.writePieces(listPieces(listChildren(parent)), depth);
  }

  writePieces(pieces: Iterable<PageElement | string>, depth: number, charsMax = Number.POSITIVE_INFINITY): string[] {
    const lines: string[] = [];
    let line = '';
    let length = 0;
    const add = (block: string): void => {
      if (block !== '') lines.push(block);
      length += block.length;
    };
    const flush = (): void => {
      add(writeParagraphs(line));
      line = '';
    };
    for (const piece of pieces) {
      if (length + line.length > charsMax) break;
      if (typeof piece === 'string' || !this.#standsAlone(piece)) line += this.#inline(piece, depth + 1);
      else {
        flush();
        for (const block of this.#block(piece, depth + 1)) add(block);
      }
    }
    flush();
    return lines;
  }

  #standsAlone(element: PageElement): boolean {
    return isBlock(element) || this.#stats.get(element)?.hasBlock === true;
  }

  #block(element: PageElement, depth: number): string[] {
    const { localName } = element;
    if (isHeading(element)) return [this.#heading(element, depth)];
    switch (localName) {
      case 'ul':
      case 'ol':
        return [this.#list(element, depth)];
      case 'li':
        return [this.#item(element, '- ', depth)];
      case 'pre':
        return [writeCodeBlock(element)];
      case 'blockquote':
        return [indentBlock(this.writeBlocks(element, depth).join('\n\n'), '> ', '> ')];
      case 'hr':
        return ['---'];
      case 'dt':
      case 'summary':
        return this.#strongBlocks(element, depth);
      case 'table':
        return isDataTable(element) ? [this.#table(element, depth)] : this.#cells(element, depth);
      default:
        return this.writeBlocks(element, depth);
    }
  }

  #heading(element: PageElement, depth: number): string {
    const text = resolveEmphasis(this.#text(element, depth)).replace(/\s+/g, ' ').trim();
    return text === '' ? '' : `${'#'.repeat(Number(element.localName[1]))} ${text.replace(/\s#+$/, '')}`;
  }

  /** Everything below in one line. */
  #text(element: PageElement, depth: number): string {
    if (depth > DEPTH_MAX) return escapeText(element.textContent ?? '');
    let text = '';
    for (const piece of listPieces(listChildren(element))) {
      const gap = typeof piece !== 'string' && this.#standsAlone(piece) ? ' ' : '';
      text += gap + this.#inline(piece, depth + 1) + gap;
    }
    return text;
  }

  #strongBlocks(element: PageElement, depth: number): string[] {
    const blocks = this.writeBlocks(element, depth);
    const [only] = blocks;
    if (blocks.length !== 1 || only === undefined || /^(?:[#>|-]|```)|\*\*|\n/.test(only)) return blocks;
    return [resolveEmphasis(markEmphasis(only, 'strong'))];
  }

  #list(list: PageElement, depth: number): string {
    let number = Number(list.getAttribute('start') ?? 1) || 1;
    const items: string[] = [];
    for (const piece of listPieces(listChildren(list))) {
      if (typeof piece === 'string') items.push(writeParagraphs(escapeText(piece)));
      else if (piece.localName !== 'li') items.push(this.#looseChild(piece, depth + 1));
      else items.push(this.#item(piece, list.localName === 'ol' ? `${number++}. ` : '- ', depth + 1));
    }
    const blocks = items.filter((item) => item !== '');
    return blocks.join(blocks.some((item) => item.includes('\n\n')) ? '\n\n' : '\n');
  }

  /** A list straight inside a list belongs to the item before it. */
  #looseChild(element: PageElement, depth: number): string {
    const blocks = this.#standsAlone(element)
      ? this.#block(element, depth)
      : [writeParagraphs(this.#inline(element, depth))];
    const nested = element.localName === 'ul' || element.localName === 'ol';
    return nested ? indentBlock(blocks.join('\n\n'), '  ', '  ') : blocks.join('\n\n');
  }

  #item(item: PageElement, mark: string, depth: number): string {
    const blocks = this.writeBlocks(item, depth);
    if (blocks.length === 0) return '';
    const [first = '', ...rest] = blocks;
    const tight = rest.every((block) => /^(- |\d+\. )/.test(block) && !block.includes('\n\n'));
    return indentBlock(tight ? [first, ...rest].join('\n') : blocks.join('\n\n'), mark, ' '.repeat(mark.length));
  }

  #table(table: PageElement, depth: number): string {
    const { head, rows } = readTableRows(table);
    const write = (cell: PageElement | null): string =>
      cell
        ? resolveEmphasis(this.#text(cell, depth + 1))
            .replace(/\s+/g, ' ')
            .trim()
            .replace(/(?<!\\)\|/g, '\\|')
        : '';
    const lines = rows.map((row) => row.map(write));
    const columns = Math.max(0, ...lines.map((line) => line.length));
    const [first = [], ...others] = head ? lines : [[], ...lines];
    const written = [first, ...others].map((line) => writeTableLine(line, columns));
    written.splice(1, 0, `|${' --- |'.repeat(columns)}`);
    const caption = table.querySelector('caption');
    const above = caption ? writeParagraphs(this.#text(caption, depth + 1)) : '';
    return [above, written.join('\n')].filter(Boolean).join('\n\n');
  }

  /** A table that only places things: its cells one after another. */
  #cells(element: PageElement, depth: number): string[] {
    const blocks: string[] = [];
    for (const piece of listPieces(listChildren(element))) {
      if (typeof piece === 'string') continue;
      const isPart = /^(tbody|thead|tfoot|tr)$/.test(piece.localName);
      blocks.push(...(isPart ? this.#cells(piece, depth + 1) : this.writeBlocks(piece, depth + 1)));
    }
    return blocks;
  }

  #inline(piece: PageElement | string, depth: number): string {
    if (typeof piece === 'string') return escapeText(piece);
    if (depth > DEPTH_MAX) return escapeText(piece.textContent ?? '');
    const { localName } = piece;
    if (localName === 'br') return '\n';
    if (localName === 'img') return this.#image(piece);
    if (localName === 'input') return piece.hasAttribute('checked') ? '[x] ' : '[ ] ';
    if (codeTags.has(localName)) return writeCodeSpan(piece.textContent ?? '');
    const text = this.#text(piece, depth);
    if (localName === 'a') return this.#link(piece, text);
    if (strongTags.has(localName)) return markEmphasis(text, 'strong');
    if (emTags.has(localName)) return markEmphasis(text, 'em');
    if (delTags.has(localName)) return markEmphasis(text, 'del');
    if (localName === 'q') return `“${text}”`;
    if (localName === 'rt' && piece.previousElementSibling?.localName !== 'rp') return `（${text}）`;
    if (localName === 'sup' && /^[\dn+-]{1,4}$/.test(text.trim())) return `^${text.trim()}`;
    return text;
  }

  #link(link: PageElement, text: string): string {
    const href = link.getAttribute('href');
    const address = resolvePageAddress(href, this.#base);
    const [, before = '', label = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
    // A heading that links to itself is a heading.
    const isOwn = href?.startsWith('#') && link.parentNode !== null && isHeading(link.parentNode);
    if (address === null || label === '' || isOwn || /(?<!!)\[[^\]]{0,500}\]\(/.test(label)) return text;
    return `${before}${writeLink(label, address)}${after}`;
  }

  #image(image: PageElement): string {
    const lazy = image.getAttribute('data-src') ?? image.getAttribute('data-original');
    const attribute = image.getAttribute('src');
    const address = resolvePageAddress(lazy ?? attribute, this.#base) ?? resolvePageAddress(attribute, this.#base);
    const alt = escapeText(joinLines(image.getAttribute('alt')));
    if (image.getAttribute('width') === '1' || image.getAttribute('height') === '1') return '';
    return address === null || !/^https?:/.test(address)
      ? alt
      : `![${escapeBrackets(alt)}](${writeDestination(address)})`;
  }
}

function isHeading({ localName }: PageElement): boolean {
  return /^h[1-6]$/.test(localName);
}
