import { FareboxError } from '../errors/errors.ts';
import { createUnavailableError } from '../tool/chain.ts';
import type { RegisteredTool, UpstreamEnvironment, UpstreamEnvironments } from '../tool/context.ts';
import type { ProviderDefinition } from '../tool/provider.ts';
import type { CallExecution } from './execution.ts';
import { assertTargets } from './targets.ts';

/** Whether one of its sources is set up; a tool without sources needs none. */
export function hasSources(
  { definition: { uses, findOutage } }: RegisteredTool,
  { settings, mode }: Pick<UpstreamEnvironment, 'settings' | 'mode'>,
): boolean {
  if (findOutage && findOutage(mode) !== null) return false;
  return !uses || uses.length === 0 || uses.some(({ id }) => settings(id) !== null);
}

/**
 * All that would fail the call and shows before anything is sent or charged: a tool that is not set up, an address that may
 * not be read. Gives no promise for a tool that reads no addresses.
 */
export function assertReady(
  execution: Pick<CallExecution, 'tool' | 'input' | 'principal' | 'priceMicros'>,
  environments: UpstreamEnvironments,
): Promise<void> | undefined {
  const environment = environments[execution.principal.mode];
  assertAvailable(execution.tool, execution.input, environment);
  return assertTargets(execution, environment);
}

/** Whether all of its sources that are set up, or the models it uses of them, are paused, by an operator or by themselves, or have no budget left today. */
export function isResting(
  { definition: { uses = [] } }: RegisteredTool,
  { settings, health, budgets, pauses }: Pick<UpstreamEnvironment, 'settings' | 'health' | 'budgets' | 'pauses'>,
): boolean {
  const sources = uses.filter(({ id }) => settings(id) !== null);
  const rests = (facts: ProviderDefinition): boolean =>
    health.pausedForMs(facts.id, findModel(facts, settings)) > 0 ||
    budgets?.isUsedUp(facts.id) === true ||
    pauses?.isPaused(facts.id) === true;
  return sources.length > 0 && sources.every(rests);
}

function findModel(
  { id, settings: specs, modelSetting }: ProviderDefinition,
  settings: UpstreamEnvironment['settings'],
): string | undefined {
  const name = modelSetting ?? Object.keys(specs).find((key) => key.startsWith('model'));
  return name === undefined ? undefined : (settings(id)?.[name] ?? specs[name]?.default);
}

/** Throws TOOL_UNAVAILABLE, with what to set, when none of the sources of this very input is set up. */
export function assertAvailable(
  { definition }: RegisteredTool,
  input: Record<string, unknown>,
  { settings, mode, budgets, pauses }: Pick<UpstreamEnvironment, 'settings' | 'mode' | 'budgets' | 'pauses'>,
): void {
  const outage = definition.findOutage?.(mode) ?? null;
  if (outage !== null) {
    throw new FareboxError('TOOL_UNAVAILABLE', {
      message: `${outage} Nothing was charged.`,
      next: 'Use another tool, or call again later.',
    });
  }
  const providers = definition.usesFor?.(input) ?? definition.uses;
  if (!providers || providers.length === 0) return;
  if (!providers.some(({ id }) => settings(id) !== null)) throw createUnavailableError(providers);
  if (pauses && providers.every(({ id }) => settings(id) === null || pauses.isPaused(id))) {
    throw new FareboxError('TOOL_UNAVAILABLE', {
      message: 'The operator has paused the providers of this tool. Nothing was charged.',
      next: 'Use another tool, or call again later.',
    });
  }
  if (budgets && providers.every(({ id }) => settings(id) === null || budgets.isUsedUp(id))) {
    throw new FareboxError('TOOL_UNAVAILABLE', {
      message: "Today's budget of the providers of this tool is used up. Nothing was charged.",
      next: 'Call again after 00:00 UTC, or use another tool.',
    });
  }
}
