/** Extracts the features of a message: words and characters with their neighbors, lexicon matches and entities. */
import { type Facts, isImage, isSound } from '../reading/facts.ts';
import type { Reading } from '../reading/message.ts';
import { DATA, type Span } from '../reading/spans.ts';
import type { RankedTool } from '../scoring/ranking.ts';
import { findBucket, hashKey, hashText, mixHashes } from './hash.ts';

/** One unit of a message: a Latin word, another character, a number, or something that is lifted out by its kind. */
interface Unit {
  text: string;
  hash: number;
  start: number;
  end: number;
}

/** A feature and the part of the message that it comes from. */
export interface Gram {
  start: number;
  end: number;
  bucket: number;
}

export interface Grams {
  units: readonly Unit[];
  /** In order of their starts. */
  grams: readonly Gram[];
}

const GRAMS_MAX = 20_000;
const LONGEST = 4;
const PIECE = 4;

/** A route rests on what kind of name stands there, not on which. */
const kinds: Readonly<Record<string, string>> = { currency: '¤', coin: '₿', language: '℥', region: '⌖', state: '⌖' };

/** Kinds of features. */
const KIND = {
  words: hashText('words'),
  pieces: hashText('pieces'),
  known: hashText('known'),
  first: hashText('first'),
  last: hashText('last'),
  fact: hashText('fact'),
  rank: hashText('rank'),
  best: hashText('best'),
  none: hashText('none'),
  any: hashText('any'),
  denied: hashText('denied'),
} as const;

export function buildGrams(reading: Reading): Grams {
  const units = listUnits(reading);
  const grams: Gram[] = [];
  units.forEach(({ text, start, end }, at) => {
    let hash = KIND.words;
    for (let length = 1; length <= LONGEST && at + length <= units.length; length++) {
      const last = units[at + length - 1];
      if (!last || (length > 1 && last.start - (units[at + length - 2]?.end ?? 0) > 2)) break;
      hash = mixHashes(hash, last.hash);
      grams.push({ start, end: last.end, bucket: findBucket(hash) });
    }
    // Pieces of a word stand for its other forms and for how it may be mistyped.
    if (/^[a-z]{5}/.test(text))
      for (let from = 0; from + PIECE <= text.length; from++)
        grams.push({
          start,
          end,
          bucket: findBucket(mixHashes(KIND.pieces, hashText(text.slice(from, from + PIECE)))),
        });
  });
  for (const { key, start, end } of reading.hits)
    grams.push({ start, end, bucket: findBucket(mixHashes(KIND.known, hashKey(key))) });
  return { units, grams: grams.sort((a, b) => a.start - b.start).slice(0, GRAMS_MAX) };
}

/** Calls `add` with the bucket of each feature of a part of a message. */
export function eachFeature(
  { units, grams }: Grams,
  start: number,
  end: number,
  facts: Facts,
  ranked: readonly RankedTool[],
  add: (bucket: number) => void,
): void {
  for (const gram of grams) {
    if (gram.start >= end) break;
    if (gram.start >= start && gram.end <= end) add(gram.bucket);
  }
  const first = units.findIndex((unit) => unit.start >= start);
  const last = units.findLastIndex((unit) => unit.end <= end);
  const own = (at: number): number => (at < first || at > last ? 0 : (units[at]?.hash ?? 0));
  add(findBucket(mixHashes(KIND.first, own(first))));
  add(findBucket(mixHashes(mixHashes(KIND.first, own(first)), own(first + 1))));
  let hash = KIND.last;
  for (let back = 0; back < 3; back++) {
    hash = mixHashes(hash, own(last - back));
    add(findBucket(hash));
  }
  for (const name of nameFacts(facts)) add(findBucket(mixHashes(KIND.fact, hashText(name))));
  addRanks(ranked, add);
  add(findBucket(KIND.any));
}

const STEPS = [0.3, 0.48, 0.7, 1, 1.5, 2];
const MARGINS = [0.15, 0.4, 0.8];

/** Adds the ranks that the lexicons give, in steps. */
function addRanks(ranked: readonly RankedTool[], add: (bucket: number) => void): void {
  for (const { tool, score } of ranked)
    STEPS.forEach((step, at) => {
      if (score >= step) add(findBucket(mixHashes(mixHashes(KIND.rank, hashText(tool)), at)));
    });
  const [first, second] = ranked;
  if (!first || first.score < 0.3) {
    add(findBucket(KIND.none));
    return;
  }
  const best = mixHashes(KIND.best, hashText(first.tool));
  add(findBucket(best));
  MARGINS.forEach((step, at) => {
    if (first.score - (second?.score ?? 0) >= step) add(findBucket(mixHashes(best, at + 1)));
  });
}

function nameFacts(facts: Facts): string[] {
  const codes = new Set(facts.currencies.map(({ code }) => code)).size;
  return [
    ...(facts.hasText ? ['hasText'] : []),
    // The weights know it by this word.
    ...(facts.hasJourney ? ['hasWay'] : []),
    ...(['selector', 'hasList'] as const).filter((name) => facts[name]),
    ...(['pages', 'images', 'sounds', 'coins'] as const).flatMap((name) =>
      facts[name].length === 0 ? [] : [name, ...(facts[name].length > 1 ? [`${name} 2`] : [])],
    ),
    ...(codes > 0 ? [`codes ${Math.min(codes, 3)}`] : []),
    ...(facts.currencies.some(({ amount }) => amount !== null) ? ['amount'] : []),
  ];
}

const UNIT = /[a-z]+(?:['’-][a-z]+)*|\d+(?:[.,:]\d+)*|[^\s\ufffc]/gu;

const createUnit = (text: string, start: number, end: number): Unit => ({ text, hash: hashText(text), start, end });

/** Names by their kinds, data by its kind, all numbers alike. */
function listUnits(reading: Reading): Unit[] {
  const { command, names, hits, spans, pasted, denials } = reading;
  const lifted: Unit[] = [
    ...names.map(({ start, end, key }) => createUnit(kinds[key.kind] ?? '', start, end)),
    ...hits
      .filter(({ key, start, end }) => key.kind === 'region' && end - start > 1)
      .map(({ start, end }) => createUnit('⌖', start, end)),
    ...spans.map((span) => createUnit(nameSpan(span), span.start, span.end)),
    ...(pasted ? [createUnit('‹pasted›', pasted.start, pasted.end)] : []),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const units: Unit[] = [];
  let at = 0;
  const plain = (to: number): void => {
    for (const match of command.slice(at, to).matchAll(UNIT)) {
      const text = /^\d/.test(match[0]) ? '#' : match[0];
      if (text !== DATA) units.push(createUnit(text, at + match.index, at + match.index + match[0].length));
    }
  };
  for (const one of lifted) {
    if (one.start < at) continue;
    plain(one.start);
    units.push(one);
    at = one.end;
  }
  plain(command.length);
  const isDenied = ({ start, end }: Unit): boolean => denials.some((one) => start >= one.start && end <= one.end);
  return units.map((one) => (isDenied(one) ? { ...one, hash: mixHashes(KIND.denied, one.hash) } : one));
}

function nameSpan(span: Span): string {
  if (span.kind !== 'url') return `‹${span.kind}›`;
  if (isImage(span)) return '‹image›';
  return isSound(span) ? '‹sound›' : '‹page›';
}
