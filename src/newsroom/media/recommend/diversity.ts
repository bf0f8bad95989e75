/** Puts the best media in an order in which neighbours differ: maximal marginal relevance (newsroom.md §6.7). */
import type { RankedMedium } from '../recommend-types.ts';

/** Only so many from the top change places, however many are asked for: the ranking stays one and the same. */
const POOL = 200;
const LAMBDA = 0.7;
const PUBLISHER_PLACES = 20;
const PUBLISHER_MAX = 3;

/** Marks those that move. */
export function diversify(ranking: readonly RankedMedium[]): RankedMedium[] {
  const left = ranking.slice(0, POOL).map((item) => ({ item, topics: new Set(item.medium.topics), nearest: 0 }));
  const media: RankedMedium[] = [];
  const publishers = new Map<string, number>();
  const isAllowed = ({ item: { medium } }: (typeof left)[number]): boolean =>
    media.length >= PUBLISHER_PLACES || (publishers.get(medium.publisher ?? '') ?? 0) < PUBLISHER_MAX;
  while (left.length > 0) {
    const at = findBest(left, isAllowed);
    const [next] = left.splice(at, 1);
    if (!next) break;
    media.push(next.item);
    const { publisher } = next.item.medium;
    if (publisher !== null) publishers.set(publisher, (publishers.get(publisher) ?? 0) + 1);
    for (const one of left) one.nearest = Math.max(one.nearest, compare(one, next));
  }
  for (const [place, one] of media.entries()) one.isMoved = one !== ranking[place];
  return [...media, ...ranking.slice(POOL)];
}

/** The first of the best ones that are allowed; of all when none is. */
function findBest<C extends { item: RankedMedium; nearest: number }>(
  left: readonly C[],
  isAllowed: (one: C) => boolean,
): number {
  let best = -1;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < left.length; at++) {
    const one = left[at];
    const value = one ? LAMBDA * one.item.score - (1 - LAMBDA) * one.nearest : bestValue;
    if (!one || value <= bestValue || !isAllowed(one)) continue;
    best = at;
    bestValue = value;
  }
  return best >= 0 ? best : 0;
}

interface ComparedMedium {
  item: RankedMedium;
  topics: ReadonlySet<string>;
}

function compare(one: ComparedMedium, other: ComparedMedium): number {
  const [first, second] = [one.item.medium, other.item.medium];
  let alike = 0;
  if (first.publisher !== null && first.publisher === second.publisher) alike += 0.4;
  if (first.type === second.type) alike += 0.2;
  if (first.prefecture !== null && first.prefecture === second.prefecture) alike += 0.2;
  return one.topics.size === 0 || other.topics.size === 0 ? alike : alike + 0.2 * jaccard(one.topics, other.topics);
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const topic of one) if (other.has(topic)) common++;
  return common / (one.size + other.size - common);
}
