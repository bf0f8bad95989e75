import { createUnavailableError } from './chain.ts';
import type { RegisteredTool, UpstreamEnvironment } from './context.ts';

/** Whether one of its sources is set up; a tool without sources needs none. */
export function hasSources(
  { definition: { uses } }: RegisteredTool,
  { settings }: Pick<UpstreamEnvironment, 'settings'>,
): boolean {
  return !uses || uses.length === 0 || uses.some(({ id }) => settings(id) !== null);
}

/** Throws TOOL_UNAVAILABLE, with what to set, when none of the sources of this very input is set up. */
export function assertAvailable(
  { definition }: RegisteredTool,
  input: Record<string, unknown>,
  { settings }: Pick<UpstreamEnvironment, 'settings'>,
): void {
  const providers = definition.usesFor?.(input) ?? definition.uses;
  if (!providers || providers.length === 0) return;
  if (!providers.some(({ id }) => settings(id) !== null)) throw createUnavailableError(providers);
}
