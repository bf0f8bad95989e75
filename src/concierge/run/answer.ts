/** The answer in words: made of what the tools have answered, in the language of the message, and of nothing else. */
import type { Route, RouteLanguage } from '../types.ts';
import { sentenceOf } from './answers/shapes.ts';
import type { RanStep } from './types.ts';
import { numberAt, textAt } from './values.ts';

/** One paragraph for each step that has something to say, in their order. */
export function templateAnswer(route: Route, ran: readonly RanStep[]): string {
  return ran
    .flatMap((one, index) => paragraph(one, index, route, ran))
    .join('\n')
    .trim();
}

function paragraph(one: RanStep, index: number, route: Route, ran: readonly RanStep[]): string[] {
  const { language, steps } = route;
  const { result } = one;
  if (!result.ok) return [failedSentence(result.tool, result.error.code, result.skipped === true, language)];
  // What was only looked up for a later step is in what that one says; a translation was asked for itself, and what a file
  // of sound says stands beside it.
  const isForLater = steps.some((step, later) => later > index && isFedBy(step.from, index) && saysIt(ran[later]));
  if (isForLater && textAt(result.output, 'translated') === undefined) return [];
  return [wordsOf(index, route, new Map(ran.entries())) ?? ''];
}

const saysIt = (later: RanStep | undefined): boolean =>
  later?.result.ok === true && numberAt(later.result.output, 'bytes') === undefined;

/** What one step has answered, with its place; undefined where it has not. `ran`: by index, as far as they have. */
export function wordsOf(index: number, route: Route, ran: ReadonlyMap<number, RanStep>): string | undefined {
  const { input, result } = ran.get(index) ?? {};
  if (!result?.ok) return undefined;
  const { tool, output } = result;
  const { language, template: question } = route;
  return `${placeOf(index, route, ran)}${sentenceOf({ tool, input: input ?? {}, output, question }, language)}`;
}

const isFedBy = (from: Route['steps'][number]['from'], index: number): boolean =>
  Object.values(from ?? {}).some(({ step }) => step === index);

function placeOf(index: number, { steps, language }: Route, ran: ReadonlyMap<number, RanStep>): string {
  const sources = new Set(Object.values(steps[index]?.from ?? {}).map(({ step }) => step));
  for (const source of sources) {
    const result = ran.get(source)?.result;
    if (!result?.ok || numberAt(result.output, 'results[0].latitude') === undefined) continue;
    const name = textAt(result.output, 'results[0].name') ?? textAt(result.output, 'results[0].address');
    const country = textAt(result.output, 'results[0].country');
    if (name === undefined) continue;
    const isWhole = country === undefined || name.includes(country);
    if (language === 'en') return `${isWhole ? name : `${name}, ${country}`}: `;
    return `${isWhole ? name : `${name}（${country}）`}：`;
  }
  return '';
}

function failedSentence(tool: string, code: string, isSkipped: boolean, language: RouteLanguage): string {
  const words = isSkipped
    ? { en: `${tool} was skipped.`, ja: `${tool} は実行されませんでした。`, zh: `${tool} 未执行。` }
    : {
        en: `${tool} gave no answer (${code}).`,
        ja: `${tool} は回答できませんでした（${code}）。`,
        zh: `${tool} 未能给出结果（${code}）。`,
      };
  return words[language];
}
