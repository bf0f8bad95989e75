/** Ranks tools for a part of a message. */
import type { Lexicon, Task } from '../../kernel/tool/lexicon.ts';
import type { Facts } from '../reading/facts.ts';
import { findHits, type Reading } from '../reading/message.ts';
import { keepLongest } from '../reading/terms.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { addFacts } from './evidence.ts';
import { isMereSaying, isPartOfName, STRENGTH, Tallies, type Tally } from './tally.ts';
import { HINT, HINTS_MAX, MARK, MODEL_NOUN, MODEL_VERB, MORE, NOUN, VERB } from './weights.ts';

export interface RankedTool {
  /** The usual one of those that do the same. */
  tool: string;
  task: Task | undefined;
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

export interface Clause {
  start: number;
  end: number;
  facts: Facts;
  /** Best first; empty where nothing is asked. */
  ranked: readonly RankedTool[];
}

/** All tools that something speaks for, best first. */
export function rankTools(
  reading: Reading,
  vocabulary: Vocabulary,
  start: number,
  end: number,
  facts: Facts,
): RankedTool[] {
  const within = findHits(reading, start, end);
  const asks = keepLongest(
    within.filter(
      (hit) => /^(verb|noun|hint|mark|elsewhere|secret)$/.test(hit.key.kind) && !isPartOfName(hit, reading.command),
    ),
    ({ key }) => STRENGTH[key.kind] ?? 0,
  );
  const tallies = new Tallies(vocabulary);
  for (const hit of asks) if (!isMereSaying(hit, start, facts, reading.command)) tallies.addHit(hit);
  addFacts(tallies, { facts, start, end }, reading, vocabulary);
  const reads = tallies.get('reading');
  if (reads && WORK_ON_PAGES.some((task) => tallies.hasVerb(task) || (tallies.get(task)?.facts ?? 0) >= 0.8))
    Object.assign(reads, { verbs: 0, nouns: 0, facts: 0.2 });
  const ranked = [...tallies.entries()].map(([tool, sums]) =>
    rateTool(tool, vocabulary.tools.get(tool)?.definition.lexicon, sums, facts),
  );
  favourPosition(ranked, reading.language);
  return ranked.sort((a, b) => b.score - a.score);
}

/** Work on what a page says begins with reading it. */
const WORK_ON_PAGES = ['writing', 'translation', 'speech', 'embedding'] as const;

function rateTool(tool: string, lexicon: Partial<Lexicon> = {}, sums: Tally, facts: Facts): RankedTool {
  const { task, takes = [], isGeneral = false } = lexicon;
  const noun = task === 'writing' ? MODEL_NOUN : isGeneral ? NOUN - 0.1 : NOUN;
  const first = (count: number, weight: number): number => (count === 0 ? 0 : weight + Math.min(count - 1, 3) * MORE);
  const words =
    first(sums.marks, MARK) +
    first(sums.verbs, task === 'writing' ? MODEL_VERB : VERB) +
    first(sums.nouns, noun) * (sums.verbs > 0 ? 0.5 : 1) +
    // Who searches anything is not meant by what hints at everything.
    (task === 'search' && sums.verbs + sums.marks === 0 ? 0 : Math.min(sums.hints * HINT, HINTS_MAX));
  let score = words + sums.facts;
  const isAsked = sums.verbs > 0 || sums.marks > 0 || (task === 'translation' && sums.facts >= 0.55);
  const addresses = takes.flatMap((subject) => {
    if (subject === 'picture') return [facts.images];
    if (subject === 'recording') return [facts.sounds];
    return subject === 'page' ? [facts.pages, facts.sounds, facts.images] : [];
  });
  if (addresses.length > 0 && addresses.every((some) => some.length === 0)) score *= 0.35;
  if (task === 'journey' && !facts.hasJourney) score *= 0.4;
  if (task === 'exchange' && facts.currencies.length === 0 && facts.coins.length === 0) score *= 0.4;
  if (task === 'address' && sums.verbs === 0 && sums.facts === 0) score *= 0.6;
  const { first: from, last, variant } = sums;
  return { tool, task, score, terms: [...sums.terms], first: from, last, variant, isAsked };
}

/** The first request governs the rest of the clause in English and Chinese, the last one in Japanese. */
function favourPosition(ranked: RankedTool[], language: string): void {
  const tools = ranked.filter(({ isAsked, score }) => isAsked && score >= 0.6);
  if (tools.length < 2) return;
  const governing =
    language === 'ja'
      ? tools.reduce((a, b) => (b.last > a.last ? b : a))
      : tools.reduce((a, b) => (b.first < a.first ? b : a));
  governing.score += 0.25;
}
