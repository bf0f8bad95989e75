/** Headline, 15 points: length, news verb, number or novelty, a name, nothing shouted. */
import { countCodePoints } from '../../../../text/code-points.ts';
import { type Article, findMatches, type Range, readRange } from '../article.ts';
import { IMAGES, LINKS } from '../patterns.ts';
import type { Wording } from '../wording/wording.ts';
import { collectRanges, type Part, type Rating, rateParts } from './rating.ts';

const MAX = 15;
const HYPE_COST = 3;
const SHOUTED = /[!！★☆♪]/;
const BRACKETS = /[(（[【《<]/g;
const NUMBER = [{ pattern: /\d[\d,.]*/g, cased: true }];

export function rateHeadline(article: Article, wording: Wording): Rating {
  const { title, lexicon } = article;
  const { least, most } = lexicon.sizes.headline;
  if (title === null) {
    const fix = wording.fixes.noHeadline(least, most);
    return { raw: 0, parts: [{ key: 'length', points: 0, max: 6 }], evidence: [], fix, gain: MAX };
  }
  const within = (matchers: Parameters<typeof findMatches>[1]): Range[] => findMatches(article, matchers, title);
  const isText = within([...LINKS, ...IMAGES]).length === 0;
  const verb = within([lexicon.newsVerbs, lexicon.genres.marks[article.genre]])[0];
  const novelty = within(NUMBER)[0] ?? within(lexicon.hooks.novelty)[0];
  // News that isn't about something new needs neither a number nor novelty in its headline.
  const needsNovelty = article.genre === 'launch' || article.genre === 'funding' || article.genre === 'survey';
  const name = within([lexicon.names])[0];
  const hype = within([lexicon.hype]);
  const text = readRange(article, title);
  const isPlain = isText && hype.length === 0 && !SHOUTED.test(text) && (text.match(BRACKETS)?.length ?? 0) <= 1;
  const addFix = (key: 'verb' | 'novelty' | 'name'): string => wording.fixes.addToHeadline(wording.parts[key]);
  const parts: Part[] = [
    rateLength(article, countCodePoints(text), wording),
    { key: 'verb', points: verb ? 3 : 0, max: 3, fix: addFix('verb') },
    { key: 'novelty', points: novelty || !needsNovelty ? 3 : 0, max: 3, fix: addFix('novelty') },
    { key: 'name', points: name ? 2 : 0, max: 2, fix: addFix('name') },
    { key: 'plain', points: isPlain ? 1 : 0, max: 1, fix: wording.fixes.plainHeadline() },
  ];
  const rating = rateParts(parts, [...collectRanges(verb, novelty, name), ...hype]);
  const cost = Math.min(rating.raw, HYPE_COST * hype.length);
  return cost > rating.gain
    ? { ...rating, raw: rating.raw - cost, fix: wording.fixes.plainHeadline(), gain: cost }
    : { ...rating, raw: rating.raw - cost };
}

function rateLength(article: Article, size: number, wording: Wording): Part {
  const { least, most, longest } = article.lexicon.sizes.headline;
  const isNear = size <= longest && size >= least / 2;
  const points = size >= least && size <= most ? 6 : isNear ? 3 : 0;
  const fix = size < least ? wording.fixes.shortHeadline(least, size) : wording.fixes.longHeadline(most, size);
  return { key: 'length', points, max: 6, fix };
}
