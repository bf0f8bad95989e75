/**
 * Evidence, 15 points: figures and, as far as news of its kind needs them, a source, a link, a price or full date; less for vague
 * words and hype without figures.
 */
import { type Article, findMatches, findRangeAt, readRange } from '../article.ts';
import { GENRE_RULES } from '../genre.ts';
import { FULL_DATE, LINKS, PRICE } from '../patterns.ts';
import type { Wording } from '../wording/wording.ts';
import { collectRanges, findFirst, type Part, type Rating, rateParts } from './rating.ts';

const MAX = 15;
const FIGURE_POINTS = 2;
const FIGURES_MAX = 8;
const VAGUE_COST = 1.5;

export function rateEvidence(article: Article, wording: Wording): Rating {
  const { lexicon, bodySize, figures, prose } = article;
  const density = bodySize === 0 ? 0 : (figures.length * lexicon.sizes.per) / bodySize;
  const source = findMatches(article, [lexicon.sources], article.body).find(({ start }) => findRangeAt(prose, start));
  const link = findFirst(article, LINKS);
  const date = findFirst(article, FULL_DATE, PRICE);
  const vague = findMatches(article, [lexicon.vague, lexicon.hype], article.body);
  const askFor = (key: Part['key']): string => wording.fixes.evidence(wording.parts[key]);
  const { evidence: needed } = GENRE_RULES[article.genre];
  // No price is asked of an apology.
  const dateKey = article.genre === 'launch' || article.genre === 'event' ? 'date' : 'full_date';
  const others: Part[] = [
    { key: 'source', points: source ? 3 : 0, max: 3, fix: askFor('source') },
    { key: 'link', points: link ? 2 : 0, max: 2, fix: askFor('link') },
    { key: dateKey, points: date ? 2 : 0, max: 2, fix: askFor(dateKey) },
  ];
  const applying = others.filter(
    ({ key, points }) => points > 0 || needed.some((one) => one === key.replace('full_', '')),
  );
  const parts: Part[] = [
    {
      key: 'figures',
      points: Math.min(FIGURES_MAX, FIGURE_POINTS * density),
      max: FIGURES_MAX,
      fix: askFor('figures'),
    },
    ...applying,
  ];
  const rating = scaleRating(rateParts(parts, [...figures, ...collectRanges(source, link, date), ...vague]), parts);
  const cost = Math.min(rating.raw, VAGUE_COST * Math.max(0, vague.length - figures.length / 2));
  const raw = rating.raw - cost;
  const word = vague[0];
  if (cost === 0 || word === undefined) return rating;
  // One word less, or one figure more, takes this much away from the cost.
  const gain = Math.max(Math.min(cost, VAGUE_COST), Math.min(rating.gain, FIGURE_POINTS));
  return { ...rating, raw, fix: wording.fixes.evidenceFor(readRange(article, word)), gain };
}

/** Evidence that news of this genre does without costs no points. */
function scaleRating(rating: Rating, parts: readonly Part[]): Rating {
  const scale = MAX / parts.reduce((sum, { max }) => sum + max, 0);
  return { ...rating, raw: rating.raw * scale, gain: rating.gain * scale };
}
