/** The parts of a message between the places where it may be cut, each parts at once. */
import { type Cut, findCuts } from '../reading/cuts.ts';
import { type Facts, readFacts } from '../reading/facts.ts';
import type { Reading } from '../reading/message.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { type RankedTool, rankTools } from '../scoring/ranking.ts';
import { buildGrams } from './features.ts';
import type { Likelihoods, Wording } from './wording.ts';

export interface Part {
  start: number;
  end: number;
  facts: Facts;
  /** What the lexicons make of it. */
  ranked: readonly RankedTool[];
  /** What it is likely to ask for. */
  likelihoods: Likelihoods;
}

export interface Lattice {
  /** Where parts begin and end; the first is the beginning of the message, the last its end. */
  cuts: readonly Cut[];
  /** The part from one cut to another one, by their indexes. */
  part(from: number, to: number): Part;
  /** True for Japanese: the verb comes last. */
  isVerbLast: boolean;
}

/** A message of more is cut at the ends of sentences alone, and behind the last of so many not at all. */
const CUTS_MAX = 10;

export function buildLattice(reading: Reading, vocabulary: Vocabulary, wording: Wording): Lattice {
  const cuts = listBoundaries(reading);
  const grams = buildGrams(reading);
  const parts = new Map<string, Part>();
  const buildPart = (start: number, end: number): Part => {
    const facts = readFacts(reading, start, end);
    const ranked = rankTools(reading, vocabulary, start, end, facts);
    const learned = wording.likelihoods(grams, start, end, facts, ranked);
    return { start, end, facts, ranked, likelihoods: addUnlearned(learned, ranked, vocabulary) };
  };
  return {
    cuts,
    isVerbLast: reading.language === 'ja',
    part(from, to) {
      const key = `${from}-${to}`;
      const part = parts.get(key) ?? buildPart(cuts[from]?.at ?? 0, cuts[to]?.at ?? 0);
      parts.set(key, part);
      return part;
    },
  };
}

/** A tool that nothing was learned of is known by the words of its lexicon alone; others that no word asks for make way. */
function addUnlearned(likelihoods: Likelihoods, ranked: readonly RankedTool[], { tools }: Vocabulary): Likelihoods {
  const unlearned = ranked.filter(({ tool }) => tools.has(tool) && !likelihoods.has(tool));
  if (unlearned.length === 0) return likelihoods;
  const isNamed = unlearned[0] === ranked[0];
  const isAsked = (tool: string): boolean => ranked.some((one) => one.tool === tool && one.isAsked);
  const learned = [...likelihoods].map(([tool, p]): [string, number] => [tool, isNamed && !isAsked(tool) ? p / 10 : p]);
  return new Map([...learned, ...unlearned.map(({ tool, score }): [string, number] => [tool, Math.min(score, 1)])]);
}

function listBoundaries(reading: Reading): Cut[] {
  const all = findCuts(reading).filter(({ at }, index, list) => at !== list[index - 1]?.at);
  const cuts = all.length < CUTS_MAX ? all : all.filter(({ isStrong }) => isStrong);
  return [{ at: 0, isStrong: true }, ...cuts.slice(0, CUTS_MAX - 1), { at: reading.command.length, isStrong: true }];
}
