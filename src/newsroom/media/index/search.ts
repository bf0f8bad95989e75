/** Searches of the media database in memory. */
import type { LexicalIndex } from '../recommend/lexical-index.ts';
import {
  FACETS,
  type Facet,
  type Facets,
  type FoundMedia,
  type IndexedMedium,
  type MediaQuery,
} from './media-index-types.ts';

/** Values of a facet that are told. */
const VALUES_MAX = 200;

/** All media, in the order of their names; made anew when one has changed. */
export interface ArrangedMedia {
  places: readonly MediaPlace[];
  /** Values of facets, by their numbers. */
  values: readonly { facet: Facet; value: string }[];
}

interface MediaPlace {
  medium: IndexedMedium;
  /** Numbers of what facets count of it. */
  values: readonly number[];
}

interface Match extends MediaPlace {
  score: number;
}

/** By how a name is read where that is known, as a dictionary has it. */
export function arrangeMedia(media: ReadonlyMap<number, IndexedMedium>): ArrangedMedia {
  const { compare } = new Intl.Collator('ja', { numeric: true });
  const named = [...media.values()].map((medium) => ({ medium, name: medium.nameKana ?? medium.name }));
  named.sort((one, other) => compare(one.name, other.name) || one.medium.id - other.medium.id);
  const values: { facet: Facet; value: string }[] = [];
  const numbers = new Map<string, number>();
  const readNumber = (facet: Facet, value: string): number => {
    const key = `${facet} ${value}`;
    const number = numbers.get(key) ?? values.push({ facet, value }) - 1;
    numbers.set(key, number);
    return number;
  };
  const places = named.map(({ medium }) => ({
    medium,
    values: FACETS.flatMap((facet) => VALUES[facet](medium).map((value) => readNumber(facet, value))),
  }));
  return { places, values };
}

export function searchMedia(arranged: ArrangedMedia, index: LexicalIndex, query: MediaQuery): FoundMedia {
  const scores = query.text.trim() === '' ? null : index.findAll(query.text);
  const matches = listMatches(arranged, scores, query);
  // Those that are equal stay in the order of their names.
  const compare = ORDERS[query.sort];
  if (compare !== null) matches.sort(compare);
  const start = (query.page - 1) * query.perPage;
  return {
    ids: matches.slice(start, start + query.perPage).map(({ medium }) => medium.id),
    total: matches.length,
    facets: countFacets(arranged, matches),
  };
}

function listMatches(
  { places }: ArrangedMedia,
  scores: ReadonlyMap<number, number> | null,
  query: MediaQuery,
): Match[] {
  const { industry, prefecture, type, delivery } = query;
  const isFiltered = [industry, prefecture, type, delivery].some((wanted) => wanted !== undefined);
  const matches: Match[] = [];
  for (const { medium, values } of places) {
    const score = scores === null ? 0 : scores.get(medium.id);
    if (score !== undefined && (!isFiltered || fits(medium, query))) matches.push({ medium, values, score });
  }
  return matches;
}

function fits(medium: IndexedMedium, { industry, prefecture, type, delivery }: MediaQuery): boolean {
  return (
    (industry === undefined || medium.industries.includes(industry)) &&
    (prefecture === undefined || medium.prefecture === prefecture) &&
    (type === undefined || medium.type === type) &&
    (delivery === undefined || medium.delivery.some((one) => one === delivery))
  );
}

/** Unknown values come last in either order. */
const compareKnown = (one: number | null, other: number | null, sign: 1 | -1): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return sign * (one - other);
};

const ORDERS: Readonly<Record<MediaQuery['sort'], ((one: Match, other: Match) => number) | null>> = {
  relevance: (one, other) => other.score - one.score,
  name: null,
  reach: (one, other) => compareKnown(one.medium.reach, other.medium.reach, 1),
  '-reach': (one, other) => compareKnown(one.medium.reach, other.medium.reach, -1),
  verified_at: (one, other) => compareKnown(one.medium.verifiedAt, other.medium.verifiedAt, 1),
};

const VALUES: Readonly<Record<Facet, (medium: IndexedMedium) => readonly string[]>> = {
  type: ({ type }) => [type],
  prefecture: ({ prefecture }) => (prefecture === null ? [] : [prefecture]),
  industry: ({ industries }) => industries,
  delivery: ({ delivery }) => delivery,
};

function countFacets({ values }: ArrangedMedia, matches: readonly Match[]): Facets {
  const counts = new Uint32Array(values.length);
  for (const match of matches) {
    for (const number of match.values) counts[number] = (counts[number] ?? 0) + 1;
  }
  const counted = values.map((value, number) => ({ ...value, count: counts[number] ?? 0 }));
  const facets: Facets = { type: {}, prefecture: {}, industry: {}, delivery: {} };
  for (const facet of FACETS) {
    const own = counted.filter((value) => value.facet === facet && value.count > 0);
    own.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    facets[facet] = Object.fromEntries(own.slice(0, VALUES_MAX).map(({ value, count }) => [value, count]));
  }
  return facets;
}
