/** News value, 20 points: how many different hooks the prose has, each in a sentence of its own. */
import { type Article, findMatches, findRangeAt, type Range } from '../article.ts';
import { matchPlaces } from '../matching.ts';
import { HOOK_KEYS, type HookKey } from '../types.ts';
import type { Wording } from '../wording/wording.ts';
import type { Rating } from './rating.ts';

const POINTS = [0, 6, 11, 15, 18, 20];
/** More places than there are hooks change nothing. */
const PLACES_MAX = HOOK_KEYS.length;

export interface Hook extends Range {
  key: HookKey;
}

export function rateNewsValue(article: Article, wording: Wording): Rating & { hooks: Hook[]; absent: HookKey[] } {
  const { prose, lexicon } = article;
  const firsts = new Map<HookKey, Map<number, Range>>();
  for (const key of HOOK_KEYS) {
    const first = new Map<number, Range>();
    for (const range of findMatches(article, lexicon.hooks[key], article.body)) {
      const sentence = findRangeAt(prose, range.start);
      if (sentence && first.size < PLACES_MAX && !first.has(sentence.start)) first.set(sentence.start, range);
    }
    firsts.set(key, first);
  }
  const places = new Map(HOOK_KEYS.map((key) => [key, [...(firsts.get(key)?.keys() ?? [])]]));
  const placement = matchPlaces(places, 1);
  const hooks = HOOK_KEYS.flatMap((key) => {
    const range = firsts.get(key)?.get(placement.get(key) ?? -1);
    return range ? [{ key, ...range }] : [];
  });
  const absent = HOOK_KEYS.filter((key) => !placement.has(key));
  const raw = scoreHooks(hooks.length);
  const gain = scoreHooks(hooks.length + 1) - raw;
  return {
    raw,
    parts: [{ key: 'hooks', points: raw, max: 20 }],
    evidence: hooks,
    fix: gain > 0 ? wording.fixes.hooks(wording.joinList(absent.map((key) => wording.hooks[key]))) : null,
    gain,
    hooks,
    absent,
  };
}

const scoreHooks = (count: number): number => POINTS[Math.min(count, POINTS.length - 1)] ?? 0;
