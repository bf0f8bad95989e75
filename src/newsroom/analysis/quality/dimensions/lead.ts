/**
 * Lead, 15 points: who, what, when, where, why and how in the first sentences, at most three of one sentence; as many of them as
 * news of its kind needs. What the rules can't find for certain is asked about and never told to be missing.
 */
import { findDates } from '../../mentions/dates.ts';
import { findOrganizations } from '../../mentions/organizations.ts';
import { findPeople } from '../../mentions/people.ts';
import { findPlaces } from '../../mentions/places.ts';
import type { Mention } from '../../mentions/types.ts';
import { type Article, findMatches, findRangeAt, type Range, type Sentence } from '../article.ts';
import { GENRE_RULES } from '../genre.ts';
import { matchPlaces } from '../matching.ts';
import { W_KEYS, type WKey } from '../types.ts';
import type { Wording } from '../wording/wording.ts';
import type { Rating } from './rating.ts';

const MAX = 15;
const PER_SENTENCE = 3;
/** A lead that has one of these has it for certain, and one without them hasn't. */
const CERTAIN: readonly WKey[] = ['who', 'when'];
/** UTF-16 units of a first paragraph that are read. */
const OPENING_MAX = 2_000;
/** Dates are read as of a day; which one makes no difference to where they stand. */
const ANY_DAY = { nowMs: 0, timeZone: 'UTC' };

export function rateLead(article: Article, wording: Wording): Rating & { missing: WKey[] } {
  const { genre } = article;
  const { answers, asked } = GENRE_RULES[genre];
  const matches = findAnswers(article);
  const places = new Map(W_KEYS.map((key) => [key, [...new Set((matches.get(key) ?? []).map(({ place }) => place))]]));
  const placement = matchPlaces(places, PER_SENTENCE);
  const found = W_KEYS.filter((key) => placement.has(key));
  const absent = asked.filter((key) => places.get(key)?.length === 0);
  const opening = absent.length > 0 ? findOpening(article) : null;
  const missing = absent.filter((key) => CERTAIN.includes(key) && opening?.get(key)?.length === 0);
  const unsure = W_KEYS.filter((key) => places.get(key)?.length === 0 && !missing.includes(key) && key !== 'what');
  const points = MAX / answers;
  const raw = Math.min(MAX, points * found.length);
  const name = (keys: readonly WKey[]): string => wording.joinList(keys.map((key) => wording.parts[key]));
  return {
    raw,
    parts: W_KEYS.filter((key) => placement.has(key) || asked.includes(key)).map((key) => ({
      key,
      points: placement.has(key) ? points : 0,
      max: points,
    })),
    evidence: W_KEYS.flatMap((key) => matches.get(key)?.find(({ place }) => place === placement.get(key))?.range ?? []),
    fix:
      raw >= MAX
        ? null
        : missing.length > 0
          ? wording.fixes.lead(name(missing))
          : wording.fixes.checkLead(name(unsure)),
    gain: MAX - raw,
    missing,
  };
}

/** In the first paragraph and the lead, prose or not. */
function findOpening(article: Article): Map<WKey, Range[]> {
  const { paragraphs, lead, body } = article;
  const start = paragraphs[0]?.start ?? body.start;
  const end = Math.max(paragraphs[0]?.end ?? body.start, lead.at(-1)?.end ?? 0);
  return findAll(article, start, Math.min(end, start + OPENING_MAX));
}

function findAnswers(article: Article): Map<WKey, { range: Range; place: number }[]> {
  const { lead } = article;
  const first = lead[0];
  const last = lead.at(-1);
  const matches = new Map<WKey, { range: Range; place: number }[]>();
  const ranges = first && last ? findAll(article, first.start, last.end) : new Map<WKey, Range[]>();
  for (const key of W_KEYS) {
    matches.set(
      key,
      (ranges.get(key) ?? []).flatMap((range) => {
        const sentence = findRangeAt<Sentence>(lead, range.start);
        return sentence ? [{ range, place: lead.indexOf(sentence) }] : [];
      }),
    );
  }
  return matches;
}

function findAll(article: Article, start: number, end: number): Map<WKey, Range[]> {
  const named = findNamed(article, start, end);
  return new Map(
    W_KEYS.map((key) => [
      key,
      [...findMatches(article, article.lexicon.fiveW[key], { start, end }), ...(named.get(key) ?? [])],
    ]),
  );
}

/** Names, dates and news verbs tell who, where, when and what where the lists of words don't. */
function findNamed(article: Article, start: number, end: number): Map<WKey, Range[]> {
  const { lexicon } = article;
  const text = article.folded.plain.slice(start, end);
  const shift = (mentions: readonly Mention[]): Range[] =>
    mentions.map((mention) => ({ start: start + mention.start, end: start + mention.end }));
  return new Map<WKey, Range[]>([
    [
      'who',
      [
        ...shift([...findOrganizations(text, lexicon.language), ...findPeople(text, lexicon.language)]),
        ...findMatches(article, [lexicon.names], { start, end }),
      ],
    ],
    ['what', findMatches(article, [lexicon.newsVerbs, lexicon.genres.marks[article.genre]], { start, end })],
    ['when', shift(findDates(text, ANY_DAY))],
    ['where', shift(findPlaces(text, lexicon.language))],
  ]);
}
