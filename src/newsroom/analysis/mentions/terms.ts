/** Finding many fixed words at once: each place of a text is compared with the words that begin with its character. */
import type { Mention } from './types.ts';

export interface TermHit extends Mention {
  /** As the list has it. */
  readonly term: string;
}

export interface TermIndex {
  /** Every hit in `plain`, longest first at each place, none overlapping. Case counts for nothing in Latin words. */
  find(plain: string): TermHit[];
  /** The longest term that stands at `at`. */
  findAt(plain: string, at: number): TermHit | null;
}

const LETTER = /[A-Za-z0-9]/;

/** Latin terms are matched as whole words, others wherever they stand. */
export function indexTerms(terms: Iterable<string>): TermIndex {
  const byStart = new Map<string, string[]>();
  for (const term of new Set(terms)) {
    const key = term.charAt(0).toLowerCase();
    byStart.set(key, [...(byStart.get(key) ?? []), term]);
  }
  for (const list of byStart.values()) list.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const findAt = (plain: string, at: number): TermHit | null => {
    const candidates = byStart.get(plain.charAt(at).toLowerCase());
    const term = candidates?.find((one) => standsAt(plain, at, one));
    return term === undefined ? null : { start: at, end: at + term.length, term };
  };
  return {
    findAt,
    find: (plain) => {
      const hits: TermHit[] = [];
      for (let at = 0; at < plain.length; at++) {
        const hit = findAt(plain, at);
        if (hit === null) continue;
        hits.push(hit);
        at = hit.end - 1;
      }
      return hits;
    },
  };
}

function standsAt(plain: string, at: number, term: string): boolean {
  const end = at + term.length;
  if (!isLatin(term)) return plain.startsWith(term, at);
  if (plain.slice(at, end).toLowerCase() !== term.toLowerCase()) return false;
  return !LETTER.test(plain.charAt(at - 1)) && !(LETTER.test(term.slice(-1)) && LETTER.test(plain.charAt(end)));
}

const isLatin = (term: string): boolean => /^[\p{Script=Latin}\d]/u.test(term);

/** Every place where `word` stands, none overlapping; a Latin word only as a whole. */
export function findWord(plain: string, word: string): Mention[] {
  const places: Mention[] = [];
  const startsLatin = LETTER.test(word.charAt(0));
  const endsLatin = LETTER.test(word.slice(-1));
  for (let at = plain.indexOf(word); at !== -1 && word !== ''; ) {
    const end = at + word.length;
    const isInside =
      (startsLatin && LETTER.test(plain.charAt(at - 1))) || (endsLatin && LETTER.test(plain.charAt(end)));
    if (!isInside) places.push({ start: at, end });
    at = plain.indexOf(word, isInside ? at + 1 : end);
  }
  return places;
}
