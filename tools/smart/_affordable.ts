/** Selects the providers of a smart tool whose cost stays within its price. */
import type { FindSettings } from '../../src/kernel/ports.ts';

/** Without settings: as the sources come, all of them. */
export const isSetUp = (settings: FindSettings | undefined, providerId: string): boolean =>
  settings === undefined || settings(providerId) !== null;

/** Those of the sources that `budgetMicros` pays for; all of them where it pays for none that is set up. */
export function chooseAffordable<Name extends string>(
  names: readonly Name[],
  budgetMicros: number,
  computeCost: (name: Name) => number,
  isReady: (name: Name) => boolean,
): Name[] {
  const paid = names.filter((name) => computeCost(name) <= budgetMicros);
  return paid.some(isReady) ? paid : [...names];
}

/** The most that any of the sources costs that may be asked: one that fails may have cost as well, but is not paid. */
export function computeDearest<Name extends string>(
  names: readonly Name[],
  computeCost: (name: Name) => number,
  isReady: (name: Name) => boolean,
): number {
  return Math.max(0, ...names.filter(isReady).map(computeCost));
}
