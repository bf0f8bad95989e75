/** Plans a request and its price without calling a provider or charging anything. */
import { assertMayCall } from '../../kernel/call/admission.ts';
import { assertAvailable } from '../../kernel/call/available.ts';
import { suggestParts } from '../../kernel/call/suggest.ts';
import { FareboxError, type Issue } from '../../kernel/errors/errors.ts';
import type { QuoteContext } from '../../kernel/tool/context.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { type Micros, toUsd, usd } from '../../lib/money.ts';
import type { Route, RouteStep } from '../types.ts';
import { detectLanguage } from './language.ts';
import { createMissingError } from './left-out.ts';
import type { NamedStep, Plan, ShownRoute, SmartRequest } from './types.ts';

/** For a route of a message that was found anew. */
export const ROUTING_FEE: Micros = usd('0.02');

/** The operator can change it: it is the price of the tool that plans. */
export const readRoutingFee = (registry: Registry): Micros => registry.get('smart')?.priceMicros ?? ROUTING_FEE;

/** The steps as the caller named them. Throws INVALID_INPUT or UNKNOWN_TOOL. */
export function planNamedSteps({ tools = [], message = '', language }: SmartRequest, ctx: QuoteContext): Plan {
  const issues = tools.flatMap((step, index) => findIssues(step, index, ctx));
  if (issues.length > 0) throw createInvalidInputError(issues);
  const route: Route = {
    steps: tools.map(({ tool: name, input, from }) => {
      const tool = ctx.registry.get(name)?.name ?? name;
      return from ? { tool, input, from } : { tool, input };
    }),
    leftOut: [],
    confidence: 1,
    language: language ?? detectLanguage(message),
    matched: [],
    alternatives: [],
    // What the answer looks up which days were asked about in; it is kept nowhere.
    template: message,
    entities: [],
  };
  return pricePlan({ mode: 'structured', source: 'rules', route, feeMicros: 0, cacheKeys: null }, ctx);
}

function findIssues(step: NamedStep, index: number, ctx: QuoteContext): Issue[] {
  const tool = ctx.registry.get(step.tool);
  if (tool) return findStepIssues(step, index, tool);
  throw new FareboxError('UNKNOWN_TOOL', { details: { tool: step.tool, nearest: suggestParts(step.tool, ctx) } });
}

export function findStepIssues(
  { tool: name, input, from = {} }: NamedStep,
  index: number,
  tool: RegisteredTool,
): Issue[] {
  const at = `tools.${index}`;
  const { layer } = tool.toolset;
  if (layer !== 1 && layer !== 2) return [{ path: `${at}.tool`, message: 'Only direct tools and smart services' }];
  const shape = tool.definition.input.shape;
  const issues = Object.entries(from).flatMap(([field, { step }]): Issue[] => {
    if (!Object.hasOwn(shape, field)) return [{ path: `${at}.from.${field}`, message: `${name} has no such field` }];
    return step < index
      ? []
      : [{ path: `${at}.from.${field}.step`, message: 'Must be an earlier step, counted from 0' }];
  });
  const filled = Object.keys(from);
  const parsed = tool.definition.input.safeParse(input);
  // What an earlier step fills in can't be missing yet.
  const own = (parsed.error?.issues ?? []).filter(({ path: [field] }) => !filled.includes(String(field ?? '')));
  const candidates = filled.length > 0 ? own.filter(({ path }) => path.length > 0) : own;
  return [...issues, ...candidates.map(({ path, message }) => ({ path: [at, 'input', ...path].join('.'), message }))];
}

/** Throws CAP_REACHED for a tool that the key may not call, and TOOL_UNAVAILABLE when none of them is set up. */
export function pricePlan(plan: Omit<Plan, 'totalMicros' | 'flatMicros'>, ctx: QuoteContext): Plan {
  const tools = plan.route.steps.flatMap(({ tool }) => ctx.registry.get(tool) ?? []);
  for (const tool of tools) assertMayCall(tool, ctx.principal);
  const missing = tools.map((tool, index) => findUnavailability(tool, plan.route.steps[index], ctx));
  const [first] = missing;
  if (first && missing.every((error) => error !== null)) throw first;
  const { registry } = ctx;
  const totalMicros = plan.route.steps.reduce((sum, step) => sum + computeStepPrice(step, registry), plan.feeMicros);
  const flatMicros = tools.reduce((sum, { priceMicros }) => sum + priceMicros, plan.feeMicros);
  return { ...plan, totalMicros, flatMicros };
}

/** Input from an earlier step is cut to the amount that one price covers. */
export function computeStepPrice({ tool: name, input, from }: RouteStep, registry: Registry): Micros {
  const tool = registry.get(name);
  if (!tool) return 0;
  const fields = from === undefined ? tool.definition.input.safeParse(input).data : undefined;
  return tool.priceMicros * (fields === undefined ? 1 : tool.countUnits(fields));
}

/** An input that an earlier step completes does not tell yet which of the sources it needs: that shows when it runs. */
function findUnavailability(tool: RegisteredTool, step: RouteStep | undefined, { environment }: QuoteContext): unknown {
  const { usesFor: _later, ...whole } = tool.definition;
  const input = tool.definition.input.safeParse(step?.input ?? {}).data;
  try {
    assertAvailable(input ? tool : { ...tool, definition: whole }, input ?? {}, environment);
    return null;
  } catch (thrown) {
    return thrown;
  }
}

const NOTHING_FITS: Readonly<Record<Route['language'], { message: string; next: string }>> = {
  en: {
    message: 'No tool fits this message. Nothing was charged.',
    next: 'Say what you want and about what, or name the tools in "tools".',
  },
  ja: {
    message: 'このメッセージに合うツールがありません。料金はかかっていません。',
    next: '何について何をしたいかを書くか、"tools"でツールを指定してください。',
  },
  zh: {
    message: '没有适合此消息的工具。未收取任何费用。',
    next: '请写明想做什么、针对什么，或在 "tools" 中指定工具。',
  },
};

const UNSURE: Readonly<Record<Route['language'], { message: string; next: string }>> = {
  en: {
    message: 'This message can be read in several ways, so nothing ran and nothing was charged.',
    next: 'Ask for one thing per sentence, or name the tools in "tools".',
  },
  ja: {
    message: 'このメッセージは複数の意味に取れるため、何も実行していません。料金はかかっていません。',
    next: '1文に1つずつ依頼するか、"tools"でツールを指定してください。',
  },
  zh: {
    message: '这条消息有多种理解方式，因此没有执行，也未收取费用。',
    next: '请一句话只提一个请求，或在 "tools" 中指定工具。',
  },
};

/** Names the likeliest readings instead of running one of them. */
export function createUnsureError({ steps, alternatives, language }: Route): FareboxError {
  const planned = [...new Set(steps.map(({ tool }) => tool))].map((tool) => ({ tool, score: 0 }));
  return new FareboxError('NO_RESULT', {
    ...UNSURE[language],
    details: { alternatives: [...planned, ...alternatives] },
  });
}

/** Asks for missing input in the language of the message. */
export function nothingFitsError({
  alternatives,
  leftOut,
  language,
}: Pick<Route, 'alternatives' | 'leftOut' | 'language'>): FareboxError {
  const missing = leftOut.flatMap((one) => (one.missing && one.missing !== 'request' ? [one.missing] : []));
  if (missing.length > 0) return createMissingError(missing, language);
  return new FareboxError('NO_RESULT', {
    ...NOTHING_FITS[language],
    details: { alternatives },
  });
}

/** As callers see it. */
export function describeRoute({ mode, source, route }: Plan, registry: Registry): ShownRoute {
  const { confidence, leftOut, matched, alternatives } = route;
  const steps = route.steps.map((step) => ({ ...step, price: toUsd(computeStepPrice(step, registry)) }));
  return { mode, source, confidence, steps, leftOut, matched, alternatives };
}
