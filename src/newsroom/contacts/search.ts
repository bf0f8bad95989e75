/** Searches of the media database in memory. */
import type { LexicalIndex } from '../recommend/lexical-index.ts';
import { type DeskMedium, FACETS, type Facet, type Facets, type FoundMedia, type MediaQuery } from './desk-types.ts';

/** Values of a facet that are told. */
const VALUES_MAX = 200;

export interface SearchedMedia {
  media: ReadonlyMap<number, DeskMedium>;
  index: LexicalIndex;
  /** Place of each in the order of names. */
  places: ReadonlyMap<number, number>;
}

export function searchMedia({ media, index, places }: SearchedMedia, query: MediaQuery): FoundMedia {
  const scores = query.text.trim() === '' ? null : index.findAll(query.text);
  const candidates = scores === null ? [...media.values()] : [...scores.keys()].flatMap((id) => media.get(id) ?? []);
  const matches = candidates.filter((medium) => fits(medium, query));
  const compare = ORDERS[query.sort];
  const place = ({ id }: DeskMedium): number => places.get(id) ?? 0;
  const score = ({ id }: DeskMedium): number => scores?.get(id) ?? 0;
  matches.sort((one, other) => compare(one, other, score) || place(one) - place(other));
  const start = (query.page - 1) * query.perPage;
  return {
    ids: matches.slice(start, start + query.perPage).map(({ id }) => id),
    total: matches.length,
    facets: countFacets(matches),
  };
}

function fits(medium: DeskMedium, { industry, prefecture, type, delivery }: MediaQuery): boolean {
  return (
    (industry === undefined || medium.industries.includes(industry)) &&
    (prefecture === undefined || medium.prefecture === prefecture) &&
    (type === undefined || medium.type === type) &&
    (delivery === undefined || medium.delivery.some((one) => one === delivery))
  );
}

type Compare = (one: DeskMedium, other: DeskMedium, score: (medium: DeskMedium) => number) => number;

/** What nobody knows comes last, either way. */
const compareKnown = (one: number | null, other: number | null, sign: 1 | -1): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return sign * (one - other);
};

const ORDERS: Readonly<Record<MediaQuery['sort'], Compare>> = {
  relevance: (one, other, score) => score(other) - score(one),
  name: () => 0,
  reach: (one, other) => compareKnown(one.reach, other.reach, 1),
  '-reach': (one, other) => compareKnown(one.reach, other.reach, -1),
  verified_at: (one, other) => compareKnown(one.verifiedAt, other.verifiedAt, 1),
};

const VALUES: Readonly<Record<Facet, (medium: DeskMedium) => readonly string[]>> = {
  type: ({ type }) => [type],
  prefecture: ({ prefecture }) => (prefecture === null ? [] : [prefecture]),
  industry: ({ industries }) => industries,
  delivery: ({ delivery }) => delivery,
};

function countFacets(media: readonly DeskMedium[]): Facets {
  const facets: Facets = { type: {}, prefecture: {}, industry: {}, delivery: {} };
  for (const facet of FACETS) {
    const counts = new Map<string, number>();
    for (const medium of media) {
      for (const value of VALUES[facet](medium)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    facets[facet] = Object.fromEntries(sorted.slice(0, VALUES_MAX));
  }
  return facets;
}
