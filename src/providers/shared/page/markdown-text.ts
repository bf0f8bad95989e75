/** Text inside Markdown: what has to be escaped, and where emphasis may stand. */

/** Stand for the ends of emphasis until the text around them is known. Private use: the page's own are taken out. */
const emphasisEnds = { strong: ['\ue000', '\ue001'], em: ['\ue002', '\ue003'], del: ['\ue004', '\ue005'] } as const;
const emphasisSigns = { strong: '**', em: '*', del: '~~' } as const;
const anyEnd = /[\ue000-\ue005]/g;

export type Emphasis = keyof typeof emphasisEnds;

/** Text of a page, so that nothing in it is read as Markdown. */
export function escapeText(text: string): string {
  const plain = text
    .replace(anyEnd, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[\\`*]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?[a-z0-9]+;)/gi, '\\&');
  return escapeLinks(plain);
}

/** `[` becomes no link: where the next `]` is followed by what makes one, it is escaped. */
function escapeLinks(text: string): string {
  const parts = text.split(']');
  const isLinked = (index: number): boolean => /^\s?[([:]/.test(parts[index + 1] ?? '');
  return parts.map((part, index) => (isLinked(index) ? part.replaceAll('[', '\\[') : part)).join(']');
}

/** Inside brackets a bracket ends them. */
export function escapeBrackets(text: string): string {
  return text.replace(/\n/g, ' ').replace(/(?<!\\)[[\]]/g, '\\$&');
}

/** `[` and `]` of images inside a link are no text. */
export function writeLink(text: string, address: string): string {
  const label = text.includes('![') ? text.replace(/\n/g, ' ') : escapeBrackets(text);
  return `[${label}](${writeDestination(address)})`;
}

export function writeDestination(address: string): string {
  const balanced = (address.match(/\(/g)?.length ?? 0) === (address.match(/\)/g)?.length ?? 0);
  const plain = address.replace(/\s/g, '%20').replace(/</g, '%3C').replace(/>/g, '%3E');
  return balanced ? plain : plain.replace(/\(/g, '%28').replace(/\)/g, '%29');
}

/** As many backticks as it takes. */
export function writeCodeSpan(text: string): string {
  const code = text.replace(/\s+/g, ' ').trim();
  if (code === '') return '';
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}

/** Blanks at the ends stand outside: `** a**` is no emphasis. */
export function markEmphasis(text: string, kind: Emphasis): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === '' || inner.includes('\n')) return text;
  return `${before}${emphasisEnds[kind][0]}${inner}${emphasisEnds[kind][1]}${after}`;
}

const isBlank = (character: string): boolean => character === '' || /\s/.test(character);
const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);

/**
 * Puts the signs of emphasis in, where CommonMark reads them as such: 「**「語」**の」 would show its asterisks, so there
 * the emphasis is left out.
 */
export function resolveEmphasis(text: string): string {
  if (!/[\ue000-\ue005]/.test(text)) return text;
  const out: string[] = Array.from(text);
  const open: { kind: Emphasis; at: number }[] = [];
  for (const [at, character] of [...out].entries()) {
    const kind = findEmphasis(character);
    if (!kind) continue;
    if (character === emphasisEnds[kind][0]) {
      open.push({ kind, at });
      out[at] = '';
      continue;
    }
    out[at] = '';
    const start = open.findLast((one) => one.kind === kind);
    if (!start) continue;
    open.splice(open.indexOf(start), 1);
    const nested = open.some((one) => one.kind === kind);
    if (nested || !isFlanking(out, start.at, at)) continue;
    out[start.at] = emphasisSigns[kind];
    out[at] = emphasisSigns[kind];
  }
  return out.join('');
}

function findEmphasis(character: string): Emphasis | undefined {
  if (character === emphasisEnds.strong[0] || character === emphasisEnds.strong[1]) return 'strong';
  if (character === emphasisEnds.em[0] || character === emphasisEnds.em[1]) return 'em';
  return character === emphasisEnds.del[0] || character === emphasisEnds.del[1] ? 'del' : undefined;
}

function isFlanking(text: readonly string[], start: number, end: number): boolean {
  const [before, first] = [findNearest(text, start, -1), findNearest(text, start, 1)];
  const [last, after] = [findNearest(text, end, -1), findNearest(text, end, 1)];
  if (isBlank(first) || isBlank(last)) return false;
  const opens = !isPunctuation(first) || isBlank(before) || isPunctuation(before);
  const closes = !isPunctuation(last) || isBlank(after) || isPunctuation(after);
  return opens && closes;
}

/** The next character that is seen, in one direction. */
function findNearest(text: readonly string[], from: number, step: 1 | -1): string {
  for (let at = from + step; at >= 0 && at < text.length; at += step) {
    const character = text[at] ?? '';
    if (character !== '' && !findEmphasis(character)) return step === 1 ? character.slice(0, 2) : character.slice(-1);
  }
  return '';
}

/** A paragraph whose first signs would make it a heading, a list, a quotation or a rule. */
export function escapeLineStart(text: string): string {
  return text
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|[=-]{3,}$|[|](?=.*[|]))/gm, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}

/** Inline text as a paragraph: its line breaks are hard ones, and two of them make another paragraph. */
export function writeParagraphs(line: string): string {
  return resolveEmphasis(line)
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').map((one) => one.replace(/ +/g, ' ').trim()))
    .map((lines) => escapeLineStart(lines.join('\n').trim()).replace(/\n/g, '  \n'))
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Every line of a block behind a mark or under it. */
export function indentBlock(text: string, first: string, next: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? first : line === '' ? next.trimEnd() : next) + line)
    .join('\n');
}

export function writeTableLine(cells: readonly string[], columns: number): string {
  const padded = Array.from({ length: columns }, (_, at) => cells[at] ?? '');
  return `|${padded.map((cell) => (cell === '' ? '  |' : ` ${cell} |`)).join('')}`;
}
