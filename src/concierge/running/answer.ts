/** Writes the answer from the tools' outputs only, in the language of the message. */
import type { Route, RouteLanguage } from '../types.ts';
import { tellOutput } from './answers/tell.ts';
import type { StepExecution } from './types.ts';
import { readNumber, readText } from './values.ts';

/** One paragraph for each step that has something to say, in their order. */
export function writeAnswer(route: Route, executions: readonly StepExecution[]): string {
  return executions
    .flatMap((one, index) => writeParagraph(one, index, route, executions))
    .join('\n')
    .trim();
}

function writeParagraph(
  one: StepExecution,
  index: number,
  route: Route,
  executions: readonly StepExecution[],
): string[] {
  const { language, steps } = route;
  const { result } = one;
  if (!result.ok) return [tellFailure(result.tool, result.error.code, result.skipped === true, language)];
  // What was only looked up for a later step is in what that one says; a translation was asked for itself, and what a file
  // of sound says stands beside it.
  const isForLater = steps.some(
    (step, later) => later > index && isFedBy(step.from, index) && hasWords(executions[later]),
  );
  if (isForLater && readText(result.output, 'translated') === undefined) return [];
  return [tellStep(index, route, new Map(executions.entries())) ?? ''];
}

const hasWords = (later: StepExecution | undefined): boolean =>
  later?.result.ok === true && readNumber(later.result.output, 'bytes') === undefined;

/** Phrases the answer of one step, with its place; undefined if the step has none. `ran`: steps so far, by index. */
export function tellStep(
  index: number,
  route: Route,
  executions: ReadonlyMap<number, StepExecution>,
): string | undefined {
  const { input, result } = executions.get(index) ?? {};
  if (!result?.ok) return undefined;
  const { tool, output } = result;
  const { language, template: question } = route;
  return `${namePlace(index, route, executions)}${nameLanguage(index, route, executions)}${tellOutput({ tool, input: input ?? {}, output, question, listed: countRequested(route.steps[index]?.input) }, language)}`;
}

const COUNTS = ['pageSize', 'maxResults', 'num', 'count', 'limit'];

/** As the message has it; defaults of the tool don't count. */
function countRequested(input: Record<string, unknown> = {}): number | undefined {
  const count = COUNTS.map((field) => input[field]).find((value) => typeof value === 'number');
  return typeof count === 'number' ? count : undefined;
}

const isFedBy = (from: Route['steps'][number]['from'], index: number): boolean =>
  Object.values(from ?? {}).some(({ step }) => step === index);

function namePlace(index: number, { steps, language }: Route, executions: ReadonlyMap<number, StepExecution>): string {
  const sources = new Set(Object.values(steps[index]?.from ?? {}).map(({ step }) => step));
  for (const source of sources) {
    const result = executions.get(source)?.result;
    if (!result?.ok || readNumber(result.output, 'results[0].latitude') === undefined) continue;
    const name = readText(result.output, 'results[0].name') ?? readText(result.output, 'results[0].address');
    const country = readText(result.output, 'results[0].country');
    if (name === undefined) continue;
    const isWhole = country === undefined || name.includes(country);
    if (language === 'en') return `${isWhole ? name : `${name}, ${country}`}: `;
    return `${isWhole ? name : `${name}（${country}）`}：`;
  }
  return '';
}

/** Of several translations each says its language. */
function nameLanguage(index: number, { language }: Route, executions: ReadonlyMap<number, StepExecution>): string {
  const hasText = ({ result }: StepExecution): boolean =>
    result.ok && readText(result.output, 'translated') !== undefined;
  const own = executions.get(index);
  if (!own || !hasText(own) || [...executions.values()].filter(hasText).length < 2) return '';
  const code = readText(own.input, 'targetLang') ?? readText(own.input, 'to') ?? '';
  const isCode = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i.test(code);
  const name = isCode ? new Intl.DisplayNames(language, { type: 'language' }).of(code) : code;
  return language === 'en' ? `${name}: ` : `${name}：`;
}

function tellFailure(tool: string, code: string, isSkipped: boolean, language: RouteLanguage): string {
  const words = isSkipped
    ? { en: `${tool} was skipped.`, ja: `${tool} は実行されませんでした。`, zh: `${tool} 未执行。` }
    : {
        en: `${tool} gave no answer (${code}).`,
        ja: `${tool} は回答できませんでした（${code}）。`,
        zh: `${tool} 未能给出结果（${code}）。`,
      };
  return words[language];
}
