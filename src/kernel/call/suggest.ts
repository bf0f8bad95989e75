/** Suggests names similar to a misspelled one. */

import { FareboxError } from '../errors/errors.ts';
import type { QuoteContext, RegisteredTool } from '../tool/context.ts';
import { assertMayCall } from './admission.ts';
import { hasSources } from './available.ts';

const NAMES = 3;

/** The nearest names of tools that can be a part of this caller's composed call. */
export function suggestParts(
  name: string,
  { registry, principal, environment }: Pick<QuoteContext, 'registry' | 'principal' | 'environment'>,
): string[] {
  const fits = (tool: RegisteredTool): boolean => {
    const { layer } = tool.toolset;
    if ((layer !== 1 && layer !== 2) || !hasSources(tool, environment)) return false;
    try {
      assertMayCall(tool, principal);
      return true;
    } catch (thrown) {
      if (thrown instanceof FareboxError) return false;
      throw thrown;
    }
  };
  return registry.nearest(name, NAMES, fits);
}
