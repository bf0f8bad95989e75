/** Reads the structure of a press release from its plain text: headings, lists and paragraphs. */

export const LINE_END = /\r\n|[\n\r\u2028\u2029]/u;
/** Marks that begin a heading in releases of all three languages. What is still to be filled in looks alike, and is none. */
export const HEADING = /^\s*(?:[■◆▼●◇□][^。]{1,60}|【(?!(?:要確認|待确认|待確認)[:：])[^】]{1,58}】)\s*$/u;
const ITEM = /^\s*((?:[・•‣▪*–-]|[①-⑳]|[(（]?\d{1,2}[.)．）])[ \u3000]*)(?=\S)/u;
/** An asterisk, hyphen or number begins an item only with a space behind it: `-5 °C`, `1.5`. */
const NEEDS_SPACE = /^[*–\-\d(（]/u;
const NUMBER = /^[①-⑳\d(（]/u;

/** The mark that begins an item of a list, as it stands in the line; null for another line. */
export function readItem(line: string): { mark: string; length: number } | null {
  const [whole = '', mark = ''] = ITEM.exec(line) ?? [];
  if (whole === '' || (NEEDS_SPACE.test(mark) && !/\s$/u.test(mark))) return null;
  return { mark, length: whole.length };
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; lines: string[] }
  /** Numbers stay in the text of their items: their form belongs to it. */
  | { kind: 'list'; items: string[] };

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
  const text = line.trim();
  if (HEADING.test(line)) {
    blocks.push({ kind: 'heading', text });
    return;
  }
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
