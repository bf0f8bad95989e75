/** Finds tools for messages by rules and by what was learned: the same message, the same route. */
import { LRUCache } from 'lru-cache';
import type { Registry } from '../kernel/registry.ts';
import { runOnce } from '../kernel/run-once.ts';
import type { Clause } from './clauses.ts';
import { confidenceOf, heard } from './confidence.ts';
import { factsOf } from './facts.ts';
import { addStep, type Job } from './fill/job.ts';
import { extentsOf } from './learned/extents.ts';
import { readWeights } from './learned/weights.ts';
import { type Wording, wordingOf } from './learned/wording.ts';
import { considered } from './likelier.ts';
import type { Planned } from './plan.ts';
import { type Reading, readMessage } from './reading.ts';
import { rebound, templateOf } from './template.ts';
import type { Route, RouteOptions, Router } from './types.ts';
import { createVocabulary, ELSEWHERE, type Vocabulary } from './vocabulary.ts';

const ALTERNATIVES_MAX = 3;

/** Short messages of the last minutes, each with its route: the same message has the same one, whoever asks. */
const FOUND_MAX = 500;
const FOUND_MS = 600_000;
const FOUND_CHARS_MAX = 500;

/** Reads the tools' lexicons and the learned wording with the first message, not at start. */
export function createRouter(registry: Registry): Router {
  const vocabulary = runOnce(() => ({ ...createVocabulary(registry), extents: extentsOf(readWeights('extents')) }));
  const wording = runOnce(() => wordingOf(readWeights('wording')));
  const found = new LRUCache<string, Route>({ max: FOUND_MAX, ttl: FOUND_MS });
  const route: Router['route'] = (message, options = {}) => {
    const key = `${options.language ?? ''} ${options.category ?? ''} ${message}`;
    const before = found.get(key);
    if (before) return structuredClone(before);
    const fresh = routeOf(message, vocabulary(), wording(), options);
    if (message.length <= FOUND_CHARS_MAX) found.set(key, structuredClone(fresh));
    return fresh;
  };
  return {
    route,
    rebind: (cached, message) => rebound(cached, route(message, { language: cached.language }), vocabulary()),
  };
}

function routeOf(message: string, vocabulary: Vocabulary, wording: Wording, options: RouteOptions): Route {
  const reading = readMessage(message, vocabulary, options.language);
  const { clauses, planned, likelihood } = considered(reading, vocabulary, wording, options);
  const isAnswered = planned.steps.length > 0 || fallBack(reading, vocabulary, clauses, planned, options);
  const { template, entities } = templateOf(reading, planned.entities);
  return {
    steps: planned.steps,
    confidence: heard(
      confidenceOf(reading, clauses, planned, isAnswered),
      planned.steps.length > 0 ? likelihood : undefined,
    ),
    language: reading.language,
    matched: planned.chosen.map(({ tool, ranked }) => ({ tool, terms: [...ranked.terms] })),
    alternatives: alternativesOf(clauses, planned),
    template,
    entities,
  };
}

/** A question that is no other tool's is one for a language model; a greeting, nonsense or a chore is nobody's. */
function fallBack(
  reading: Reading,
  vocabulary: Vocabulary,
  clauses: readonly Clause[],
  planned: Planned,
  options: RouteOptions,
): boolean {
  const end = reading.command.length;
  const clause = clauses[0] ?? { start: 0, end, facts: factsOf(reading, 0, end), ranked: [] };
  const model = vocabulary.tools.get('smart-llm');
  if (!model || (options.category !== undefined && model.category !== options.category)) return false;
  if (clauses.some(({ ranked }) => ranked[0]?.tool === ELSEWHERE && ranked[0].score >= 0.6)) return false;
  if (!isAskedOf(reading)) return false;
  const job: Job = { reading, vocabulary, clause, tool: model.name, plan: planned, isOnly: true };
  addStep(job, model.name, { prompt: reading.text.original.trim() });
  return false;
}

const SAID_MIN = { en: 10, ja: 5, zh: 4 } as const;

/** Says enough in known words to be answered, and is more than a greeting. */
function isAskedOf({ command, hits, language }: Reading): boolean {
  const said = command.replace(/[^\p{L}\p{N}]/gu, '');
  const greeted = hits
    .filter(({ key }) => key.kind === 'greeting')
    .reduce((sum, { start, end }) => sum + end - start, 0);
  return hits.length > 0 && said.length >= SAID_MIN[language] && greeted < said.length * 0.5;
}

function alternativesOf(clauses: readonly Clause[], { chosen }: Planned): Route['alternatives'] {
  const best = new Map<string, number>();
  for (const { tool, score } of clauses.flatMap(({ ranked }) => ranked)) {
    if (tool === ELSEWHERE || tool === '') continue;
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
