/** Removes steps of a plan that another step makes unnecessary. */
import type { Reading } from '../reading/message.ts';
import { DATA } from '../reading/spans.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { RouteStep } from '../types.ts';

/** Without what is done already: the same step twice, and translations that the step before can do itself. */
export function dropNeedlessSteps(steps: readonly RouteStep[], reading: Reading, vocabulary: Vocabulary): RouteStep[] {
  const neededSteps: RouteStep[] = [];
  const places: number[] = [];
  for (const step of steps) {
    const from = step.from && moveSources(step.from, places);
    const moved: RouteStep = { ...step, ...(from ? { from } : {}) };
    const same = neededSteps.findIndex((other) => JSON.stringify(other) === JSON.stringify(moved));
    const source =
      same < 0 && canTranslate(moved, neededSteps.at(-1), reading, vocabulary) ? neededSteps.length - 1 : -1;
    const sourceStep = neededSteps[source];
    if (sourceStep)
      sourceStep.input[vocabulary.findTask(sourceStep.tool) === 'news' ? 'targetLanguage' : 'language'] =
        readTarget(moved);
    places.push(same >= 0 ? same : source >= 0 ? source : neededSteps.push(moved) - 1);
  }
  return neededSteps;
}

const moveSources = (from: NonNullable<RouteStep['from']>, places: readonly number[]): NonNullable<RouteStep['from']> =>
  Object.fromEntries(
    Object.entries(from).map(([field, source]) => [field, { ...source, step: places[source.step] ?? source.step }]),
  );

const readTarget = ({ input }: RouteStep): string => String(input.targetLang ?? input.to ?? '').toLowerCase();

const VERB = /translat|訳|译|翻/;
const SCRAP_MAX = 8;

/** The news translate their titles; “…, in Japanese please” asks for another edition of the encyclopedia. */
function canTranslate(
  step: RouteStep,
  last: RouteStep | undefined,
  { command }: Reading,
  { findTask, findTool }: Vocabulary,
): boolean {
  // A translator that was asked for by its name stays.
  if (step.tool !== findTool('translation') || !/^(?:en|ja|zh)$/.test(readTarget(step))) return false;
  const isScrap = step.from?.text !== undefined || String(step.input.text ?? '').length <= SCRAP_MAX;
  if (last !== undefined && last.tool === findTool('news')) return isScrap && !command.includes(DATA);
  return last !== undefined && findTask(last.tool) === 'article' && isScrap && !VERB.test(command);
}
