/** What a message is told by: its words and characters with their neighbours, the lexicons' words, and what it holds. */
import type { Facts } from '../facts.ts';
import type { Reading } from '../reading.ts';
import type { Ranked } from '../score.ts';
import { DATA } from '../spans.ts';

/** Buckets that features fall into; a power of two. */
export const BUCKETS = 1 << 16;

/** One unit of a message: a Latin word, another character, a number, or something that is lifted out by its kind. */
interface Unit {
  text: string;
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

export function gramsOf(reading: Reading): Grams {
  const units = unitsOf(reading);
  const grams: Gram[] = [];
  units.forEach(({ text, start, end }, at) => {
    let feature = 'n';
    for (let length = 1; length <= LONGEST && at + length <= units.length; length++) {
      const last = units[at + length - 1];
      if (!last || (length > 1 && last.start - (units[at + length - 2]?.end ?? 0) > 2)) break;
      feature += ` ${last.text}`;
      grams.push({ start, end: last.end, bucket: bucketOf(feature) });
    }
    // Pieces of a word stand for its other forms and for how it may be mistyped.
    if (/^[a-z]{5}/.test(text))
      for (let from = 0; from + PIECE <= text.length; from++)
        grams.push({ start, end, bucket: bucketOf(`p ${text.slice(from, from + PIECE)}`) });
  });
  for (const { key, start, end } of reading.hits)
    grams.push({ start, end, bucket: bucketOf('tool' in key ? `l ${key.kind} ${key.tool}` : `l ${key.kind}`) });
  return { units, grams: grams.sort((a, b) => a.start - b.start).slice(0, GRAMS_MAX) };
}

/** Calls `add` with the bucket of each feature of a part of a message. */
export function eachFeature(
  { units, grams }: Grams,
  start: number,
  end: number,
  facts: Facts,
  ranked: readonly Ranked[],
  add: (bucket: number) => void,
): void {
  for (const gram of grams) {
    if (gram.start >= end) break;
    if (gram.start >= start && gram.end <= end) add(gram.bucket);
  }
  const own = units.filter((unit) => unit.start >= start && unit.end <= end).map(({ text }) => text);
  add(bucketOf(`^ ${own[0]}`));
  add(bucketOf(`^ ${own[0]} ${own[1]}`));
  add(bucketOf(`$ ${own.at(-1)}`));
  add(bucketOf(`$ ${own.at(-2)} ${own.at(-1)}`));
  add(bucketOf(`$ ${own.at(-3)} ${own.at(-2)} ${own.at(-1)}`));
  for (const name of factNames(facts)) add(bucketOf(`f ${name}`));
  for (const name of rankNames(ranked)) add(bucketOf(name));
  add(bucketOf('all'));
}

const STEPS = [0.3, 0.48, 0.7, 1, 1.5, 2];
const MARGINS = [0.15, 0.4, 0.8];

/** What the lexicons make of it, in steps. */
function rankNames(ranked: readonly Ranked[]): string[] {
  const [first, second] = ranked;
  const margin = (first?.score ?? 0) - (second?.score ?? 0);
  return [
    ...ranked.flatMap(({ tool, score }) => STEPS.filter((step) => score >= step).map((step) => `r ${tool} ${step}`)),
    ...(first && first.score >= 0.3
      ? [`r1 ${first.tool}`, ...MARGINS.filter((step) => margin >= step).map((step) => `r1 ${first.tool} ${step}`)]
      : ['r0']),
  ];
}

function factNames(facts: Facts): string[] {
  const codes = new Set(facts.currencies.map(({ code }) => code)).size;
  return [
    ...(['hasText', 'hasWay', 'selector', 'hasList'] as const).filter((name) => facts[name]),
    ...(['pages', 'images', 'sounds', 'coins'] as const).flatMap((name) =>
      facts[name].length === 0 ? [] : [name, ...(facts[name].length > 1 ? [`${name} 2`] : [])],
    ),
    ...(codes > 0 ? [`codes ${Math.min(codes, 3)}`] : []),
    ...(facts.currencies.some(({ amount }) => amount !== null) ? ['amount'] : []),
  ];
}

const UNIT = /[a-z]+(?:['’-][a-z]+)*|\d+(?:[.,:]\d+)*|[^\s\ufffc]/gu;

/** Names by their kinds, data by its kind, all numbers alike. */
function unitsOf(reading: Reading): Unit[] {
  const { command, names, hits, spans, pasted } = reading;
  const lifted: Unit[] = [
    ...names.map(({ start, end, key }) => ({ start, end, text: kinds[key.kind] ?? '' })),
    ...hits
      .filter(({ key, start, end }) => key.kind === 'region' && end - start > 1)
      .map(({ start, end }) => ({ start, end, text: '⌖' })),
    ...spans.map(({ start, end, kind, value }) => ({ start, end, text: nameOf(kind, value) })),
    ...(pasted ? [{ start: pasted.start, end: pasted.end, text: '‹pasted›' }] : []),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const units: Unit[] = [];
  let at = 0;
  const plain = (to: number): void => {
    for (const match of command.slice(at, to).matchAll(UNIT)) {
      const text = /^\d/.test(match[0]) ? '#' : match[0];
      if (text !== DATA) units.push({ text, start: at + match.index, end: at + match.index + match[0].length });
    }
  };
  for (const unit of lifted) {
    if (unit.start < at) continue;
    plain(unit.start);
    units.push(unit);
    at = unit.end;
  }
  plain(command.length);
  return units;
}

const IMAGE = /\.(?:jpe?g|png|gif|webp|bmp|tiff?|avif|heic|svg)$/i;
const SOUND = /\.(?:mp3|wav|flac|ogg|oga|m4a|webm|aac|opus|mp4|mpga|amr|wma|mov)$/i;

function nameOf(kind: string, value: string): string {
  if (kind !== 'url') return `‹${kind}›`;
  const path = value.replace(/[?#].*$/, '');
  if (IMAGE.test(path)) return '‹image›';
  return SOUND.test(path) ? '‹sound›' : '‹page›';
}

/** FNV-1a over UTF-16 units, folded to the number of buckets. */
export function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}
