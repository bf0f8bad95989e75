/**
 * Phrases answers by the members of a tool's output, so that no tool is named here. Each family gives one or two
 * sentences per language and uses only what the tool returned.
 */
import type { RouteLanguage } from '../../types.ts';
import { audioFamilies } from './audio.ts';
import { dataFamilies } from './data.ts';
import { placeFamilies } from './places.ts';
import { textFamilies } from './texts.ts';
import type { AnsweredStep, AnswerTeller } from './types.ts';

const families: readonly AnswerTeller[] = [...placeFamilies, ...dataFamilies, ...audioFamilies, ...textFamilies];

/** The first family that has words for it; else the tool's name and the names of what it answered. */
export function tellOutput(step: AnsweredStep, language: RouteLanguage): string {
  for (const family of families) {
    const answer = family(step)?.[language];
    if (answer) return answer;
  }
  const members = Object.keys(step.output).slice(0, 8).join(', ');
  const general = {
    en: `${step.tool} answered with ${members}.`,
    ja: `${step.tool} の結果：${members}。`,
    zh: `${step.tool} 的结果：${members}。`,
  };
  return general[language];
}
