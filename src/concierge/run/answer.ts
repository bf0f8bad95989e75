/** The answer in words: made of what the tools have answered, in the language of the message, and of nothing else. */
import type { Route, RouteLanguage } from '../types.ts';
import { sentenceOf } from './answers/shapes.ts';
import type { RanStep } from './steps.ts';
import { numberAt, textAt } from './values.ts';

/** One paragraph for each step that has something to say, in their order. */
export function templateAnswer(route: Route, ran: readonly RanStep[]): string {
  return ran
    .flatMap((one, index) => paragraph(one, index, route, ran))
    .join('\n')
    .trim();
}

function paragraph(one: RanStep, index: number, route: Route, ran: readonly RanStep[]): string[] {
  const { language, steps, template: question } = route;
  const { result, input } = one;
  if (!result.ok) return [failedSentence(result.tool, result.error.code, result.skipped === true, language)];
  const { tool, output } = result;
  // What was only looked up for a later step is in what that one says; a translation was asked for itself.
  const isForLater = steps.some((step, later) => later > index && isFedBy(step.from, index) && ran[later]?.result.ok);
  if (isForLater && textAt(output, 'translated') === undefined) return [];
  return [`${placeOf(index, route, ran)}${sentenceOf({ tool, input, output, question }, language)}`];
}

const isFedBy = (from: Route['steps'][number]['from'], index: number): boolean =>
  Object.values(from ?? {}).some(({ step }) => step === index);

function placeOf(index: number, { steps, language }: Route, ran: readonly RanStep[]): string {
  const sources = new Set(Object.values(steps[index]?.from ?? {}).map(({ step }) => step));
  for (const source of sources) {
    const result = ran[source]?.result;
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
