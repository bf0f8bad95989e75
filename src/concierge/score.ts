/** How much a part of a message speaks for each tool. */
import { addFacts } from './evidence.ts';
import type { Facts } from './facts.ts';
import { hitsBetween, type Reading } from './reading.ts';
import { isMereSaying, isPartOfName, STRENGTH, type Tally, tally } from './tally.ts';
import { longest } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Ranked {
  /** The family: the tool that stands for all that do the same. */
  tool: string;
  score: number;
  terms: readonly string[];
  /** Where the first and last words stand that ask for it. */
  first: number;
  last: number;
  /** The variant that is marked, where one is. */
  variant: string | null;
  /** Asked for by a verb or a mark, not only spoken of. */
  isAsked: boolean;
}

const VERB = 1;
const MARK = 2;
const NOUN = 0.6;
const HINT = 0.15;
const HINTS_MAX = 0.3;
const MORE = 0.12;
/** A model answers anything: whoever does just this goes before. */
const MODEL_VERB = 0.8;
const MODEL_NOUN = 0.48;

/** General jobs: a word of a particular one goes before. */
const general = new Set(['smart-search', 'encyclopedia', 'smart-llm', 'smart-read', 'smart-extract']);
/** They work on an address. */
const needsAddress = new Set(['smart-read', 'smart-extract', 'scrape', 'scrape-advanced', 'vision', 'smart-stt']);

/** All tools that something speaks for, best first. */
export function rank(reading: Reading, vocabulary: Vocabulary, start: number, end: number, facts: Facts): Ranked[] {
  const within = hitsBetween(reading, start, end);
  const asks = longest(
    within.filter(
      (hit) => /^(verb|noun|hint|mark|elsewhere|secret)$/.test(hit.key.kind) && !isPartOfName(hit, reading.command),
    ),
    ({ key }) => STRENGTH[key.kind] ?? 0,
  );
  const tallies = new Map<string, Tally>();
  for (const hit of asks) if (!isMereSaying(hit, start, facts, reading.command)) tally(tallies, hit, vocabulary);
  addFacts(tallies, facts, reading, start, end);
  const reads = tallies.get('smart-read');
  if (
    reads &&
    worksOnPages.some((tool) => (tallies.get(tool)?.verbs ?? 0) > 0 || (tallies.get(tool)?.facts ?? 0) >= 0.8)
  )
    Object.assign(reads, { verbs: 0, nouns: 0, facts: 0.2 });
  const ranked = [...tallies].map(([tool, sums]) => rankedOf(tool, sums, facts));
  favourPosition(ranked, reading.language);
  return ranked.sort((a, b) => b.score - a.score);
}

/** Work on what a page says begins with reading it. */
const worksOnPages = ['smart-llm', 'smart-translate', 'smart-tts', 'smart-embed'];

function rankedOf(tool: string, sums: Tally, facts: Facts): Ranked {
  const noun = tool === 'smart-llm' ? MODEL_NOUN : general.has(tool) ? NOUN - 0.1 : NOUN;
  const first = (count: number, weight: number): number => (count === 0 ? 0 : weight + Math.min(count - 1, 3) * MORE);
  const words =
    first(sums.marks, MARK) +
    first(sums.verbs, tool === 'smart-llm' ? MODEL_VERB : VERB) +
    first(sums.nouns, noun) * (sums.verbs > 0 ? 0.5 : 1) +
    // Who searches anything is not meant by what hints at everything.
    (tool === 'smart-search' && sums.verbs + sums.marks === 0 ? 0 : Math.min(sums.hints * HINT, HINTS_MAX));
  let score = words + sums.facts;
  const isAsked = sums.verbs > 0 || sums.marks > 0 || (tool === 'smart-translate' && sums.facts >= 0.55);
  if (needsAddress.has(tool)) {
    const fits =
      tool === 'vision'
        ? facts.images
        : tool === 'smart-stt'
          ? facts.sounds
          : [...facts.pages, ...facts.sounds, ...facts.images];
    if (fits.length === 0) score *= 0.35;
  }
  if (tool === 'directions' && !facts.hasWay) score *= 0.4;
  if (tool === 'exchange-rate' && facts.currencies.length === 0 && facts.coins.length === 0) score *= 0.4;
  if (tool === 'ip-geo' && sums.verbs === 0 && sums.facts === 0) score *= 0.6;
  return { tool, score, terms: [...sums.terms], first: sums.first, last: sums.last, variant: sums.variant, isAsked };
}

/** What is asked first in English and Chinese, and last in Japanese, governs the rest of the clause. */
function favourPosition(ranked: Ranked[], language: string): void {
  const asked = ranked.filter(({ isAsked, score }) => isAsked && score >= 0.6);
  if (asked.length < 2) return;
  const governing =
    language === 'ja'
      ? asked.reduce((a, b) => (b.last > a.last ? b : a))
      : asked.reduce((a, b) => (b.first < a.first ? b : a));
  governing.score += 0.25;
}
