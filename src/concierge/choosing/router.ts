/** Finds the tools for a message with the learned model. The same message always gets the same route. */
import { LRUCache } from 'lru-cache';
import type { Registry } from '../../kernel/tool/registry.ts';
import { runOnce } from '../../lib/memoize.ts';
import { truncate } from '../../text/truncate.ts';
import type { Job } from '../filling/job.ts';
import { addStep } from '../filling/steps.ts';
import { createExtents } from '../learned/extents.ts';
import { readWeights } from '../learned/weights.ts';
import { createWording, type Wording } from '../learned/wording.ts';
import { readFacts } from '../reading/facts.ts';
import type { Reading } from '../reading/message.ts';
import { readMessage } from '../reading/reading.ts';
import { CHORE, createVocabulary, type Vocabulary } from '../reading/vocabulary.ts';
import type { Clause } from '../scoring/ranking.ts';
import type { Route, RouteOptions, Router } from '../types.ts';
import { estimateConfidence } from './confidence.ts';
import { interpretMessage } from './interpretation.ts';
import { findMissingThing } from './missing-things.ts';
import type { StepPlan } from './plan.ts';
import {
  asksForPresent,
  asksForToday,
  asksOpenly,
  isAboutNow,
  isMeasure,
  isQuestion,
  isUnknowable,
} from './questions.ts';
import { findSmallTalk } from './small-talk.ts';
import { buildTemplate, rebindRoute } from './template.ts';
import { isOrder } from './unserved.ts';

const ALTERNATIVES_MAX = 3;

/** Short messages of the last minutes, each with its route: the same message has the same one, whoever asks. */
const KEPT_MAX = 500;
const KEPT_MS = 600_000;
const KEPT_CHARS_MAX = 500;

/** Reads the tools' lexicons and the learned wording with the first message, not at start. */
export function createRouter(registry: Registry): Router {
  const vocabulary = runOnce(() => ({ ...createVocabulary(registry), extents: createExtents(readWeights('extents')) }));
  const wording = runOnce(() => createWording(readWeights('wording')));
  const routes = new LRUCache<string, Route>({ max: KEPT_MAX, ttl: KEPT_MS });
  const route: Router['route'] = (message, options = {}) => {
    const key = `${options.language ?? ''} ${options.category ?? ''} ${message}`;
    const cachedRoute = routes.get(key);
    if (cachedRoute) return structuredClone(cachedRoute);
    const fresh = findRoute(message, vocabulary(), wording(), options);
    if (message.length <= KEPT_CHARS_MAX) routes.set(key, structuredClone(fresh));
    return fresh;
  };
  return {
    route,
    rebind: (cached, message) => rebindRoute(cached, route(message, { language: cached.language }), vocabulary()),
  };
}

function findRoute(message: string, vocabulary: Vocabulary, wording: Wording, options: RouteOptions): Route {
  const reading = readMessage(message, vocabulary, options.language);
  const interpretation = interpretMessage(reading, vocabulary, wording, options);
  const { clauses, planned } = interpretation;
  const missing = findMissingThing(reading);
  if (missing !== null) {
    const tool = planned.chosen[0]?.tool ?? vocabulary.findTool('writing') ?? '';
    Object.assign(planned, { steps: [], chosen: [], leftOut: [{ tool, target: message.trim(), missing }] });
  }
  // An encyclopedia is as old as a model.
  const isStale =
    planned.steps.length > 0 && planned.steps.every(({ tool }) => vocabulary.findTask(tool) === 'article');
  if (isStale && isAboutNow(reading)) Object.assign(planned, { steps: [], chosen: [], entities: [] });
  const isUnderstood = planned.steps.length + planned.leftOut.length > 0;
  const smallTalk = isUnderstood ? null : findSmallTalk(reading);
  if (!isUnderstood && smallTalk === null) fallBack(reading, vocabulary, clauses, planned, options);
  const { template, entities } = buildTemplate(reading, planned.entities);
  return {
    steps: planned.steps,
    leftOut: planned.leftOut,
    confidence: estimateConfidence(reading, interpretation, !isUnderstood && planned.steps.length > 0, vocabulary),
    language: reading.language,
    matched: planned.chosen.map(({ tool, ranked }) => ({ tool, terms: [...ranked.terms] })),
    alternatives: listAlternatives(clauses, planned, vocabulary),
    template,
    entities,
    ...(smallTalk === null ? {} : { smallTalk }),
  };
}

/** Adds the step of a language model for a question that no other tool answers; none for a greeting, nonsense or a chore. */
function fallBack(
  reading: Reading,
  vocabulary: Vocabulary,
  clauses: readonly Clause[],
  planned: StepPlan,
  options: RouteOptions,
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
  if (missing && !isMeasure(reading) && best?.isAsked && best.score >= ASKED_MIN) {
    planned.leftOut.push({ tool: best.tool, target: reading.text.original.trim(), missing });
    return;
  }
  // “Don't summarize it, translate it” still asks for work on a text.
  const isDenied = reading.denials.some(({ hits }) => hits.length > 0);
  if (isDenied && !reading.hits.some(({ key }) => key.kind === 'verb')) return;
  const isForSearch = isAboutNow(reading) || (isQuestion(reading) ? asksForPresent(reading) : asksOpenly(reading));
  const search = options.category === undefined && isForSearch ? vocabulary.findTool('search') : undefined;
  if (search === undefined && !isQuestion(reading)) return;
  const job: Job = { reading, vocabulary, clause, tool: search ?? model.name, plan: planned, isOnly: true };
  const words = reading.text.original.trim();
  addStep(job, job.tool, search === undefined ? { prompt: words } : { query: truncate(words, 400) });
}

/** A verb of a tool, and nothing of what that needs. */
const ASKED_MIN = 0.4;

function listAlternatives(
  clauses: readonly Clause[],
  { chosen }: StepPlan,
  { tools }: Vocabulary,
): Route['alternatives'] {
  const best = new Map<string, number>();
  for (const { tool, score } of clauses.flatMap(({ ranked }) => ranked)) {
    if (!tools.has(tool)) continue;
    best.set(tool, Math.max(best.get(tool) ?? 0, score));
  }
  for (const { tool, ranked } of chosen) {
    best.delete(tool);
    best.delete(ranked.tool);
  }
  return [...best]
    .map(([tool, score]) => ({ tool, score: Math.round((1 - 1 / (1 + score)) * 1000) / 1000 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, ALTERNATIVES_MAX);
}
