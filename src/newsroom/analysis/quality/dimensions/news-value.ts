/**
 * News value, 20 points. A launch: how many different hooks the prose has, each in a sentence of its own. Other news: how many of
 * the facts that readers look for in news of its kind. Rules see that they are there, not that they are true or new.
 */
import { type Article, findMatches, findRangeAt, type Range } from '../article.ts';
import { type Essential, GENRE_RULES } from '../genre.ts';
import { matchPlaces } from '../matching.ts';
import { HOOK_KEYS, type HookKey } from '../types.ts';
import type { Wording } from '../wording/wording.ts';
import { collectRanges, type Rating } from './rating.ts';

const MAX = 20;
const POINTS = [0, 6, 11, 15, 18, 20];
/** More places than there are hooks change nothing. */
const PLACES_MAX = HOOK_KEYS.length;

export interface Hook extends Range {
  key: HookKey;
}

export function rateNewsValue(article: Article, wording: Wording): Rating & { hooks: Hook[]; absent: HookKey[] } {
  const rules = GENRE_RULES[article.genre];
  const hooks = findHooks(article);
  const absent = rules.hooks.filter((key) => !hooks.some((hook) => hook.key === key));
  const byHooks = scoreHooks(hooks.length);
  const facts = rules.essentials.map((key) => ({ key, range: findEssential(article, key) }));
  const lacking = facts.filter(({ range }) => range === undefined).map(({ key }) => key);
  const byFacts = facts.length === 0 ? 0 : (MAX * (facts.length - lacking.length)) / facts.length;
  const isByFacts = facts.length > 0 && byFacts >= byHooks;
  const raw = isByFacts ? byFacts : byHooks;
  const gain = isByFacts ? Math.min(MAX - raw, MAX / facts.length) : scoreHooks(hooks.length + 1) - raw;
  return {
    raw,
    parts: [{ key: isByFacts ? 'facts' : 'hooks', points: raw, max: MAX }],
    evidence: isByFacts ? collectRanges(...facts.map(({ range }) => range)) : hooks,
    fix: gain > 0 ? writeFix(wording, lacking, absent) : null,
    gain,
    hooks,
    absent,
  };
}

function writeFix(wording: Wording, lacking: readonly Essential[], absent: readonly HookKey[]): string {
  if (lacking.length > 0) return wording.fixes.checkFacts(wording.joinList(lacking.map((key) => wording.facts[key])));
  return wording.fixes.hooks(wording.joinList(absent.map((key) => wording.hooks[key])));
}

/** In the prose; what is quoted counts too. */
function findEssential(article: Article, key: Essential): Range | undefined {
  const matches = findMatches(article, [article.lexicon.genres.essentials[key]], article.body);
  return matches.find(({ start }) => findRangeAt(article.prose, start));
}

function findHooks(article: Article): Hook[] {
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
  return HOOK_KEYS.flatMap((key) => {
    const range = firsts.get(key)?.get(placement.get(key) ?? -1);
    return range ? [{ key, ...range }] : [];
  });
}

const scoreHooks = (count: number): number => POINTS[Math.min(count, POINTS.length - 1)] ?? 0;
