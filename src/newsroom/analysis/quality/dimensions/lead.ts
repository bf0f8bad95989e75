/** Lead, 15 points: who, what, when, where, why and how in the first sentences, at most three of one sentence. */
import { type Article, findMatches, findRangeAt, type Range } from '../article.ts';
import { matchPlaces } from '../matching.ts';
import { W_KEYS, type WKey } from '../types.ts';
import type { Wording } from '../wording/wording.ts';
import type { Rating } from './rating.ts';

const POINTS = 2.5;
const PER_SENTENCE = 3;

export function rateLead(article: Article, wording: Wording): Rating & { missing: WKey[] } {
  const { lead, lexicon } = article;
  const first = lead[0];
  const last = lead.at(-1);
  const matches = new Map<WKey, { range: Range; place: number }[]>();
  for (const key of W_KEYS) {
    const ranges = first && last ? findMatches(article, lexicon.fiveW[key], { start: first.start, end: last.end }) : [];
    matches.set(
      key,
      ranges.flatMap((range) => {
        const sentence = findRangeAt(lead, range.start);
        return sentence ? [{ range, place: lead.indexOf(sentence) }] : [];
      }),
    );
  }
  const places = new Map(W_KEYS.map((key) => [key, [...new Set((matches.get(key) ?? []).map(({ place }) => place))]]));
  const placement = matchPlaces(places, PER_SENTENCE);
  const missing = W_KEYS.filter((key) => !placement.has(key));
  const evidence = W_KEYS.flatMap(
    (key) => matches.get(key)?.find(({ place }) => place === placement.get(key))?.range ?? [],
  );
  return {
    raw: POINTS * (W_KEYS.length - missing.length),
    parts: W_KEYS.map((key) => ({ key, points: placement.has(key) ? POINTS : 0, max: POINTS })),
    evidence,
    fix: missing.length > 0 ? wording.fixes.lead(wording.joinList(missing.map((key) => wording.parts[key]))) : null,
    gain: POINTS * missing.length,
    missing,
  };
}
