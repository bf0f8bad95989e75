/** Reads the structure of a press release from its text: headings, lists, tables and paragraphs. */

export const LINE_END = /\r\n|[\n\r\u2028\u2029]/u;
/** Marks that begin a heading in releases of all three languages. What is still to be filled in looks alike, and is none. */
const HEADING = /^\s*(?:[■◆▼●◇□][^。]{1,60}|【(?!(?:要確認|待确认|待確認)[:：])[^】]{1,58}】)\s*$/u;
/** As in Markdown: one is enough of a size for a release. */
const HASHES = /^\s{0,3}#{1,4}\s{1,4}(\S.{0,200})$/u;
const ITEM = /^\s*((?:[・•‣▪*–-]|[①-⑳]|[(（]?\d{1,2}[.)．）])[ \u3000]*)(?=\S)/u;
/** An asterisk, hyphen or number begins an item only with a space behind it: `-5 °C`, `1.5`. */
const NEEDS_SPACE = /^[*–\-\d(（]/u;
const NUMBER = /^[①-⑳\d(（]/u;
/** Below the heads of a table in Markdown. */
const DASHES = /^[\s|:-]+$/u;

/** The heading that a line is, without hashes; null for another line. */
export function readHeading(line: string): string | null {
  if (HEADING.test(line)) return line.trim();
  return HASHES.exec(line)?.[1]?.trim() ?? null;
}

/** The mark that begins an item of a list, as it stands in the line; null for another line. */
export function readItem(line: string): { mark: string; length: number } | null {
  const [whole = '', mark = ''] = ITEM.exec(line) ?? [];
  if (whole === '' || (NEEDS_SPACE.test(mark) && !/\s$/u.test(mark))) return null;
  return { mark, length: whole.length };
}

/** Cells of a row such as `| Date | Place |`; none for the dashes below the heads, null for another line. */
export function readRow(line: string): string[] | null {
  const text = line.trim();
  if (text.length < 3 || !text.startsWith('|') || !text.endsWith('|')) return null;
  if (DASHES.test(text)) return [];
  return text
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; lines: string[] }
  /** Numbers stay in the text of their items: their form belongs to it. */
  | { kind: 'list'; items: string[] }
  /** `hasHead`: the first row names the columns. */
  | { kind: 'table'; rows: string[][]; hasHead: boolean };

export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let isAfterGap = true;
  for (const line of text.split(LINE_END)) {
    const isGap = line.trim() === '';
    if (!isGap) addLine(blocks, line, isAfterGap ? undefined : blocks.at(-1));
    isAfterGap = isGap;
  }
  return blocks;
}

/** `open`: the block above it, which it may belong to. */
function addLine(blocks: Block[], line: string, open: Block | undefined): void {
  const heading = readHeading(line);
  if (heading !== null) {
    blocks.push({ kind: 'heading', text: heading });
    return;
  }
  const cells = readRow(line);
  if (cells !== null) {
    addRow(blocks, cells, open);
    return;
  }
  const text = line.trim();
  const item = readItem(line);
  if (item === null) {
    if (open?.kind === 'paragraph') open.lines.push(text);
    else blocks.push({ kind: 'paragraph', lines: [text] });
    return;
  }
  const itemText = NUMBER.test(item.mark) ? text : line.slice(item.length).trim();
  if (open?.kind === 'list') open.items.push(itemText);
  else blocks.push({ kind: 'list', items: [itemText] });
}

function addRow(blocks: Block[], cells: string[], open: Block | undefined): void {
  if (open?.kind !== 'table') {
    if (cells.length > 0) blocks.push({ kind: 'table', rows: [cells], hasHead: false });
  } else if (cells.length > 0) open.rows.push(cells);
  else if (open.rows.length === 1) open.hasHead = true;
}
