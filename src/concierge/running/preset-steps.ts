/** Plans the steps of a preset for a message. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { Preset } from '../../kernel/tool/presets.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { STEPS_MAX } from '../filling/job.ts';
import type { LeftOut, MissingInput, Route, RouteStep } from '../types.ts';
import { CONFIDENT } from './model.ts';
import { quoteJson, shorten } from './values.ts';

const MESSAGE = '{message}';
const TOLD_MAX = 1_000;
/** Fields that a whole message fits in. */
const TEXT_FIELDS = ['query', 'q', 'prompt', 'text'];

/** Missing input by task, if none of its tools can run; other tasks were not asked for. */
const needs: Readonly<Partial<Record<Task, MissingInput>>> = {
  forecast: 'place',
  position: 'place',
  journey: 'ends',
  exchange: 'currency',
  coinPrices: 'coin',
  translation: 'language',
};

/**
 * Plans the preset's tools that the message asks for. In doubt, or if only its first step or a question for one tool is
 * found, all of them; if no rule understands the message, the first tool that takes one text. Each tool left out has
 * its reason. No steps if nothing fits.
 */
export function planPreset(preset: Preset, route: Route, message: string, registry: Registry): Route {
  const { steps, isFixed } = chooseSteps(preset, route, message, registry);
  const isLacking = steps.length === 0 && route.leftOut.length > 0;
  const tools = isLacking ? [] : preset.tools.filter((tool) => !steps.some((step) => step.tool === tool));
  const unused = tools
    .filter((tool) => !route.leftOut.some((one) => one.tool === tool))
    .map((tool): LeftOut => ({ tool, target: tool, missing: findNeed(tool, registry) ?? 'request' }));
  return {
    ...route,
    steps,
    // Without any step only what the first of them needs is asked for.
    leftOut: [...route.leftOut, ...(steps.length > 0 ? unused : unused.slice(0, 1))],
    confidence: isFixed ? 1 : route.confidence,
  };
}

const findNeed = (tool: string, registry: Registry): MissingInput | undefined => {
  const task = registry.get(tool)?.definition.lexicon?.task;
  return task && needs[task];
};

interface ChosenSteps {
  steps: RouteStep[];
  /** The steps of the preset's own file: there is nothing to doubt. */
  isFixed: boolean;
}

function chooseSteps(
  { tools, steps: own = [] }: Preset,
  { steps: routeSteps, confidence, leftOut }: Route,
  message: string,
  registry: Registry,
): ChosenSteps {
  const [first] = own;
  const requestedSteps = !first || confidence >= CONFIDENT || routeSteps.length > 1 ? routeSteps : [];
  if (requestedSteps.length === 0 && leftOut.length > 0) return { steps: [], isFixed: false };
  const isFirst = requestedSteps.length > 0 && requestedSteps.every(({ tool, from }) => tool === first?.tool && !from);
  const isQuestion =
    requestedSteps.length === 1 &&
    own.some(({ tool }) => tool === requestedSteps[0]?.tool) &&
    Object.values(requestedSteps[0]?.input ?? {}).includes(message.trim());
  if (requestedSteps.length > 0 && !isFirst && !isQuestion) return { steps: requestedSteps, isFixed: false };
  if (!first) return { steps: callFirstTool(tools, message, registry), isFixed: false };
  const steps = (isFirst ? requestedSteps : [{ input: {} }]).flatMap(({ input: stepInput }, round) =>
    own.map(({ tool, input, from }, at): RouteStep => {
      const step = { tool, input: { ...fillTemplate(message, input), ...(at === 0 ? stepInput : {}) } };
      return from ? { ...step, from: moveSources(from, round * own.length) } : step;
    }),
  );
  const isFitting = registry.get(first.tool)?.definition.input.safeParse(steps[0]?.input).success;
  return { steps: isFitting ? steps.slice(0, STEPS_MAX - (STEPS_MAX % own.length)) : [], isFixed: true };
}

const moveSources = (from: NonNullable<RouteStep['from']>, by: number): NonNullable<RouteStep['from']> =>
  Object.fromEntries(
    Object.entries(from).map(([field, { step, path }]) => [field, { step: step + by, path }] as const),
  );

/**
 * Inside of other words a message is quoted, because it may hold a stranger's text, and a long one is told by its
 * beginning: instructions have a limit of their own.
 */
function fillTemplate(message: string, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const describeValue = (value: unknown): unknown => {
    if (value === MESSAGE) return message;
    return typeof value === 'string' ? value.replaceAll(MESSAGE, () => quoteJson(shorten(message, TOLD_MAX))) : value;
  };
  return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, describeValue(value)]));
}

function callFirstTool(tools: readonly string[], message: string, registry: Registry): RouteStep[] {
  for (const tool of tools) {
    const input = registry.get(tool)?.definition.input;
    const field = TEXT_FIELDS.find((one) => input && Object.hasOwn(input.shape, one));
    if (field !== undefined && input?.safeParse({ [field]: message }).success)
      return [{ tool, input: { [field]: message } }];
  }
  return [];
}
