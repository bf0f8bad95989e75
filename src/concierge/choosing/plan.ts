/** Turns requests into at most six steps of at most three tools, each with its inputs or their source. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { findFiller } from '../filling/fillers.ts';
import { type Job, type Plan, STEPS_MAX } from '../filling/job.ts';
import { asksForAdvice, findTimeGap } from '../filling/times.ts';
import { findHits, type Reading } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { Clause, RankedTool } from '../scoring/ranking.ts';
import type { RouteOptions } from '../types.ts';
import { dropNeedlessSteps } from './needless-steps.ts';

export const TOOLS_MAX = 3;
const TOLD_MAX = 60;

export interface StepPlan extends Plan {
  /** For each request that became steps: what spoke for it. */
  chosen: { tool: string; ranked: RankedTool }[];
}

type Setting = Pick<Job, 'reading' | 'vocabulary' | 'isOnly'> & { options: RouteOptions };

export function planSteps(
  reading: Reading,
  vocabulary: Vocabulary,
  clauses: readonly Clause[],
  options: RouteOptions,
): StepPlan {
  const planned: StepPlan = { steps: [], entities: [], leftOut: [], chosen: [] };
  for (const clause of clauses) {
    const step = fillRequest({ reading, vocabulary, isOnly: clauses.length === 1, options }, clause, planned);
    if (step) planned.chosen.push(step);
  }
  planned.steps = dropNeedlessSteps(planned.steps, reading, vocabulary);
  askWhole(planned, reading, vocabulary);
  return planned;
}

/** A model that is asked alone is asked all that was said: “What is the buzz? Use the real-time model.” */
function askWhole(planned: StepPlan, { text }: Reading, { findTask }: Vocabulary): void {
  const [only] = planned.steps;
  const isAlone = planned.steps.every(({ tool, from }) => tool === only?.tool && !from);
  if (!only || !isAlone || findTask(only.tool) !== 'writing' || typeof only.input.prompt !== 'string') return;
  planned.steps = [{ ...only, input: { ...only.input, prompt: text.original.trim() } }];
}

/** The request of a clause with its inputs; null where they are not there. */
function fillRequest(
  { reading, vocabulary, isOnly, options }: Setting,
  clause: Clause,
  planned: StepPlan,
): StepPlan['chosen'][number] | null {
  const [ranked] = clause.ranked;
  const tool = ranked ? chooseTool(ranked, vocabulary, options) : null;
  if (!ranked || !tool) return null;
  const task = tool.definition.lexicon?.task;
  // Of one request alone every word counts: a time may stand outside the words that named its tool.
  const extent = isOnly ? { start: 0, end: reading.command.length } : clause;
  if (asksForAdvice(task, reading, extent)) return null;
  const gap = findTimeGap(task, reading, extent);
  if (gap !== null) {
    // “who won the match last night” only hints at the weather.
    if (task !== 'forecast' || isSpoken(task, clause, reading))
      planned.leftOut.push({ tool: tool.name, target: readClause(reading, clause), missing: gap });
    return null;
  }
  const plan: Plan = { steps: [...planned.steps], entities: [...planned.entities], leftOut: [...planned.leftOut] };
  const isFilled = findFiller(task)({
    reading,
    vocabulary,
    clause,
    tool: tool.name,
    plan,
    isOnly,
  });
  if (typeof isFilled === 'string') {
    if ((isFilled !== 'place' && isFilled !== 'ends') || isSpoken(task, clause, reading))
      planned.leftOut.push({ tool: tool.name, target: readClause(reading, clause), missing: isFilled });
    return null;
  }
  if (!isFilled || plan.steps.length === planned.steps.length) return null;
  if (plan.steps.length > STEPS_MAX || new Set(plan.steps.map((step) => step.tool)).size > TOOLS_MAX) {
    planned.leftOut.push({ tool: tool.name, target: readClause(reading, clause) });
    return null;
  }
  Object.assign(planned, plan);
  return { tool: tool.name, ranked };
}

const isSpoken = (task: Task | undefined, { start, end }: Clause, reading: Reading): boolean =>
  findHits(reading, start, end).some(({ key }) => 'tool' in key && key.task === task && key.kind !== 'hint');

/** A request's own words, shortened. */
const readClause = ({ text }: Reading, { start, end }: Clause): string =>
  Array.from(readOriginal(text, start, end).replace(/^(?:[\s,.、，。;；]|and |also |then )+|[\s,.、，。;；]+$/gi, ''))
    .slice(0, TOLD_MAX)
    .join('');

/** The variant that is marked, else the family's own tool; null where the category leaves it out. */
function chooseTool(
  { tool, variant }: RankedTool,
  { tools }: Vocabulary,
  { category }: RouteOptions,
): RegisteredTool | null {
  const registered = tools.get(variant ?? tool);
  if (!registered || (category !== undefined && registered.category !== category)) return null;
  return registered;
}
