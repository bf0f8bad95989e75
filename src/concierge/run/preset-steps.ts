/** What a preset does with a message. */
import type { Preset } from '../../kernel/presets.ts';
import type { Registry } from '../../kernel/registry.ts';
import type { Route, RouteStep } from '../types.ts';
import { CONFIDENT } from './model.ts';
import { quoteJson, shorten } from './values.ts';

const MESSAGE = '{message}';
const TOLD_MAX = 1_000;
/** Fields that a whole message fits in. */
const TEXT_FIELDS = ['query', 'q', 'prompt', 'text'];

/**
 * What the message asks for among its tools; where that is in doubt, or no more than the first of its own steps or a
 * question for one of them, all of those; where no rule understands it, the first tool that takes one text. Empty when nothing fits.
 */
export function planPresetSteps(
  { tools, steps = [] }: Preset,
  { steps: found, confidence }: Pick<Route, 'steps' | 'confidence'>,
  message: string,
  registry: Registry,
): RouteStep[] {
  const [first] = steps;
  const isSure = confidence >= CONFIDENT;
  const [asked, ...more] = isSure || !first ? found : [];
  const isOwn =
    steps.some(({ tool }) => tool === asked?.tool) && Object.values(asked?.input ?? {}).includes(message.trim());
  if (asked && (more.length > 0 || (asked.tool !== first?.tool && !isOwn))) return found;
  if (!first) return asked ? [asked] : callFirstTool(tools, message, registry);
  const own = steps.map(({ tool, input, from }): RouteStep => {
    const filled = fillTemplate(message, input);
    return from ? { tool, input: filled, from } : { tool, input: filled };
  });
  const given = asked?.tool === first.tool ? asked.input : {};
  const start = { ...own[0], tool: first.tool, input: { ...own[0]?.input, ...given } };
  const isFitting = registry.get(first.tool)?.definition.input.safeParse(start.input).success;
  return isFitting ? [start, ...own.slice(1)] : found;
}

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
