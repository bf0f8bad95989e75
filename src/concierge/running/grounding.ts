/** Checks that a model's text contains nothing beyond the tools' outputs. In doubt, the text is not used. */
import type { RouteLanguage } from '../types.ts';
import { detectLanguage } from './language.ts';

const NUMBER = /\d+(?:,\d{3}(?!\d))*(?:\.\d+)?/g;
const URL_TEXT = /\b(?:https?:\/\/|www\.)[^\s()（）「」『』"'<>：；，。、！？]+/gi;
const CAPITALISED = /\p{Lu}[\p{Script=Latin}\p{M}'’-]+/gu;
const KATAKANA = /[\p{Script=Katakana}ー]{3,}/gu;
/** Ideographs that count, before what is counted. */
const COUNTED = /[〇一二三四五六七八九十百千万億兆萬億两]+(?=[度円元年月日人個名割分秒時時点件倍%％])/gu;
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|third|quarter|double|twice)\b/gi;
/** May begin a sentence although no answer has them. */
const OPENERS = new Set(
  'a according all also and as at both but currently for from here however in is it its meanwhile no now of on one right see the there these they this today with you your'.split(
    ' ',
  ),
);

const normalise = (text: string): string => text.normalize('NFKC').toLowerCase();

const readNumbers = (text: string): string[] =>
  (text.normalize('NFKC').match(NUMBER) ?? []).map((one) => String(Number(one.replaceAll(',', ''))));

/** `known`: everything that may be repeated: the answers, the question, the words of the templates. */
export function isGrounded(text: string, number: string): boolean {
  const corpus = normalise(number);
  const has = (word: string): boolean => corpus.includes(normalise(word));
  const numbers = new Set(readNumbers(number));
  if (readNumbers(text).some((one) => !numbers.has(one) && !isRounded(one, numbers))) return false;
  if ((text.match(URL_TEXT) ?? []).some((url) => !has(url.replace(/[.,;:。、！？!?]+$/, '')))) return false;
  if ((text.match(KATAKANA) ?? []).some((word) => !has(word))) return false;
  if ([...(text.match(COUNTED) ?? []), ...(text.match(NUMBER_WORDS) ?? [])].some((word) => !has(word))) return false;
  return (text.match(CAPITALISED) ?? []).every((word) => has(word) || OPENERS.has(normalise(word)));
}

/** 18 for 18.3, never a number that is not near one. */
function isRounded(text: string, numbers: ReadonlySet<string>): boolean {
  const decimals = text.split('.')[1]?.length ?? 0;
  return [...numbers].some(
    (one) => (one.split('.')[1]?.length ?? 0) > decimals && Number(one).toFixed(decimals) === text,
  );
}

/** Half of the numbers that the template has are said, so that nothing of weight is left out. */
export function isComplete(text: string, template: string): boolean {
  const templateNumbers = new Set(readNumbers(template));
  const numbers = readNumbers(text);
  const matches = [...templateNumbers].filter(
    (one) => numbers.includes(one) || numbers.some((near) => isRounded(near, new Set([one]))),
  );
  return matches.length * 2 >= templateNumbers.size;
}

/** Written in the language that was asked in. */
export const isWrittenIn = (text: string, language: RouteLanguage): boolean =>
  detectLanguage(text) === language || (language === 'ja' && detectLanguage(text) === 'zh' && text.length < 12);
