/** Two readings of a message, by the words of the lexicons and by learned wording: the likelier one is taken. */
import { type Clause, clausesOf } from './clauses.ts';
import { type Lattice, latticeOf } from './learned/lattice.ts';
import { type Asked, askedIn, likelihoodOf } from './learned/requests.ts';
import type { Wording } from './learned/wording.ts';
import { type Planned, planOf } from './plan.ts';
import type { Reading } from './reading.ts';
import type { Ranked } from './score.ts';
import { DATA } from './spans.ts';
import type { RouteOptions } from './types.ts';
import { ELSEWHERE, type Vocabulary } from './vocabulary.ts';

export interface Considered {
  clauses: Clause[];
  planned: Planned;
  /** How likely what was learned holds the plan, where it was asked. */
  likelihood?: number;
}

/** The lexicons know the words that set tools apart: they stand unless another reading is so much likelier. */
const ADVANTAGE = 1.5;

export function considered(
  reading: Reading,
  vocabulary: Vocabulary,
  wording: Wording,
  options: RouteOptions,
): Considered {
  const byWords = clausesOf(reading, vocabulary);
  const first = { clauses: byWords, planned: planOf(reading, vocabulary, byWords, options) };
  if (saidIn(reading) > SAID_MAX) return first;
  const lattice = latticeOf(reading, vocabulary, wording);
  if (isSettled(familiesOf(first.planned, vocabulary), lattice)) return first;
  const asked = askedIn(lattice);
  const likelihood = ({ planned }: Considered): number =>
    likelihoodOf(asked.likelihoods, familiesOf(planned, vocabulary));
  const clauses = asked.requests.flatMap((request) =>
    clausesFor(request, asked.requests.length === 1 && request.tools.length === 1),
  );
  const second = { clauses, planned: planOf(reading, vocabulary, clauses, options) };
  // What is likely has no words or lacks its inputs: that is no other reading.
  if (asked.requests.length > 0 && second.planned.steps.length === 0) return first;
  const isOther =
    !isNamedAway(first.planned, second.planned, vocabulary) &&
    likelihood(second) - likelihood(first) > advantageOver(first);
  const taken = isOther ? second : first;
  return { ...taken, likelihood: Math.exp(likelihood(taken)) };
}

/** A source that the message names is left out. */
function isNamedAway({ chosen }: Planned, other: Planned, vocabulary: Vocabulary): boolean {
  const families = familiesOf(other, vocabulary);
  return chosen.some(({ ranked }) => ranked.variant !== null && !families.includes(ranked.tool));
}

/** Over a reading that makes nothing of a message little is needed; over one that takes it for a chore, the more. */
function advantageOver(first: Considered): number {
  if (isElsewhere(first)) return 3 * ADVANTAGE;
  return first.planned.chosen.length === 0 ? ADVANTAGE / 3 : ADVANTAGE;
}

/** A chore, or one that asks for secrets: nothing is to be paid for it. */
const isElsewhere = ({ clauses, planned }: Considered): boolean =>
  planned.steps.length === 0 &&
  clauses.some(({ ranked: [best] }) => best?.tool === ELSEWHERE && best.score >= ELSEWHERE_MIN);

const ELSEWHERE_MIN = 0.6;

/** More is hardly a request: the words that are in it do. */
const SAID_MAX = 800;

/** Characters that are no data. */
function saidIn({ command }: Reading): number {
  let said = 0;
  for (let at = 0; at < command.length; at++) if (command.charAt(at) !== DATA) said++;
  return said;
}

/** Both agree about all tools, or nothing was learned of one of them: it is known by its words alone. */
function isSettled(families: readonly string[], { cuts, part }: Lattice): boolean {
  const { likelihoods } = part(0, cuts.length - 1);
  if (families.some((tool) => !likelihoods.has(tool))) return true;
  return (
    families.length > 0 &&
    [...likelihoods].every(([tool, p]) => (families.includes(tool) ? p >= LIKELY : p <= UNLIKELY))
  );
}

const LIKELY = 0.6;
const UNLIKELY = 0.15;

const familiesOf = ({ steps }: Planned, vocabulary: Vocabulary): string[] =>
  familiesIn(
    steps.map(({ tool }) => tool),
    vocabulary,
  );

/** The families of tools that run one after the other, without the places that the weather starts from. */
export function familiesIn(tools: readonly string[], { familyOf }: Vocabulary): string[] {
  const all = tools.map(familyOf);
  return [...new Set(all.filter((tool, at) => !(tool === 'smart-geo' && all.indexOf('weather') > at)))];
}

/** What is fetched comes before what is made of it. */
const FIRST = [
  'ip-geo',
  'smart-geo',
  'smart-stt',
  'vision',
  'smart-read',
  'smart-search',
  'smart-news',
  'encyclopedia',
];
const LAST = ['smart-llm', 'smart-translate', 'smart-tts'];

const orderOf = (tool: string): number =>
  FIRST.includes(tool) ? FIRST.indexOf(tool) - FIRST.length : LAST.indexOf(tool) + 1;

/** One part of a message asks for one of them: they do the same in different ways. */
const ALIKE: readonly (readonly string[])[] = [
  ['smart-search', 'smart-news', 'encyclopedia'],
  ['smart-read', 'smart-extract', 'scrape', 'scrape-advanced'],
];

function clausesFor(request: Asked['requests'][number], isOnly: boolean): Clause[] {
  const { start, end, facts, ranked } = request;
  return withoutImplied(request)
    .filter((tool) => isSpokenOf(tool, request, isOnly))
    .sort((a, b) => orderOf(a) - orderOf(b))
    .map((tool) => ({ start, end, facts, ranked: favoured(ranked, tool) }));
}

/** By at least one word of its lexicon; without any, only where nothing else is asked and there is hardly a doubt. */
const isSpokenOf = (tool: string, { ranked, likelihoods }: Asked['requests'][number], isOnly: boolean): boolean =>
  ranked.some((one) => one.tool === tool) || (isOnly && (likelihoods.get(tool) ?? 0) >= SURE);

const SURE = 0.985;

/** The tools of a part, likeliest first, without what another one does along the way. */
function withoutImplied({ tools, ranked, facts }: Asked['requests'][number]): string[] {
  const isNamed = (tool: string): boolean => ranked.some((one) => one.tool === tool && one.variant !== null);
  const inOrder = [...tools].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return inOrder.filter((tool, at) => {
    const before = inOrder.slice(0, at);
    const isDone = ALIKE.some((group) => group.includes(tool) && before.some((other) => group.includes(other)));
    // The weather finds out by itself where an address is, and the news translate their titles.
    const isPart =
      (tool === 'ip-geo' && tools.includes('weather')) ||
      (tool === 'smart-geo' && tools.includes('weather') && facts.spans.some(({ kind }) => kind === 'coordinates')) ||
      (tool === 'exchange-rate' &&
        tools.includes('crypto-prices') &&
        facts.currencies.every(({ amount }) => amount === null)) ||
      (tool === 'smart-llm' && tools.length > 1 && !ranked.some((one) => one.tool === tool && one.isAsked)) ||
      (tool === 'smart-translate' && tools.includes('smart-news') && !facts.hasText);
    return !isDone && !isPart;
  });
}

/** The tool before all others that the words speak for. */
function favoured(ranked: readonly Ranked[], tool: string): Ranked[] {
  const [others, own] = [ranked.filter((one) => one.tool !== tool), ranked.find((one) => one.tool === tool)];
  const score = Math.max(1, own?.score ?? 0, ...others.map((other) => other.score + LEAD));
  const unspoken = { tool, terms: [], first: Number.POSITIVE_INFINITY, last: -1, variant: null, isAsked: true };
  return [{ ...unspoken, ...own, score }, ...others];
}

const LEAD = 0.2;
