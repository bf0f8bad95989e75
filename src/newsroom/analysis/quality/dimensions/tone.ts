/** Tone, 10 points: short sentences, no hype, no exclamation marks. */
import { type Article, findMatches } from '../article.ts';
import { EXCLAMATION } from '../patterns.ts';
import type { Wording } from '../wording/wording.ts';
import { fall, type Part, type Rating, rateParts } from './rating.ts';

const EXCLAMATIONS_MAX = 3;

export function rateTone(article: Article, wording: Wording): Rating {
  const { lexicon, prose, bodySize, folded } = article;
  const { mean } = lexicon.sizes.sentence;
  const whole = { start: 0, end: folded.plain.length };
  const hype = findMatches(article, [lexicon.hype], whole);
  const exclamations = findMatches(article, EXCLAMATION, whole);
  const fix = wording.fixes.tone(mean);
  const rate = bodySize === 0 ? 0 : (hype.length * lexicon.sizes.per) / Math.max(bodySize, lexicon.sizes.per);
  const size = measureMean(article);
  const parts: Part[] = [
    { key: 'sentences', points: prose.length === 0 ? 0 : 4 * fall(size, mean, 2 * mean), max: 4, fix },
    { key: 'hype', points: 4 * Math.max(0, 1 - rate), max: 4, fix },
    { key: 'exclamation', points: 2 * Math.max(0, 1 - exclamations.length / EXCLAMATIONS_MAX), max: 2, fix },
  ];
  const rating = rateParts(parts, [...hype, ...exclamations]);
  return { ...rating, gain: 10 - rating.raw };
}

/** The mean size of a prose sentence; 0 without any. */
export function measureMean({ prose }: Article): number {
  const ends = prose.reduce((sum, sentence) => sum + sentence.ends, 0);
  return ends === 0 ? 0 : prose.reduce((sum, { size }) => sum + size, 0) / ends;
}
