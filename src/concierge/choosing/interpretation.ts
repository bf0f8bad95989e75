/** Splits a message into requests and chooses a tool for each, by learned wording. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { buildLattice, type Part } from '../learned/lattice.ts';
import { estimateTools, findRequests, type Request } from '../learned/requests.ts';
import type { Wording } from '../learned/wording.ts';
import type { Facts } from '../reading/facts.ts';
import type { Reading } from '../reading/message.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { Clause, RankedTool } from '../scoring/ranking.ts';
import { LEAD, LIKELY, NAMED, SURE } from '../scoring/weights.ts';
import type { RouteOptions } from '../types.ts';
import { planSteps, type StepPlan } from './plan.ts';

export interface Interpretation {
  /** At least one; the whole message where nothing is likely. */
  clauses: Clause[];
  planned: StepPlan;
  /** Likelihood that exactly the planned tools are asked for. */
  likelihood: number;
}

export function interpretMessage(
  reading: Reading,
  vocabulary: Vocabulary,
  wording: Wording,
  options: RouteOptions,
): Interpretation {
  const lattice = buildLattice(reading, vocabulary, wording);
  const hasThing = (tool: string, part: Part): boolean => {
    const task = vocabulary.findTask(tool);
    if (task !== 'forecast') return ONE_BY_ONE.has(task) && part.facts.spans.length > 0;
    const isNamed = part.ranked[0]?.tool === tool && part.ranked[0].score >= NAMED;
    return isNamed && (vocabulary.extents?.likeliest('place', reading, part)?.likelihood ?? 0) >= SURE;
  };
  const { requests, likelihoods } = findRequests(lattice, hasThing);
  const isOnly = requests.length === 1 && requests[0]?.tools.length === 1;
  const clauses = requests.flatMap((request) => buildClauses(request, vocabulary, isOnly));
  const planned = planSteps(reading, vocabulary, clauses, options);

  return {
    clauses: clauses.length > 0 ? clauses : [lattice.part(0, lattice.cuts.length - 1)],
    planned,
    likelihood: Math.max(
      ...listReadings(planned, vocabulary).map((tools) =>
        Math.exp(estimateTools(likelihoods, listUsualTools(tools, vocabulary))),
      ),
    ),
  };
}

/** Sets of tools that may have led to the plan: “weather here” asks for no address, “sum up this page” for no model. */
function listReadings({ steps, leftOut }: StepPlan, { findTask, findTool }: Vocabulary): string[][] {
  const tools = [...steps, ...leftOut].map(({ tool }) => tool);
  const has = (task: Task): boolean => tools.some((tool) => findTask(tool) === task);
  const without = (task: Task): string[] => tools.filter((tool) => findTask(tool) !== task);
  const model = findTool('writing');
  return [
    tools,
    ...((has('news') || has('translation')) && !has('writing') && model !== undefined ? [[...tools, model]] : []),
    ...(has('news') && !has('coinPrices') ? [[...tools, findTool('coinPrices') ?? '']] : []),
    ...(has('forecast') && steps.some(({ input }) => input.ip === 'me') ? [without('address')] : []),
    ...(has('reading') && has('writing') ? [without('writing')] : []),
    ...(has('reading') && !has('writing') && model !== undefined ? [[...tools, model]] : []),
  ];
}

/** Work on one thing: a second thing is a request of its own, such as a second text into a second language. */
const ONE_BY_ONE: ReadonlySet<Task | undefined> = new Set<Task>([
  'translation',
  'picture',
  'transcript',
  'article',
  'address',
]);

/** The usual tools for tools that run one after the other, without the places that the weather starts from. */
export function listUsualTools(tools: readonly string[], { findTool, findUsual }: Vocabulary): string[] {
  const all = tools.map(findUsual);
  const [position, forecast] = [findTool('position'), findTool('forecast') ?? ''];
  return [...new Set(all.filter((tool, at) => !(tool === position && all.lastIndexOf(forecast) > at)))];
}

/** Tools that fetch run before tools that work on their results. */
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

function buildClauses(request: Request, vocabulary: Vocabulary, isOnly: boolean): Clause[] {
  const { start, end, facts, ranked } = request;
  return dropImplied(request, vocabulary)
    .filter((tool) => isSpokenOf(tool, request, isOnly))
    .sort((a, b) => findTurn(vocabulary.findTask(a)) - findTurn(vocabulary.findTask(b)))
    .map((tool) => ({ start, end, facts, ranked: favourTool(ranked, tool, vocabulary) }));
}

/** By at least one word of its lexicon; without any, only where nothing else is asked and there is hardly a doubt. */
const isSpokenOf = (tool: string, { ranked, likelihoods }: Request, isOnly: boolean): boolean =>
  ranked.some((one) => one.tool === tool) || (isOnly && (likelihoods.get(tool) ?? 0) >= SURE);

/** The tools of a part, likeliest first, without what another one does along the way. */
function dropImplied({ tools, ranked, facts, likelihoods }: Request, { findTask }: Vocabulary): string[] {
  const isNamed = (tool: string): boolean => ranked.some((one) => one.tool === tool && one.variant !== null);
  const isAsked = (tool: string): boolean =>
    (likelihoods.get(tool) ?? 0) >= LIKELY || ranked.some((one) => one.tool === tool && one.isAsked);
  const tasks = new Set(tools.map(findTask));
  const inOrder = [...tools].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return inOrder.filter((tool, at) => {
    const task = findTask(tool);
    const before = inOrder.slice(0, at).map(findTask);
    const isDone = ALIKE.some((group) => group.has(task) && before.some((other) => group.has(other)));
    // The weather tool locates an address itself, and the news tool translates its titles.
    const isPart =
      (task === 'address' && tasks.has('forecast')) ||
      (task === 'position' && tasks.has('forecast') && facts.spans.some(({ kind }) => kind === 'coordinates')) ||
      // “Bitcoin news”: the coin is a topic unless its price is asked for too.
      (task === 'coinPrices' && tasks.has('news') && !isPriced(ranked, facts)) ||
      (task === 'exchange' && tasks.has('coinPrices') && facts.currencies.every(({ amount }) => amount === null)) ||
      (task === 'writing' && tools.length > 1 && (!isAsked(tool) || isMerelyPut(ranked, tool, tasks))) ||
      (task === 'translation' && tasks.has('news') && !facts.hasText);
    return !isDone && !isPart;
  });
}

/** “Give me three headlines”, “how would I write … in Arabic”: found or translated, not written by a model. */
const isMerelyPut = (ranked: readonly RankedTool[], tool: string, tasks: ReadonlySet<Task | undefined>): boolean => {
  const pattern = tasks.has('news')
    ? /headline|^give|^show/
    : tasks.has('translation')
      ? /^(?:how|write|say|put)/
      : null;
  return pattern !== null && ranked.some((one) => one.tool === tool && one.terms.every((term) => pattern.test(term)));
};

/** Does any word beside the coins' names speak for prices? */
function isPriced(ranked: readonly RankedTool[], { coins }: Facts): boolean {
  const names = coins.map(({ id }) => id).join(',');
  return ranked.some(({ task, terms }) => task === 'coinPrices' && terms.some((term) => term !== names));
}

/** The tool before all others that the words speak for. */
function favourTool(ranked: readonly RankedTool[], tool: string, { findTask }: Vocabulary): RankedTool[] {
  const [others, own] = [ranked.filter((one) => one.tool !== tool), ranked.find((one) => one.tool === tool)];
  const score = Math.max(1, own?.score ?? 0, ...others.map((other) => other.score + LEAD));
  const unspoken = { tool, task: findTask(tool), terms: [], first: 0, last: 0, variant: null, isAsked: true };
  return [{ ...unspoken, ...own, score }, ...others];
}
