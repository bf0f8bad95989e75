/** Two readings of a message, by the words of the lexicons and by learned wording: the likelier one is taken. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { buildLattice, type Lattice } from '../learned/lattice.ts';
import { estimateTools, findRequests, type LikelyRequests } from '../learned/requests.ts';
import type { Wording } from '../learned/wording.ts';
import type { Reading } from '../reading/message.ts';
import { DATA } from '../reading/spans.ts';
import { CHORE, type Vocabulary } from '../reading/vocabulary.ts';
import type { Clause, RankedTool } from '../scoring/ranking.ts';
import type { RouteOptions } from '../types.ts';
import { cutClauses } from './clauses.ts';
import { planSteps, type StepPlan } from './plan.ts';

export interface Interpretation {
  clauses: Clause[];
  planned: StepPlan;
  /** How likely what was learned holds the plan, where it was asked. */
  likelihood?: number;
}

/** The lexicons know the words that set tools apart: they stand unless another reading is so much likelier. */
const ADVANTAGE = 1.5;

export function interpretMessage(
  reading: Reading,
  vocabulary: Vocabulary,
  wording: Wording,
  options: RouteOptions,
): Interpretation {
  const byWords = cutClauses(reading, vocabulary);
  const first = { clauses: byWords, planned: planSteps(reading, vocabulary, byWords, options) };
  if (countSaid(reading) > SAID_MAX) return first;
  const lattice = buildLattice(reading, vocabulary, wording);
  if (isSettled(listPlannedTools(first.planned, vocabulary), lattice)) return first;
  const requests = findRequests(lattice);
  const likelihood = ({ planned }: Interpretation): number =>
    estimateTools(requests.likelihoods, listPlannedTools(planned, vocabulary));
  const clauses = requests.requests.flatMap((request) =>
    buildClauses(request, vocabulary, requests.requests.length === 1 && request.tools.length === 1),
  );
  const second = { clauses, planned: planSteps(reading, vocabulary, clauses, options) };
  // What is likely has no words or lacks its inputs: that is not another reading.
  if (requests.requests.length > 0 && second.planned.steps.length === 0) return first;
  const isOther =
    !isNamedAway(first.planned, second.planned, vocabulary) &&
    likelihood(second) - likelihood(first) > requiredAdvantage(first);
  const better = isOther ? second : first;
  const { steps, leftOut } = better.planned;
  const all = { ...better.planned, steps: [...steps, ...leftOut.map(({ tool }) => ({ tool, input: {} }))] };
  return { ...better, likelihood: Math.exp(Math.max(likelihood(better), likelihood({ ...better, planned: all }))) };
}

/** A source that the message names is left out. */
function isNamedAway({ chosen }: StepPlan, other: StepPlan, vocabulary: Vocabulary): boolean {
  const families = listPlannedTools(other, vocabulary);
  return chosen.some(({ ranked }) => ranked.variant !== null && !families.includes(ranked.tool));
}

/** Over a reading that makes nothing of a message little is needed; over one that takes it for a chore, the more. */
function requiredAdvantage(first: Interpretation): number {
  if (isChore(first)) return 3 * ADVANTAGE;
  return first.planned.chosen.length === 0 ? ADVANTAGE / 3 : ADVANTAGE;
}

/** A chore, or one that asks for secrets: nothing is to be paid for it. */
const isChore = ({ clauses, planned }: Interpretation): boolean =>
  planned.steps.length === 0 && clauses.some(({ ranked: [best] }) => best?.tool === CHORE && best.score >= CHORE_MIN);

const CHORE_MIN = 0.6;

/** More is hardly a request: the words that are in it do. */
const SAID_MAX = 800;

/** Characters that are not data. */
function countSaid({ command }: Reading): number {
  let length = 0;
  for (let at = 0; at < command.length; at++) if (command.charAt(at) !== DATA) length++;
  return length;
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

const listPlannedTools = ({ steps }: StepPlan, vocabulary: Vocabulary): string[] =>
  listUsualTools(
    steps.map(({ tool }) => tool),
    vocabulary,
  );

/** The usual tools for tools that run one after the other, without the places that the weather starts from. */
export function listUsualTools(tools: readonly string[], { findTool, findUsual }: Vocabulary): string[] {
  const all = tools.map(findUsual);
  const [position, forecast] = [findTool('position'), findTool('forecast') ?? ''];
  return [...new Set(all.filter((tool, at) => !(tool === position && all.lastIndexOf(forecast) > at)))];
}

/** What is fetched comes before what is made of it. */
const FIRST: readonly Task[] = ['address', 'position', 'transcript', 'picture', 'reading', 'search', 'news', 'article'];
const LAST: readonly Task[] = ['writing', 'translation', 'speech'];

function findTurn(task: Task | undefined): number {
  if (task === undefined) return 0;
  return FIRST.includes(task) ? FIRST.indexOf(task) - FIRST.length : LAST.indexOf(task) + 1;
}

/** One part of a message asks for one of them: they do the same in different ways. */
const ALIKE: readonly ReadonlySet<Task | undefined>[] = [
  new Set<Task>(['search', 'news', 'article']),
  new Set<Task>(['reading', 'extraction', 'selection', 'crawl']),
];

function buildClauses(request: LikelyRequests['requests'][number], vocabulary: Vocabulary, isOnly: boolean): Clause[] {
  const { start, end, facts, ranked } = request;
  return dropImplied(request, vocabulary)
    .filter((tool) => isSpokenOf(tool, request, isOnly))
    .sort((a, b) => findTurn(vocabulary.findTask(a)) - findTurn(vocabulary.findTask(b)))
    .map((tool) => ({ start, end, facts, ranked: favourTool(ranked, tool, vocabulary) }));
}

/** By at least one word of its lexicon; without any, only where nothing else is asked and there is hardly a doubt. */
const isSpokenOf = (
  tool: string,
  { ranked, likelihoods }: LikelyRequests['requests'][number],
  isOnly: boolean,
): boolean => ranked.some((one) => one.tool === tool) || (isOnly && (likelihoods.get(tool) ?? 0) >= SURE);

const SURE = 0.985;

/** The tools of a part, likeliest first, without what another one does along the way. */
function dropImplied({ tools, ranked, facts }: LikelyRequests['requests'][number], { findTask }: Vocabulary): string[] {
  const isNamed = (tool: string): boolean => ranked.some((one) => one.tool === tool && one.variant !== null);
  const tasks = new Set(tools.map(findTask));
  const inOrder = [...tools].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return inOrder.filter((tool, at) => {
    const task = findTask(tool);
    const before = inOrder.slice(0, at).map(findTask);
    const isDone = ALIKE.some((group) => group.has(task) && before.some((other) => group.has(other)));
    // The weather finds out by itself where an address is, and the news translate their titles.
    const isPart =
      (task === 'address' && tasks.has('forecast')) ||
      (task === 'position' && tasks.has('forecast') && facts.spans.some(({ kind }) => kind === 'coordinates')) ||
      (task === 'exchange' && tasks.has('coinPrices') && facts.currencies.every(({ amount }) => amount === null)) ||
      (task === 'writing' && tools.length > 1 && !ranked.some((one) => one.tool === tool && one.isAsked)) ||
      (task === 'translation' && tasks.has('news') && !facts.hasText);
    return !isDone && !isPart;
  });
}

/** The tool before all others that the words speak for. */
function favourTool(ranked: readonly RankedTool[], tool: string, { tools }: Vocabulary): RankedTool[] {
  const [others, own] = [ranked.filter((one) => one.tool !== tool), ranked.find((one) => one.tool === tool)];
  const score = Math.max(1, own?.score ?? 0, ...others.map((other) => other.score + LEAD));
  const { task, isOpen = false } = tools.get(tool)?.definition.lexicon ?? {};
  const place = { first: Number.POSITIVE_INFINITY, last: -1 };
  const unspoken = { tool, task, isOpen, terms: [], ...place, variant: null, isAsked: true };
  return [{ ...unspoken, ...own, score }, ...others];
}

const LEAD = 0.2;
