/** Chooses between a language model, a search and nothing for a message that no tool was found for. */
import { truncate } from '../../text/truncate.ts';
import type { Job } from '../filling/job.ts';
import { QUERY_CHARS_MAX } from '../filling/search.ts';
import { addStep } from '../filling/steps.ts';
import { findTimeGap } from '../filling/times.ts';
import type { EstimateAims } from '../learned/aims.ts';
import { readFacts } from '../reading/facts.ts';
import type { Reading } from '../reading/message.ts';
import { CHORE, type Vocabulary } from '../reading/vocabulary.ts';
import type { Clause } from '../scoring/ranking.ts';
import { AIM_LIKELY, AIM_MIN, AIM_SURE } from '../scoring/weights.ts';
import type { RouteOptions } from '../types.ts';
import type { StepPlan } from './plan.ts';
import {
  asksForPresent,
  asksForToday,
  asksOpenly,
  isAboutNow,
  isMeasure,
  isOwn,
  isQuestion,
  isUnknowable,
} from './questions.ts';
import { isOrder } from './unserved.ts';

/** A verb of a tool, and nothing of what that needs. */
const ASKED_MIN = 0.4;

interface Setting {
  reading: Reading;
  vocabulary: Vocabulary;
  options: RouteOptions;
  estimateAims: EstimateAims;
}

/** Adds the step of a model or a search for a question that no other tool answers; none for a greeting, nonsense or a chore. */
export function fallBack(
  { reading, vocabulary, options, estimateAims }: Setting,
  clauses: readonly Clause[],
  planned: StepPlan,
): void {
  const end = reading.command.length;
  const clause = clauses[0] ?? { start: 0, end, facts: readFacts(reading, 0, end), ranked: [] };
  const model = vocabulary.tools.get(vocabulary.findTool('writing') ?? '');
  if (!model || (options.category !== undefined && model.category !== options.category)) return;
  if (isOrder(reading) || isUnknowable(reading)) return;
  const isChore = clauses.some(({ ranked }) => ranked[0]?.tool === CHORE && ranked[0].score >= 0.6);
  if (isChore && !asksForToday(reading)) return;
  const best = clause.ranked[0];
  const missing = best?.task === 'exchange' ? 'currency' : best?.task === 'journey' ? 'ends' : undefined;
  if (best?.isAsked && best.score >= ASKED_MIN && !isMeasure(reading)) {
    const gap = findTimeGap(best.task, reading, { start: 0, end }) ?? missing;
    if (gap) {
      planned.leftOut.push({ tool: best.tool, target: reading.text.original.trim(), missing: gap });
      return;
    }
  }
  // “Don't summarize it, translate it” still asks for work on a text.
  const isDenied = reading.denials.some(({ hits }) => hits.length > 0);
  if (isDenied && !reading.hits.some(({ key }) => key.kind === 'verb')) return;
  const aim = chooseAim(reading, estimateAims);
  if (aim === null) return;
  const search = options.category === undefined && aim === 'search' ? vocabulary.findTool('search') : undefined;
  if (search === undefined && aim === 'search' && !isQuestion(reading)) return;
  const job: Job = { reading, vocabulary, clause, tool: search ?? model.name, plan: planned, isOnly: true };
  const words = reading.text.original.trim();
  addStep(job, job.tool, search === undefined ? { prompt: words } : { query: truncate(words, QUERY_CHARS_MAX) });
}

/** Follows the rules unless the learned likelihoods contradict them. Where the rules choose nothing, the likelihoods must be high. */
function chooseAim(reading: Reading, estimateAims: EstimateAims): 'search' | 'writing' | null {
  const cues = listCues(reading);
  const { nothing, other, search, writing } = estimateAims(reading, cues);
  const likelier = search > writing ? 'search' : 'writing';
  const likelihood = Math.max(search, writing);
  const ruled = chooseByRules(new Set(cues));
  if (ruled === null) return likelihood >= AIM_SURE && Math.max(nothing, other) < AIM_MIN ? likelier : null;
  if (likelihood >= AIM_LIKELY && likelier !== ruled) return likelier;
  return (ruled === 'search' ? search : writing) < AIM_MIN ? null : ruled;
}

function chooseByRules(cues: ReadonlySet<string>): 'search' | 'writing' | null {
  if (cues.has('now')) return 'search';
  if (cues.has('question')) return cues.has('present') ? 'search' : 'writing';
  return cues.has('openly') ? 'search' : null;
}

const CUES: Readonly<Record<string, (reading: Reading) => boolean>> = {
  now: isAboutNow,
  question: isQuestion,
  present: asksForPresent,
  openly: asksOpenly,
  own: isOwn,
  unknowable: isUnknowable,
  measure: isMeasure,
  today: asksForToday,
  order: isOrder,
};

/** Names of the rules that hold for a message. */
export const listCues = (reading: Reading): string[] =>
  Object.entries(CUES).flatMap(([name, holds]) => (holds(reading) ? [name] : []));
