/** A text as a search for fixes: its terms, what each tells apart, and known words for those that nobody knows. */

import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import * as store from '../reads.ts';
import { listTerms } from './terms.ts';

export interface Query {
  /** What each term tells apart; a term of nobody has the share of a word that may be a name. */
  worth: ReadonlyMap<string, number>;
  /** The terms to look for, those that tell most apart first. */
  wanted: store.WantedTerm[];
  /** What a term of one fix alone is worth. */
  most: number;
}

/** Terms that are looked for in the database; the others count when fixes are compared closely. */
const WANTED_MAX = 32;
/** A text with more known terms than this is found by them. */
const KNOWN_ENOUGH = 8;
const CORRECTED_MAX = 4;
const LIKE_MAX = 8;
/** A word in another spelling is less sure. */
const CORRECTED_SHARE = 0.6;
/** Two characters side by side come in all sorts of words, and a word has several such pairs. */
const PAIR_SHARE = 0.4;
/** Katakana words are long: they count whole, and by their pairs only a little. */
const KATAKANA_SHARE = 0.12;
/** A word that no fix has, beside one that only one has: many of them tell of something else. */
const UNKNOWN_SHARE = 0.35;

const isWord = (term: string): boolean => /^[a-z]{5,30}$/.test(term);

function chooseShare(term: string): number {
  if (!/^[^\p{ASCII}]{2}$/u.test(term)) return 1;
  return /^[\p{Script=Katakana}ー]+$/u.test(term) ? KATAKANA_SHARE : PAIR_SHARE;
}

export async function buildQuery(db: Kysely<Tables>, text: string, trigrams: store.TrigramSupport): Promise<Query> {
  const terms = listTerms(text);
  const counts = await store.countTerms(db, [store.EVERY_FIX, ...terms]);
  const total = counts.get(store.EVERY_FIX) ?? 0;
  const unknown = terms.filter((term) => !counts.has(term) && isWord(term));
  const doubtful = counts.size > KNOWN_ENOUGH ? [] : unknown.slice(0, CORRECTED_MAX);
  const others = await Promise.all(doubtful.map((word) => findKnownSpelling(db, trigrams, word)));
  const more = await store.countTerms(
    db,
    others.filter((term) => term !== null && !counts.has(term)).filter((term) => term !== null),
  );
  const worth = new Map<string, number>();
  const rarity = (fixes: number): number => Math.log(1 + (total - fixes + 0.5) / (fixes + 0.5));
  const most = rarity(1);
  for (const term of terms) {
    const fixes = counts.get(term);
    const share = chooseShare(term);
    worth.set(term, share * (fixes === undefined ? most * UNKNOWN_SHARE : rarity(fixes)));
  }
  for (const [at, term] of others.entries()) {
    const fixes = term === null ? undefined : more.get(term);
    if (term === null || fixes === undefined) continue;
    worth.delete(doubtful[at] ?? '');
    worth.set(term, rarity(fixes) * CORRECTED_SHARE);
  }
  const weightedTerms = [...worth]
    .filter(([term]) => counts.has(term) || more.has(term))
    .map(([term, value]) => ({ term, worth: value }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, WANTED_MAX);
  return { worth, wanted: weightedTerms, most };
}

/** The known word that is one letter away, of a long one two; null for none. */
async function findKnownSpelling(
  db: Kysely<Tables>,
  trigrams: store.TrigramSupport,
  word: string,
): Promise<string | null> {
  const like = await store.listWordsLike(db, trigrams, word, LIKE_MAX);
  const most = word.length < 8 ? 1 : 2;
  const near = like
    .map((term) => ({ term, distance: computeDistance(word, term, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.term ?? null;
}

/** Letters to change, add, leave out or swap; `most` + 1 for anything beyond. */
function computeDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      const changed = (last[j - 1] ?? 0) + (same ? 0 : 1);
      let least = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last.at(-1) ?? most + 1;
}
