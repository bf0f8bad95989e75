/** Finds the tools for a message with the learned model. The same message always gets the same route. */
import { LRUCache } from 'lru-cache';
import type { Registry } from '../../kernel/tool/registry.ts';
import { runOnce } from '../../lib/memoize.ts';
import { createAims, type EstimateAims } from '../learned/aims.ts';
import { createExtents } from '../learned/extents.ts';
import { readWeights } from '../learned/weights.ts';
import { createWording, type Wording } from '../learned/wording.ts';
import { readMessage } from '../reading/reading.ts';
import { createVocabulary, type Vocabulary } from '../reading/vocabulary.ts';
import type { Clause } from '../scoring/ranking.ts';
import type { Route, RouteOptions, Router } from '../types.ts';
import { estimateConfidence } from './confidence.ts';
import { fallBack } from './fallback.ts';
import { interpretMessage } from './interpretation.ts';
import { findMissingThing } from './missing-things.ts';
import type { StepPlan } from './plan.ts';
import { isAboutNow } from './questions.ts';
import { findSmallTalk } from './small-talk.ts';
import { buildTemplate, rebindRoute } from './template.ts';

const ALTERNATIVES_MAX = 3;

/** Short messages of the last minutes, each with its route: the same message has the same one, whoever asks. */
const KEPT_MAX = 500;
const KEPT_MS = 600_000;
const KEPT_CHARS_MAX = 500;

interface Models {
  wording: Wording;
  estimateAims: EstimateAims;
}

/** Reads the tools' lexicons and the learned wording with the first message, not at start. */
export function createRouter(registry: Registry): Router {
  const vocabulary = runOnce(() => ({ ...createVocabulary(registry), extents: createExtents(readWeights('extents')) }));
  const models = runOnce(() => ({
    wording: createWording(readWeights('wording')),
    estimateAims: createAims(readWeights('aims')),
  }));
  const routes = new LRUCache<string, Route>({ max: KEPT_MAX, ttl: KEPT_MS });
  const route: Router['route'] = (message, options = {}) => {
    const key = `${options.language ?? ''} ${options.category ?? ''} ${message}`;
    const cachedRoute = routes.get(key);
    if (cachedRoute) return structuredClone(cachedRoute);
    const fresh = findRoute(message, vocabulary(), models(), options);
    if (message.length <= KEPT_CHARS_MAX) routes.set(key, structuredClone(fresh));
    return fresh;
  };
  return {
    route,
    rebind: (cached, message) => rebindRoute(cached, route(message, { language: cached.language }), vocabulary()),
  };
}

function findRoute(message: string, vocabulary: Vocabulary, models: Models, options: RouteOptions): Route {
  const reading = readMessage(message, vocabulary, options.language);
  const interpretation = interpretMessage(reading, vocabulary, models.wording, options);
  const { clauses, planned } = interpretation;
  const missing = findMissingThing(reading);
  if (missing !== null) {
    const tool = planned.chosen[0]?.tool ?? vocabulary.findTool('writing') ?? '';
    Object.assign(planned, { steps: [], chosen: [], leftOut: [{ tool, target: message.trim(), missing }] });
  }
  // An encyclopedia is as old as a model.
  const isStale =
    planned.steps.length > 0 && planned.steps.every(({ tool }) => vocabulary.findTask(tool) === 'article');
  // Without a word that asks for a model, it is one of the questions that no tool was found for.
  const isGuess =
    planned.steps.length === 1 &&
    planned.chosen.every(({ tool, ranked }) => ranked.terms.length === 0 && vocabulary.findTask(tool) === 'writing');
  if ((isStale && isAboutNow(reading)) || isGuess) Object.assign(planned, { steps: [], chosen: [], entities: [] });
  const isUnderstood = planned.steps.length + planned.leftOut.length > 0;
  const smallTalk = isUnderstood ? null : findSmallTalk(reading);
  if (!isUnderstood && smallTalk === null)
    fallBack({ reading, vocabulary, options, estimateAims: models.estimateAims }, clauses, planned);
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
