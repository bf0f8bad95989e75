/** Sentences and paragraphs, with their places. `Intl.Segmenter` is not used for sentences: it cuts inside 「…。…」. */
import { indexOffsets, type Span, spanBetween } from './code-points.ts';
import { findPairs } from './quotation.ts';

/** A span that knows its UTF-16 units too, for those who go on reading with patterns. */
export interface TextSpan extends Span {
  startUnit: number;
  endUnit: number;
}

/** Marks at which something could end or open. */
const STOP = /[。｡！？!?．.…\n\r「『｢“〝（(《"]/g;
const TERMINATOR = /[。｡！？!?．.…]/;
const ALWAYS_ENDS = /[。｡！？!?]/;
const ENDS_INSIDE = /[。｡！？!?.…]/;
const CLOSER = /[」』｣”’〟）)》\]】"']/;
const QUOTE_OPENER = /[「『“〝"]/;
/** After a quotation that ends with a full stop, a Chinese sentence goes on only with one of these. */
const GOES_ON = /[的了，,、；;：:。是和与與]/;
const NEVER_LAST =
  /(?:^|[^\p{L}\p{N}])(?:Mr|Mrs|Ms|Dr|Prof|Rev|Hon|St|No|Nos|Vol|Fig|vs|cf|e\.g|i\.e|approx|est|Gen|Sen|Rep|Gov|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$/u;
const COMPANY_FORM = /(?:^|[^\p{L}\p{N}])(?:Inc|Co|Ltd|Corp|Bros|LLC|plc|Jr|Sr|etc)$/iu;
const INITIAL = /(?:^|[^\p{L}\p{N}])\p{Lu}$|(?:^|[^\p{L}\p{N}])(?:\p{L}\.){1,4}\p{L}$/u;
const STARTS_SENTENCE = /^\s+(?:The|This|That|These|It|Its|In|On|At|We|Our|A|An|For|He|She|They|But|And)\b/;
const LIST_NUMBER = /^\s*\(?\d{1,3}$/;
/** Longest thing looked at around a full stop. */
const NEAR = 16;

/**
 * The sentences of `text` without the white space around them. `。！？!?` end one, `.` does before white space (not after
 * initials and abbreviations); none ends inside 「」『』“”（）《》; a line break always ends one. `language: 'zh'` lets a
 * sentence end behind `。”`. Linear in the length of `text`.
 */
export function splitSentences(text: string, language?: 'ja' | 'zh' | 'en'): TextSpan[] {
  const offsets = indexOffsets(text);
  const closes = new Map(findPairs(text).map(({ open, close }) => [open, close]));
  const sentences: TextSpan[] = [];
  let start = 0;
  const endAt = (end: number): void => {
    sentences.push(...trimSpan(text, offsets, start, end));
    start = end;
  };
  let passed = 0;
  for (const { 0: mark, index: at } of text.matchAll(STOP)) {
    if (at < passed) continue;
    const close = closes.get(at);
    passed = (close ?? at) + 1;
    if (close !== undefined) {
      if (endsBehindQuotation(text, close, language)) endAt(passed);
    } else if (mark === '\n' || mark === '\r') {
      endAt(passed);
    } else if (TERMINATOR.test(mark) && isEnd(text, at, start)) {
      while (passed < text.length && isTail(text, passed, closes)) passed++;
      endAt(passed);
    }
  }
  endAt(text.length);
  return sentences;
}

/** Blocks between blank lines; in a text without blank lines, its lines. */
export function splitParagraphs(text: string): TextSpan[] {
  const offsets = indexOffsets(text);
  const lines: { start: number; end: number; isBlank: boolean }[] = [];
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    lines.push({ start, end, isBlank: text.slice(start, end).trim() === '' });
    start = end + 1;
  }
  const first = lines.findIndex(({ isBlank }) => !isBlank);
  const last = lines.findLastIndex(({ isBlank }) => !isBlank);
  const inner = lines.slice(Math.max(first, 0), last + 1);
  const hasBlankLines = inner.some(({ isBlank }) => isBlank);
  const paragraphs: TextSpan[] = [];
  let open: number | null = null;
  for (const [index, line] of inner.entries()) {
    if (line.isBlank) continue;
    open ??= line.start;
    if (hasBlankLines && inner[index + 1]?.isBlank === false) continue;
    paragraphs.push(...trimSpan(text, offsets, open, line.end));
    open = null;
  }
  return paragraphs;
}

/** The sentence that holds the code point `point`, by binary search; the one before it when it stands between two. */
export function findSentenceAt<S extends Span>(sentences: readonly S[], point: number): S | undefined {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.start ?? 0) <= point) low = middle + 1;
    else high = middle;
  }
  return sentences[low - 1];
}

/** Without the white space around it; none where nothing is left. */
function trimSpan(text: string, offsets: ReturnType<typeof indexOffsets>, start: number, end: number): TextSpan[] {
  let first = start;
  let last = end;
  while (first < last && isSpace(text.charCodeAt(first))) first++;
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  return last > first ? [{ ...spanBetween(text, offsets, first, last), startUnit: first, endUnit: last }] : [];
}

const isSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  code === 0xa0 ||
  code === 0x3000 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0xfeff;

/** More of the same end: `！？`, `。。`, or a closing mark whose opening one is missing. */
function isTail(text: string, at: number, closes: ReadonlyMap<number, number>): boolean {
  const mark = text.charAt(at);
  return ALWAYS_ENDS.test(mark) || mark === '…' || mark === '.' || (CLOSER.test(mark) && !closes.has(at));
}

function isEnd(text: string, at: number, start: number): boolean {
  const mark = text.charAt(at);
  // `?` and `!` of an address or a name such as a!b end nothing.
  if (ALWAYS_ENDS.test(mark)) return !/[!?]/.test(mark) || !/[\w=&/]/.test(text.charAt(at + 1));
  const after = text.slice(at + 1, at + 1 + NEAR);
  // Points of omission end a sentence only where the line does, or before a capital letter.
  if (mark === '…') return /^\s*$/.test(after.slice(0, 2)) || /^\s+\p{Lu}/u.test(after);
  if (mark === '．') return !/^[\d０-９]/.test(after);
  if (!/^[.…]*[)\]”’"']*(?:\s|$)/.test(after)) return false;
  const before = text.slice(Math.max(start, at - NEAR), at);
  if (LIST_NUMBER.test(before) && at - start <= NEAR) return false;
  if (/^[)\]”’"']*\s+\p{Ll}/u.test(after)) return false;
  if (NEVER_LAST.test(before)) return after.trim() === '';
  if (COMPANY_FORM.test(before) || INITIAL.test(before)) return after.trim() === '' || STARTS_SENTENCE.test(after);
  return true;
}

/** A quotation that ends its own sentence ends ours when nothing shows that it goes on. */
function endsBehindQuotation(text: string, close: number, language: 'ja' | 'zh' | 'en' | undefined): boolean {
  const mark = text.charAt(close);
  if (!/[」』｣”〟"]/.test(mark) || !ENDS_INSIDE.test(text.charAt(close - 1))) return false;
  const after = text.slice(close + 1, close + 1 + NEAR);
  if (after === '' || QUOTE_OPENER.test(after.charAt(0))) return true;
  if (mark === '”' || mark === '"') {
    if (/^\s+[\p{Lu}“"\d]/u.test(after)) return !/^\s+[A-Z]\w*(?: [A-Z]\w*)? (?:said|says|added)\b/.test(after);
  }
  return language === 'zh' && /^[\p{Script=Han}“「]/u.test(after) && !GOES_ON.test(after.charAt(0));
}
