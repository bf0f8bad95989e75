/** Ranks media for a release (newsroom.md §6). The same data and the same release give the same order. */

import { DAY_MS } from '../../../lib/durations.ts';
import {
  type Caution,
  type Medium,
  type RankedMedium,
  type ReleaseFeatures,
  type ScoreComponents,
  WEIGHTS,
} from '../recommend-types.ts';
import { createMeasure, isLocal, STALE_DAYS } from './components.ts';
import { diversify } from './diversity.ts';
import type { LexicalIndex, TermWeights } from './lexical-index.ts';
import { readQuery } from './media-index.ts';

export interface RankOptions {
  now: number;
  /** Cosine of the release's vector and each medium's that has one, by id; absent: words alone decide. */
  similarities?: ReadonlyMap<number, number>;
  /** False leaves the order to the scores. */
  isDiverse?: boolean;
}

/** Below this much relevance, what speaks for a medium beside it counts only in part; without any, for nothing. */
const RELEVANCE_FULL = 0.2;
/** Of the score of a medium where nobody could read the release, so much is left. */
const UNREADABLE = 0.3;
/** Reciprocal rank fusion: first in both rankings is 1. */
const FUSION = 60;
const HIGH = 0.6;
const MEDIUM = 0.3;
const RECIPIENTS_MANY = 50;

/** All candidates, best first. */
export function rankMedia(
  index: LexicalIndex,
  candidates: readonly Medium[],
  facts: ReleaseFeatures,
  { now, similarities, isDiverse = true }: RankOptions,
): RankedMedium[] {
  const query = prepareQuery(index, facts);
  const scored = sortByScore(scoreMedia(index, query, candidates, createMeasure(facts, now)));
  const fused = similarities ? sortByScore(fuse(scored, similarities)) : scored;
  return isDiverse ? diversify(fused) : fused;
}

/** The terms by which `rankMedia` compares. */
export const prepareQuery = (index: LexicalIndex, facts: ReleaseFeatures): TermWeights =>
  index.prepare(readQuery(facts));

export interface RankFilter {
  /** Only these. */
  ids?: ReadonlySet<number>;
  industry?: string;
  /** Names of regions or, in their full Japanese form, of prefectures. */
  places?: readonly string[];
  mediaType?: string;
  reachMin?: number;
}

/** Those of a ranking that fit, in its order. */
export function filterRanking<R extends { medium: Medium }>(ranking: readonly R[], filter: RankFilter): R[] {
  const { ids, industry, places, mediaType, reachMin } = filter;
  return ranking.filter(
    ({ medium }) =>
      (ids === undefined || ids.has(medium.id)) &&
      (industry === undefined || medium.industries.includes(industry)) &&
      (places === undefined || places.some((place) => medium.region === place || medium.prefecture === place)) &&
      (mediaType === undefined || medium.type === mediaType) &&
      (reachMin === undefined || (medium.reach ?? 0) >= reachMin),
  );
}

/** Warnings about the number and the kind of recipients. */
export function findWarnings(topK: number, items: readonly { score: number }[]): ('many_recipients' | 'low_median')[] {
  const median = items.map(({ score }) => score).sort((one, other) => one - other)[items.length >> 1];
  return [
    ...(topK > RECIPIENTS_MANY ? (['many_recipients'] as const) : []),
    ...(median !== undefined && median < MEDIUM ? (['low_median'] as const) : []),
  ];
}

/** Cosine of `query` with each vector; those of another length, or without any, are left out. */
export function measureSimilarities(
  query: readonly number[],
  vectors: ReadonlyMap<number, Readonly<Float32Array>>,
): Map<number, number> {
  const size = Math.hypot(...query);
  const similarities = new Map<number, number>();
  for (const [id, vector] of vectors) {
    if (vector.length !== query.length) continue;
    let product = 0;
    let square = 0;
    for (const [at, value] of vector.entries()) {
      product += value * (query[at] ?? 0);
      square += value * value;
    }
    if (square > 0 && size > 0) similarities.set(id, product / (Math.sqrt(square) * size));
  }
  return similarities;
}

function scoreMedia(
  index: LexicalIndex,
  query: TermWeights,
  candidates: readonly Medium[],
  measure: ReturnType<typeof createMeasure>,
): RankedMedium[] {
  const lexical = index.score(
    query,
    candidates.map(({ id }) => id),
  );
  let best = 0;
  for (const score of lexical.values()) best = Math.max(best, score);
  return candidates.map((medium) => {
    const share = best > 0 ? (lexical.get(medium.id) ?? 0) / best : 0;
    const components = measure(medium, share);
    return { medium, components, score: sumUp(components), isMoved: false };
  });
}

function sumUp(of: ScoreComponents): number {
  const field = of.lexical > 0 || of.locality === 1 ? of.category : 0.5 * of.category;
  const relevance = WEIGHTS.lexical * of.lexical + WEIGHTS.category * field;
  const support =
    WEIGHTS.locality * of.locality +
    WEIGHTS.history * of.history +
    WEIGHTS.type_fit * of.type_fit +
    WEIGHTS.freshness * of.freshness +
    WEIGHTS.reach * of.reach +
    WEIGHTS.language * of.language;
  const score = relevance + support * Math.min(1, relevance / RELEVANCE_FULL);
  return of.language === 0 ? UNREADABLE * score : score;
}

function sortByScore(ranking: readonly RankedMedium[]): RankedMedium[] {
  return [...ranking].sort((one, other) => other.score - one.score || one.medium.id - other.medium.id);
}

/** A medium without a vector is taken to stand in the other ranking where it stands in this one. */
function fuse(scored: readonly RankedMedium[], similarities: ReadonlyMap<number, number>): RankedMedium[] {
  const near = [...similarities].sort(([one, more], [other, less]) => less - more || one - other);
  const places = new Map(near.map(([id], place) => [id, place + 1]));
  return scored.map(({ medium, components }, place) => {
    const other = places.get(medium.id) ?? place + 1;
    const score = (1 / (FUSION + place + 1) + 1 / (FUSION + other)) * ((FUSION + 1) / 2);
    return {
      medium,
      score,
      components: { ...components, embedding: similarities.get(medium.id) ?? null },
      isMoved: false,
    };
  });
}

export type Fit = 'high' | 'medium' | 'low';

/** Words in common that show a subject in common: with the field or the place in common, and without. */
const WORDS_WITH_FIELD = 2;
const WORDS_ALONE = 4;

/**
 * The best of a bad lot has a high score too: a high fit has the field and words in common, or many words, a medium one a word
 * or the field.
 */
export function findFit(
  score: number,
  matchedTerms: readonly string[],
  { category, locality, language }: Pick<ScoreComponents, 'category' | 'locality' | 'language'>,
): Fit {
  // Nobody there could read it.
  if (language === 0) return 'low';
  const words = matchedTerms.length;
  const isOne = ((category === 1 || locality === 1) && words >= WORDS_WITH_FIELD) || words >= WORDS_ALONE;
  if (score >= HIGH && isOne) return 'high';
  return score >= MEDIUM && (words > 0 || category === 1) ? 'medium' : 'low';
}

/** Cautions about writing to this medium. */
export function findCautions({ medium, components }: RankedMedium, now: number): Caution[] {
  const { profile, topics, recentArticles, verifiedAt } = medium;
  const isEmpty = (profile ?? '').trim() === '' && topics.length === 0 && recentArticles.length === 0;
  const isStale = verifiedAt !== null && now - verifiedAt > STALE_DAYS * DAY_MS;
  const cautions: Caution[] = [];
  if (isEmpty) cautions.push('empty_profile');
  if (isStale) cautions.push('stale_profile');
  if (isLocal(medium) && components.locality === 0) cautions.push('other_locality');
  if (medium.isPersonalAddress) cautions.push('person_address');
  if (!medium.hasConsentBasis) cautions.push('no_consent_basis');
  return cautions;
}
