/** Steps of a plan that another one makes needless. */
import type { Reading } from './reading.ts';
import { DATA } from './spans.ts';
import type { RouteStep } from './types.ts';

/** Without what is done already: the same step twice, and translations that the step before can do itself. */
export function tidied(steps: readonly RouteStep[], reading: Reading): RouteStep[] {
  const kept: RouteStep[] = [];
  const places: number[] = [];
  for (const step of steps) {
    const from = step.from && mapped(step.from, places);
    const moved: RouteStep = { ...step, ...(from ? { from } : {}) };
    const same = kept.findIndex((other) => JSON.stringify(other) === JSON.stringify(moved));
    const source = same < 0 && canTranslate(moved, kept.at(-1), reading) ? kept.length - 1 : -1;
    const known = kept[source];
    if (known) known.input[known.tool === 'smart-news' ? 'targetLanguage' : 'language'] = targetOf(moved);
    places.push(same >= 0 ? same : source >= 0 ? source : kept.push(moved) - 1);
  }
  return kept;
}

const mapped = (from: NonNullable<RouteStep['from']>, places: readonly number[]): NonNullable<RouteStep['from']> =>
  Object.fromEntries(
    Object.entries(from).map(([field, source]) => [field, { ...source, step: places[source.step] ?? source.step }]),
  );

const targetOf = ({ input }: RouteStep): string => String(input.targetLang ?? input.to ?? '').toLowerCase();

const VERB = /translat|訳|译|翻/;
const SCRAP_MAX = 8;

/** The news translate their titles; “…, in Japanese please” asks for another edition of the encyclopedia. */
function canTranslate(step: RouteStep, last: RouteStep | undefined, { command }: Reading): boolean {
  if (step.tool !== 'smart-translate' || !/^(?:en|ja|zh)$/.test(targetOf(step))) return false;
  const isScrap = step.from?.text !== undefined || String(step.input.text ?? '').length <= SCRAP_MAX;
  if (last?.tool === 'smart-news') return isScrap && !command.includes(DATA);
  return last?.tool === 'encyclopedia' && isScrap && !VERB.test(command);
}
