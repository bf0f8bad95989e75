/** Finds many words in a text in one pass, regardless of their number. */
import type { Words } from '../../kernel/tool/lexicon.ts';
import { fold } from './normalise.ts';

export interface Term<K> {
  /** Folded; a `*` at the end has been taken off. */
  text: string;
  isPrefix: boolean;
  /** A name in katakana: no part of a longer katakana word. */
  isKatakana: boolean;
  key: K;
}

export interface TermMatch<K> {
  start: number;
  end: number;
  text: string;
  key: K;
}

const LATIN = /[a-z0-9]/;
const PAIR_GAP = 40;
const NAME_MIN = 3;
const KATAKANA = /[\u30a1-\u30fa\u30fc]/;

interface Texts {
  folded: string;
  /** Tells katakana from hiragana. */
  plain: string;
}

export class TermIndex<K> {
  readonly #byHead = new Map<string, Term<K>[]>();
  readonly #pairs: { pattern: RegExp; begins: string; first: number; second: number; key: K }[] = [];
  /** Names in katakana or characters that are long enough to be known by most of their letters. */
  readonly names: Term<K>[] = [];
  /** Latin words that occur in a term. */
  readonly words = new Set<string>();

  /** Words with `|` between; duplicates are kept, they may mean several things. A name is a whole word in katakana too. */
  add(words: string | undefined, key: K, isName = false): void {
    for (const spelling of (words ?? '').split('|').flatMap(listSpellings)) {
      const plain = spelling.normalize('NFKC').toLowerCase().trim();
      if (spelling.includes('…')) {
        this.#addPair(spelling.trim().toLowerCase(), key);
        continue;
      }
      const isPrefix = plain.endsWith('*');
      const text = fold(isPrefix ? plain.slice(0, -1) : plain);
      if (text === '') continue;
      const head = text.slice(0, 2);
      const term = { text, isPrefix, isKatakana: isName && /^[\u30a1-\u30fa\u30fc・]+$/.test(plain), key };
      const list = this.#byHead.get(head);
      if (list?.some((other) => other.text === text && other.key === key)) continue;
      if (list) list.push(term);
      else this.#byHead.set(head, [term]);
      if (isName && text.length >= NAME_MIN && /^[ぁ-ゖー\p{Script=Han}]+$/u.test(text)) this.names.push(term);
      for (const word of text.match(/[a-z]{4,}/g) ?? []) this.words.add(word);
    }
  }

  /** `european…model`: two words of one phrase with a few others between. */
  #addPair(plain: string, key: K): void {
    const [first = '', second = ''] = fold(plain)
      .split('…')
      .map((part) => part.replace(/[^\p{L}\p{N} -]/gu, ''));
    const edge = /^[a-z]/.test(first) ? '(?<![a-z0-9])' : '';
    const inner = /^[a-z]/.test(second) ? '(?<![a-z0-9])' : '';
    this.#pairs.push({
      begins: first,
      first: first.length,
      second: second.length,
      pattern: new RegExp(
        `${edge}${first}(?:[^.!?。！？;,，、\\n\ufffc]{0,${PAIR_GAP}}?| ?\ufffc+ ?)${inner}${second}`,
      ),
      key,
    });
  }

  /** Adds what begins at a place with a head of this length. */
  #addMatches(texts: Texts, at: number, headLength: number, matches: TermMatch<K>[]): void {
    const { folded } = texts;
    for (const term of this.#byHead.get(folded.slice(at, at + headLength)) ?? []) {
      if (!folded.startsWith(term.text, at)) continue;
      const end = term.isPrefix ? findWordEnd(folded, at + term.text.length) : at + term.text.length;
      if (isWholeTerm(texts, at, end, term)) matches.push({ start: at, end, text: term.text, key: term.key });
    }
  }

  terms(fits: (term: Term<K>) => boolean): Term<K>[] {
    return [...this.#byHead.values()].flat().filter(fits);
  }

  addAll(words: Words | undefined, key: K): void {
    this.add(
      words
        ?.trim()
        .split(/,\s*|(?:(?<!\s)\s+)?\n\s*/)
        .join('|'),
      key,
    );
  }

  /** Every occurrence, longer ones first at each place. `plain` tells katakana from hiragana. */
  find(folded: string, plain: string): TermMatch<K>[] {
    const matches = this.#pairs.flatMap(({ pattern, begins, first, second, key }): TermMatch<K>[] => {
      const match = folded.includes(begins) ? pattern.exec(folded) : null;
      if (!match) return [];
      const end = match.index + match[0].length;
      return [
        { start: match.index, end: match.index + first, text: match[0], key },
        { start: end - second, end, text: match[0], key },
      ];
    });
    const texts = { folded, plain };
    for (let at = 0; at < folded.length; at++) {
      if (folded.charCodeAt(at) === 0xfffc || isInsideWord(folded, at)) continue;
      this.#addMatches(texts, at, 2, matches);
      if (at + 1 < folded.length) this.#addMatches(texts, at, 1, matches);
    }
    return matches.sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

/** “whats”, “dont”: as they are typed; other words without their apostrophe are words of their own. */
function listSpellings(words: string): string[] {
  const plain = words.replace(/\b(what|where|who|how|that|there|let|don|can|won|isn|doesn|aren|wasn)'(s|t)\b/g, '$1$2');
  return plain === words ? [words] : [words, plain];
}

/** The beginning of a Latin word stands for all of it. */
function findWordEnd(text: string, from: number): number {
  let end = from;
  if (!/[a-z]/.test(text.charAt(from - 1))) return end;
  while (LATIN.test(text.charAt(end))) end++;
  return end;
}

const isInsideWord = (text: string, at: number): boolean =>
  LATIN.test(text.charAt(at)) &&
  LATIN.test(text.charAt(at - 1)) &&
  !(/[a-z]/.test(text.charAt(at)) && /[0-9]/.test(text.charAt(at - 1)));

function isWholeTerm<K>({ folded, plain }: Texts, start: number, end: number, term: Term<K>): boolean {
  if (term.isKatakana && (KATAKANA.test(plain.charAt(start - 1)) || KATAKANA.test(plain.charAt(end)))) {
    return !KATAKANA.test(plain.charAt(start));
  }
  // マルタとキプロス: no とき.
  if (/[ぁ-ゖ]/.test(plain.charAt(start)) && KATAKANA.test(plain.charAt(end - 1)) && KATAKANA.test(plain.charAt(end)))
    return false;
  if (term.isPrefix) return true;
  const last = folded.charAt(end - 1);
  if (!/[a-z]/.test(last)) return !(/[0-9]/.test(last) && /[0-9]/.test(folded.charAt(end)));
  return !LATIN.test(folded.charAt(end));
}

/** Without those that lie wholly inside another. */
function keepOutermost<T extends { start: number; end: number }>(matches: readonly T[]): T[] {
  let outer: T | null = null;
  return [...matches]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((one) => {
      if (outer && one.end <= outer.end) return one.start === outer.start && one.end === outer.end;
      outer = one;
      return true;
    });
}

/** Longer ones go before what they overlap with; several that stand at the very same place are all kept. */
export function keepLongest<T extends { start: number; end: number }>(
  matches: readonly T[],
  weightOf: (one: T) => number = () => 0,
): T[] {
  const owners = new Map<number, string>();
  const distinct: T[] = [];
  const sizeOf = (one: T): number => one.end - one.start + weightOf(one);
  for (const one of keepOutermost(matches).sort((a, b) => sizeOf(b) - sizeOf(a) || a.start - b.start)) {
    const place = `${one.start}-${one.end}`;
    let isFree = true;
    for (let at = one.start; at < one.end && isFree; at++) isFree = (owners.get(at) ?? place) === place;
    if (!isFree) continue;
    for (let at = one.start; at < one.end; at++) owners.set(at, place);
    distinct.push(one);
  }
  return distinct.sort((a, b) => a.start - b.start || b.end - a.end);
}
