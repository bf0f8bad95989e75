/** Decodes a page's bytes: by byte order mark, header, meta element, and finally by the bytes themselves. */
import { isUtf8 } from 'node:buffer';
import { repairText } from '../../../text/well-formed.ts';

export interface DecodedText {
  text: string;
  /** The encoding's standard name in lower case (WHATWG). */
  charset: string;
}

/** Range for a meta element or XML declaration (the standard says 1024; pages put scripts first). */
const PRESCAN_BYTES = 4096;
const SAMPLE_BYTES = 64 * 1024;
/** Bytes beyond ASCII that may look like UTF-8 by chance. */
const FOREIGN_BYTES_MAX = 12;
/** Share of unreadable characters above which a declared encoding is not believed. */
const UNREADABLE_MAX = 0.02;
/** Share of very common characters that speaks for a language's encoding. */
const COMMON_MIN = 0.08;

/** `contentType` is the header as it came. */
export function decodePage(bytes: Uint8Array, contentType: string): DecodedText {
  const marked = readByteOrderMark(bytes);
  if (marked) return decodeText(bytes, marked);
  for (const label of [readHeaderLabel(contentType), readMetaLabel(bytes)]) {
    const charset = label === undefined ? undefined : normalizeLabel(label);
    if (charset !== undefined && isReadable(bytes, charset))
      return decodeText(bytes, isSurelyUtf8(bytes, charset) ? 'utf-8' : charset);
  }
  return decodeText(bytes, guessCharset(bytes));
}

/** A page that was cut by the size cap may end inside a character: what is left of it is cut off. */
export function decodeCutPage(bytes: Uint8Array, contentType: string): DecodedText {
  const { text, charset } = decodePage(bytes, contentType);
  let end = text.length;
  while (end > 0 && text[end - 1] === '\ufffd') end--;
  return { text: text.slice(0, end), charset };
}

/** Text of another encoding is hardly ever well-formed UTF-8: one accented letter tells in Latin, a few words in Chinese. */
function isSurelyUtf8(bytes: Uint8Array, charset: string): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const most = /^(?:windows-|iso-8859-|koi8|macintosh)/.test(charset) ? 0 : FOREIGN_BYTES_MAX;
  return sample.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0) > most && isUtf8(bytes);
}

function readByteOrderMark(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  // Without a mark: a document begins with `<`, and a character of its language.
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be';
  return undefined;
}

function readHeaderLabel(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
}

function readMetaLabel(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  const label =
    /<meta\s[^>]*charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml\s[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  // Read as single bytes, so it can't be UTF-16, whatever it says.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function normalizeLabel(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    // A superset that every page labelled GBK or GB2312 fits in.
    return encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return undefined;
  }
}

function isReadable(bytes: Uint8Array, charset: string): boolean {
  if (charset === 'utf-8' && isUtf8(bytes)) return true;
  const text = decodeAs(bytes.subarray(0, SAMPLE_BYTES), charset);
  return countCharacter(text, '\ufffd') <= 1 + text.length * UNREADABLE_MAX;
}

/** The most common characters of each language's running text; one language may have two encodings. */
const commonCharacters: Readonly<Record<string, string>> = {
  shift_jis: 'のにはをたがでてとしれさあるいうかくこすせそなまもよらりん、。日本年月大人ーントス',
  'euc-jp': 'のにはをたがでてとしれさあるいうかくこすせそなまもよらりん、。日本年月大人ーントス',
  gb18030: '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去，。',
  big5: '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去，。',
  'euc-kr': '이다는을가에의고하지를은한로도사대서기해자시어리아인그게라나있들정일부으수',
};

/** For bytes that no declaration explains. */
export function guessCharset(bytes: Uint8Array): string {
  if (hasJisEscape(bytes)) return 'iso-2022-jp';
  if (isUtf8(bytes) || isUtf8(dropTail(bytes))) return 'utf-8';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let best = { charset: 'windows-1252', score: COMMON_MIN };
  for (const [charset, characters] of Object.entries(commonCharacters)) {
    const score = measureCommonShare(decodeAs(sample, charset), new Set(characters));
    if (score > best.score) best = { charset, score };
  }
  return best.charset;
}

function hasJisEscape(bytes: Uint8Array): boolean {
  const sample = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString('latin1');
  return sample.includes('\u001b$B') || sample.includes('\u001b$@');
}

/** A page cut by the size cap may end inside a character. */
function dropTail(bytes: Uint8Array): Uint8Array {
  let end = bytes.byteLength;
  while (end > 0 && end > bytes.byteLength - 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, Math.max(0, end - 1));
}

/** Share of common characters among those beyond ASCII; unreadable ones count against it. */
function measureCommonShare(text: string, characters: ReadonlySet<string>): number {
  let hits = 0;
  let beyondAscii = 0;
  for (const character of text) {
    if (character <= '\u007f') continue;
    beyondAscii++;
    if (characters.has(character)) hits++;
    else if (character === '\ufffd') hits -= 2;
  }
  return beyondAscii === 0 ? 0 : hits / beyondAscii;
}

function decodeText(bytes: Uint8Array, charset: string): DecodedText {
  return { text: repairText(decodeAs(bytes, charset)), charset };
}

/** 0x80–0x9F of windows-1252, which Node's decoder leaves as control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeAs(bytes: Uint8Array, charset: string): string {
  const text = new TextDecoder(charset).decode(bytes);
  if (charset !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (control) => windows1252.charAt(control.charCodeAt(0) - 0x80));
}

function countCharacter(text: string, character: string): number {
  let score = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) score++;
  return score;
}
