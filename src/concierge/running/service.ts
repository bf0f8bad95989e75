/**
 * The concierge: plans a request, runs the planned tools as parts of one call, checks the outputs and writes the
 * answer.
 */

import { FareboxError } from '../../kernel/errors/errors.ts';
import type { AnswerStore } from '../../kernel/ports.ts';
import type { CallContext, QuoteContext } from '../../kernel/tool/context.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { createRegistry, type Registry } from '../../kernel/tool/registry.ts';
import { fromUsd, toUsd } from '../../lib/money.ts';
import { RUN_MIN } from '../choosing/confidence.ts';
import { listFittingTools } from '../scoring/fits.ts';
import type { Route, Router } from '../types.ts';
import { writeAnswer } from './answer.ts';
import { type Diagnose, diagnoseFailure } from './diagnose.ts';
import { detectLanguage } from './language.ts';
import { createUnusableError, tellLeftOut, tellSmallTalk } from './left-out.ts';
import { CONFIDENT, isModelSetUp, PLANNED_BELOW, type PlannerOptions, routeByModel, tellByModel } from './model.ts';
import {
  createUnsureError,
  describeRoute,
  nothingFitsError,
  planNamedSteps,
  pricePlan,
  readRoutingFee,
} from './plan.ts';
import { planPreset } from './preset-steps.ts';
import { RouteCache } from './route-cache.ts';
import { findDeadEnd, runSteps } from './steps.ts';
import type { CacheKeys, Concierge, Plan, SmartAnswer, SmartRequest, StepExecution } from './types.ts';
import { listDoubts, verifyAnswers } from './verify.ts';

export interface ConciergeOptions {
  registry: Registry;
  /** Made with the first message: it costs time and memory that a server without messages need not spend. */
  createRouter(registry: Registry): Promise<Router>;
  /** What the debug service knows of an error. */
  diagnose?: Diagnose | undefined;
  planner: PlannerOptions;
  /** Shares routes with other instances. */
  shared?: AnswerStore | undefined;
}

export function openConcierge(options: ConciergeOptions): Concierge {
  return new TheConcierge(options);
}

const unknownError: Diagnose = async () => null;

class TheConcierge implements Concierge {
  readonly #options: ConciergeOptions;
  readonly #routes: RouteCache;
  /** By preset; that of all tools under ''. */
  readonly #routers = new Map<string, Promise<Router>>();
  /** The tools that the routers know. */
  #routed: Registry['tools'] = [];

  constructor(options: ConciergeOptions) {
    this.#options = options;
    this.#routes = new RouteCache(options.shared);
  }

  stats(mode: QuoteContext['mode']): ReturnType<Concierge['stats']> {
    return this.#routes.stats(mode);
  }

  async fits(text: string): ReturnType<Concierge['fits']> {
    return listFittingTools((await this.#router()).route(text));
  }

  async plan(request: SmartRequest, ctx: QuoteContext, dry = false): Promise<Plan> {
    if (request.tools !== undefined) return planNamedSteps(request, ctx);
    if (request.preset !== undefined) return this.#preset(request, ctx);
    const plan = await this.#planRouted(request, ctx, dry);
    if (!dry && plan.feeMicros > 0 && !mayAskModel(plan, ctx, this.#options.planner)) await assertWayOn(plan, ctx);
    return plan;
  }

  async #planRouted(request: SmartRequest, ctx: QuoteContext, dry: boolean): Promise<Plan> {
    const { message = '', category, language } = request;
    const { planner } = this.#options;
    const router = await this.#router();
    const route = router.route(message, { category, language });
    const { mode } = ctx;
    const cacheKeys = buildCacheKeys(request, route, ctx);
    const cachedRoute = await this.#routes.get(mode, cacheKeys.own, dry);
    // What was kept by another version may fit no longer.
    const own = cachedRoute && router.rebind(cachedRoute, message);
    const isKnown = route.steps.length > 0 && (await this.#routes.knows(mode, cacheKeys.known, dry));
    const isPaidKind = !isInDoubt(route) && (await this.#routes.hasPaidFor(mode, cacheKeys.kind));
    const again = own ?? (isKnown || isPaidKind ? route : null);
    if (again) {
      if (!dry) this.#routes.hit(mode);
      return pricePlan({ mode: 'natural-language', source: 'cache', route: again, feeMicros: 0, cacheKeys }, ctx);
    }
    const plan = { mode: 'natural-language', source: 'rules', route, cacheKeys } as const;
    if (route.smallTalk !== undefined) return pricePlan({ ...plan, feeMicros: 0, cacheKeys: null }, ctx);
    if (route.steps.length === 0 && (route.leftOut.length > 0 || !isModelSetUp(ctx, planner)))
      throw nothingFitsError(route);
    if (isUnsure(route) && !isModelSetUp(ctx, planner)) throw createUnsureError(route);
    return pricePlan(
      { ...plan, feeMicros: isPlainQuestion(route, ctx.registry) ? 0 : readRoutingFee(ctx.registry) },
      ctx,
    );
  }

  /** Among the tools of the preset; what no rule understands is given to the first that takes one text. */
  async #preset({ message = '', preset: id = '', language }: SmartRequest, ctx: QuoteContext): Promise<Plan> {
    const preset = ctx.registry.presets.find((one) => one.id === id);
    if (!preset) {
      const ids = ctx.registry.presets.map((one) => one.id).join(', ');
      throw createInvalidInputError([{ path: 'preset', message: `There is no preset of that name; there are ${ids}` }]);
    }
    const newRoute = (await this.#router(id)).route(message, { language });
    const route = planPreset(preset, newRoute, message, ctx.registry);
    if (route.steps.length === 0) throw nothingFitsError(route);
    return pricePlan({ mode: 'preset', source: 'rules', route, feeMicros: 0, cacheKeys: null }, ctx);
  }

  #router(presetId = ''): Promise<Router> {
    if (this.#routed !== this.#options.registry.tools) {
      this.#routed = this.#options.registry.tools;
      this.#routers.clear();
    }
    const routing = this.#routers.get(presetId);
    if (routing !== undefined) return routing;
    const { registry, createRouter } = this.#options;
    const names = registry.presets.find(({ id }) => id === presetId)?.tools;
    const tools = names ? registry.tools.filter(({ name }) => names.includes(name)) : registry.tools;
    const router = createRouter(
      names ? { ...createRegistry([...tools], new Map(registry.toolsets)), presets: [] } : registry,
    );
    this.#routers.set(presetId, router);
    return router;
  }

  #remember({ cacheKeys, source, route }: Plan, mode: QuoteContext['mode']): void {
    if (cacheKeys === null || source === 'cache') return;
    this.#routes.payFor(mode, cacheKeys.kind);
    if (source === 'llm') this.#routes.set(mode, cacheKeys.own, route);
    else this.#routes.know(mode, cacheKeys.known);
  }

  /** One text out of several answers is worth a model; what was free of a fee asks none. */
  async #tellAnswer(
    message: string,
    { route, feeMicros }: Plan,
    executions: readonly StepExecution[],
    ctx: CallContext,
  ): Promise<string> {
    const template = writeAnswer(route, executions);
    const outputs = executions.flatMap(({ result }) => (result.ok ? [result.output] : []));
    if (feeMicros === 0 || outputs.length < 2 || outputs.length < executions.length) return template;
    const language = route.language ?? detectLanguage(message);
    return tellByModel({ message, language, template, outputs }, ctx, this.#options.planner);
  }

  async run({ message = '' }: SmartRequest, planned: Plan, ctx: CallContext): Promise<SmartAnswer> {
    ctx.reportProgress(0.02, 'routing');
    const plan = await resolveDoubt(message, planned, ctx, this.#options.planner);
    const { route, feeMicros } = plan;
    if (route.smallTalk !== undefined) return answerSmallTalk(plan, ctx.registry);
    ctx.reportProgress(0.1, `calling ${route.steps.map(({ tool }) => tool).join(', ')}`);
    const executions = await runSteps(route, ctx);
    const answered = executions.filter(({ result }) => result.ok);
    if (answered.length === 0) throw nothingAnsweredError(executions, plan);
    // What has not worked is not worth remembering.
    if (answered.length === executions.length) this.#remember(plan, ctx.mode);
    const verification = verifyAnswers(executions, message);
    if (route.leftOut.length > 0) ctx.warn(tellLeftOut(route.leftOut));
    for (const doubt of listDoubts(route, verification)) ctx.warn(doubt);
    const diagnosis = await diagnoseFailure(executions, this.#options.diagnose ?? unknownError);
    const results = executions.map(({ result }) => result);
    return {
      response: [await this.#tellAnswer(message, plan, executions, ctx), tellLeftOut(route.leftOut, route.language)]
        .join('\n')
        .trim(),
      toolsUsed: answered.map(({ result }) => result.tool),
      totalCost: toUsd(feeMicros + sumPrices(executions)),
      routingFee: toUsd(feeMicros),
      route: describeRoute(plan, ctx.registry),
      results,
      verification,
      ...(diagnosis ? { diagnosis } : {}),
    };
  }
}

/** Messages that differ in their entities alone, and have the same tools called, are one route. */
function buildCacheKeys(
  { message, category, language }: SmartRequest,
  route: Route,
  { mode, principal }: QuoteContext,
): CacheKeys {
  const accountId = principal.kind === 'account' ? principal.accountId : null;
  const caller = principal.kind === 'account' ? principal.lineage : null;
  const called = route.steps.map(({ tool, from }) => [tool, from]);
  return {
    known: RouteCache.key(mode, ['known', route.template, route.language, category, called]),
    own: RouteCache.key(mode, ['own', caller, message, language, category]),
    kind: RouteCache.key(mode, ['kind', accountId, [...new Set(route.steps.map(({ tool }) => tool))].sort()]),
  };
}

/** Throws what the whole would fail with, before a fee is taken: no step may read the address that it was given. */
async function assertWayOn(plan: Plan, ctx: QuoteContext): Promise<void> {
  const refused = await findDeadEnd(plan.route, ctx);
  if (refused) throw nothingAnsweredError(refused, plan);
}

const isForModel = ({ steps, confidence }: Route): boolean => steps.length === 0 || confidence < PLANNED_BELOW;

const isInDoubt = ({ steps, confidence }: Route): boolean => steps.length === 0 || confidence < CONFIDENT;

const isUnsure = ({ steps, confidence }: Route): boolean => steps.length > 0 && confidence < RUN_MIN;

/** A question that only a language model may answer is passed on without a routing fee. */
const isPlainQuestion = ({ steps, confidence }: Route, registry: Registry): boolean =>
  confidence < CONFIDENT &&
  steps.length > 0 &&
  steps.every(({ tool }) => registry.get(tool)?.definition.lexicon?.task === 'writing');

function answerSmallTalk(plan: Plan, registry: Registry): SmartAnswer {
  const { route } = plan;
  return {
    response: tellSmallTalk(route),
    toolsUsed: [],
    totalCost: 0,
    routingFee: 0,
    route: describeRoute(plan, registry),
    results: [],
    verification: [],
  };
}

const mayAskModel = ({ route }: Plan, ctx: QuoteContext, planner: PlannerOptions): boolean =>
  isForModel(route) && isModelSetUp(ctx, planner);

/** A fee was taken for the route: a model plans unless the rules are sure. */
async function resolveDoubt(message: string, plan: Plan, ctx: CallContext, planner: PlannerOptions): Promise<Plan> {
  const { route, feeMicros } = plan;
  if (feeMicros === 0 || !isForModel(route)) return plan;
  const better = await routeByModel(message, route, ctx, planner);
  if (better) return { ...plan, source: 'llm', route: better };
  if (route.steps.length === 0) throw nothingFitsError(route);
  if (isUnsure(route)) throw createUnsureError(route);
  return plan;
}

/** Of what has answered, in micro-USD. */
function sumPrices(executions: readonly StepExecution[]): number {
  return executions.reduce((sum, { result }) => sum + fromUsd(result.price), 0);
}

/** The error that a caller can do most about, with what every step said. */
function nothingAnsweredError(
  executions: readonly StepExecution[],
  { mode, route, feeMicros, totalMicros }: Plan,
): FareboxError {
  const failed = executions.flatMap(({ error, result }) => (error && !result.ok && !result.skipped ? [error] : []));
  const mainError =
    failed.find(({ code }) => code === 'INSUFFICIENT_BALANCE') ?? failed[0] ?? new FareboxError('NO_RESULT');
  if (mode !== 'structured' && mainError.code === 'INVALID_INPUT')
    return createUnusableError(executions, mainError, route.language);
  const { message, next, facts } = mainError;
  const results = executions.map(({ result }) => result);
  // The fee was taken when the step was refused: it comes back, and the next call needs all of it again.
  const { money } = facts;
  const whole = money && { ...money, balance: money.balance + feeMicros, required: totalMicros };
  const details = { ...facts.details, results };
  return new FareboxError(mainError.code, {
    ...facts,
    ...(whole ? { money: whole } : {}),
    message,
    next,
    details,
    cause: mainError,
  });
}
