/** The weather in words: the days that were asked about first, then how it is now. */

import { findDays, nameDay } from '../../reading/days.ts';
import type { RouteLanguage } from '../../types.ts';
import { readNumber, readRecords, readText } from '../values.ts';
import { describeSky } from './sky.ts';
import type { AnsweredStep, AnswerTeller } from './types.ts';

/** No answer lists more. */
const DAYS_MAX = 7;

export const tellForecast: AnswerTeller = (step) => {
  const records = readRecords(step.output, 'daily').slice(0, DAYS_MAX);
  const requestedDays = findDays(step.question ?? '', readText(records[0], 'date') ?? '');
  const days = listDays(records, requestedDays);
  const hasNow = readNumber(step.output, 'current.temperatureC') !== undefined;
  if (!hasNow && days.length === 0) return null;
  const isBeyond = requestedDays.some((offset) => offset < 0 || offset >= records.length);
  const say = (language: RouteLanguage): string => {
    const forecast = days.map((day) => tellDay(day, language));
    const isLater = days.some(({ offset }) => offset > 0);
    const now = hasNow ? [tellNow(step, language)] : [];
    const sentences = isLater ? [...forecast, ...now] : [...now, ...forecast];
    if (isBeyond) sentences.unshift(tellReach(records, language));
    return sentences.join(language === 'en' ? ' ' : '');
  };
  return { en: say('en'), ja: say('ja'), zh: say('zh') };
};

interface Day {
  offset: number;
  date: string;
  low: number;
  high: number;
  code: number | undefined;
  condition: string | undefined;
  wetMm: number | undefined;
}

/** Today, where no day is named or none of those is known. */
function listDays(days: readonly Record<string, unknown>[], offsets: readonly number[]): Day[] {
  const usable = offsets.filter((offset) => offset >= 0 && offset < days.length);
  return (usable.length > 0 ? usable : [0]).flatMap((offset): Day[] => {
    const day = days[offset];
    const [low, high, date] = [readNumber(day, 'minC'), readNumber(day, 'maxC'), readText(day, 'date')];
    if (low === undefined || high === undefined || date === undefined) return [];
    const [code, wetMm] = [readNumber(day, 'code'), readNumber(day, 'precipitationMm')];
    return [{ offset, date, low, high, code, condition: readText(day, 'condition'), wetMm }];
  });
}

/** A day that was asked about is beyond the forecast: that is said before the others are taken for it. */
function tellReach(days: readonly Record<string, unknown>[], language: RouteLanguage): string {
  const [first, last] = [readText(days[0], 'date') ?? '', readText(days.at(-1), 'date') ?? ''];
  return {
    en: `The forecast covers ${first} to ${last} only.`,
    ja: `予報があるのは${first}から${last}までです。`,
    zh: `预报仅涵盖 ${first} 至 ${last}。`,
  }[language];
}

function tellDay({ offset, date, low, high, code, condition, wetMm }: Day, language: RouteLanguage): string {
  const name = nameDay(offset, date, language);
  const wet = { en: `precipitation ${wetMm} mm`, ja: `降水量${wetMm} mm`, zh: `降水量 ${wetMm} mm` };
  const range = {
    en: `${name} (${date}): ${low} to ${high} °C`,
    ja: `${name}（${date}）は${low}〜${high}℃`,
    zh: `${name}（${date}）${low} 至 ${high}℃`,
  };
  return joinSentence(
    [range[language], describeSky(code, condition)?.[language], wetMm === undefined ? undefined : wet[language]],
    language,
  );
}

function tellNow({ output }: AnsweredStep, language: RouteLanguage): string {
  const temperature = readNumber(output, 'current.temperatureC');
  const [humidity, wind] = [readNumber(output, 'current.humidity'), readNumber(output, 'current.windKph')];
  const words = {
    en: [`Now ${temperature} °C`, `humidity ${humidity} %`, `wind ${wind} km/h`],
    ja: [`現在の気温は${temperature}℃`, `湿度${humidity}%`, `風速${wind} km/h`],
    zh: [`当前气温 ${temperature}℃`, `湿度 ${humidity}%`, `风速 ${wind} km/h`],
  }[language];
  const sky = describeSky(readNumber(output, 'current.code'), readText(output, 'current.condition'))?.[language];
  const [degrees, damp, blow] = words;
  return joinSentence(
    [degrees, sky, humidity === undefined ? undefined : damp, wind === undefined ? undefined : blow],
    language,
  );
}

function joinSentence(parts: readonly (string | undefined)[], language: RouteLanguage): string {
  const texts = parts.filter((part) => part !== undefined);
  return { en: `${texts.join(', ')}.`, ja: `${texts.join('、')}です。`, zh: `${texts.join('，')}。` }[language];
}
