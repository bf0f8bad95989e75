/**
 * What an answer says, by the members it has: a tool whose output has them is spoken of without being named here. Each
 * family gives one or two sentences in each language, made of nothing but what the tool has answered.
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
