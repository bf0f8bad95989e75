/** Components of an outlet's score besides its words, each 0–1 (newsroom.md §6.4). */

import { DAY_MS } from '../../../lib/durations.ts';
import type { CategoryKey } from '../../analysis/extraction/lexicon/category.ts';
import type { MediaType, Medium, ReleaseFeatures, ScoreComponents } from '../recommend-types.ts';

const FRESH_DAYS = 90;
export const STALE_DAYS = 720;

/** Categories that readers of one are likely to follow, too; in both directions. */
const NEIGHBOURS: readonly (readonly [CategoryKey, CategoryKey])[] = [
  ['it', 'business'],
  ['it', 'games'],
  ['it', 'manufacturing'],
  ['business', 'finance'],
  ['business', 'manufacturing'],
  ['business', 'realestate'],
  ['food', 'lifestyle'],
  ['food', 'travel'],
  ['food', 'local'],
  ['food', 'health'],
  ['lifestyle', 'fashion'],
  ['lifestyle', 'beauty'],
  ['lifestyle', 'realestate'],
  ['lifestyle', 'travel'],
  ['fashion', 'beauty'],
  ['beauty', 'health'],
  ['health', 'sports'],
  ['travel', 'local'],
  ['travel', 'mobility'],
  ['sports', 'entertainment'],
  ['entertainment', 'games'],
  ['education', 'society'],
  ['society', 'local'],
  ['society', 'environment'],
  ['environment', 'manufacturing'],
  ['environment', 'mobility'],
  ['mobility', 'manufacturing'],
  ['realestate', 'local'],
];

/** Facts that a kind of medium needs of a release. */
const NEEDS: Readonly<Partial<Record<MediaType, (facts: ReleaseFeatures, medium: Medium) => boolean>>> = {
  web: ({ hasImage }) => hasImage,
  magazine: ({ hasImage }) => hasImage,
  tv: ({ hasEvent }) => hasEvent,
  trade: ({ hasFigures }) => hasFigures,
  newspaper: ({ hasEvent, hasFigures }, medium) => hasFigures || (hasEvent && isLocal(medium)),
};

/** Measures media against one release: call it once for each. `lexical` is its share of the best one's. */
export function createMeasure(
  facts: ReleaseFeatures,
  now: number,
): (medium: Medium, lexical: number) => ScoreComponents {
  const near = findNeighbours(facts.categories);
  return (medium, lexical) => ({
    lexical,
    ...measureField(medium, facts, near),
    history: measureHistory(medium),
    type_fit: NEEDS[medium.type]?.(facts, medium) ? 1 : 0.5,
    freshness: measureFreshness(medium, now),
    reach: Math.min(1, Math.log10(1 + Math.max(0, medium.reach ?? 0)) / 7),
    language: measureLanguage(medium, facts),
    embedding: null,
  });
}

/** It serves one place, not the country or a trade. */
export const isLocal = ({ scope }: Medium): boolean => scope !== 'national' && scope !== 'trade';

/** All that happens in its place is the field of a local medium. */
function measureField(
  medium: Medium,
  facts: ReleaseFeatures,
  near: ReadonlySet<string>,
): Pick<ScoreComponents, 'category' | 'locality'> {
  const locality = measureLocality(medium, facts);
  const category = isLocal(medium) && locality === 1 ? 1 : measureCategory(medium, facts, near);
  return { category, locality };
}

function measureCategory({ industries }: Medium, { categories }: ReleaseFeatures, near: ReadonlySet<string>): number {
  if (categories.some((category) => category !== 'other' && industries.includes(category))) return 1;
  return industries.some((industry) => near.has(industry)) ? 0.5 : 0;
}

function findNeighbours(categories: readonly CategoryKey[]): Set<string> {
  return new Set(
    NEIGHBOURS.flatMap(([one, other]) => [
      ...(categories.includes(one) ? [other] : []),
      ...(categories.includes(other) ? [one] : []),
    ]),
  );
}

function measureLocality(medium: Medium, { prefectures, hasPlace }: ReleaseFeatures): number {
  if (!hasPlace && prefectures.length === 0) return 0.5;
  const isNamed = (place: string): boolean =>
    place === medium.prefecture || (isLocal(medium) && medium.topics.includes(place));
  if (prefectures.some(isNamed)) return 1;
  return isLocal(medium) ? 0 : 0.5;
}

function measureHistory({ history: { sent, clicks, replies, placements } }: Medium): number {
  return Math.min(1, (clicks + 3 * replies + 5 * placements + 1) / (sent + 2));
}

function measureFreshness({ verifiedAt }: Medium, now: number): number {
  if (verifiedAt === null) return 0;
  const days = Math.max(0, now - verifiedAt) / DAY_MS;
  return Math.max(0, Math.min(1, (STALE_DAYS - days) / (STALE_DAYS - FRESH_DAYS)));
}

function measureLanguage({ language }: Medium, facts: ReleaseFeatures): number {
  if (language === facts.language) return 1;
  return facts.translations.includes(language) ? 0.5 : 0;
}
