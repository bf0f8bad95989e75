/** The weather in words: the days that were asked about first, then how it is now. */
import type { RouteLanguage } from '../../types.ts';
import { numberAt, recordsAt, textAt } from '../values.ts';
import { dayName, daysAsked } from './days.ts';
import type { Family, Told } from './shapes.ts';
import { skyIn } from './sky.ts';

/** No answer lists more. */
const DAYS_MAX = 7;

export const weather: Family = (told) => {
  if (numberAt(told.output, 'current.temperatureC') === undefined) return null;
  const known = recordsAt(told.output, 'daily').slice(0, DAYS_MAX);
  const asked = daysAsked(told.question ?? '', textAt(known[0], 'date') ?? '');
  const days = daysOf(known, asked);
  const isBeyond = asked.some((offset) => offset < 0 || offset >= known.length);
  const say = (language: RouteLanguage): string => {
    const forecast = days.map((day) => daySentence(day, language));
    const isLater = days.some(({ offset }) => offset > 0);
    const sentences = isLater ? [...forecast, nowSentence(told, language)] : [nowSentence(told, language), ...forecast];
    if (isBeyond) sentences.unshift(reachSentence(known, language));
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
function daysOf(known: readonly Record<string, unknown>[], asked: readonly number[]): Day[] {
  const wanted = asked.filter((offset) => offset >= 0 && offset < known.length);
  return (wanted.length > 0 ? wanted : [0]).flatMap((offset): Day[] => {
    const day = known[offset];
    const [low, high, date] = [numberAt(day, 'minC'), numberAt(day, 'maxC'), textAt(day, 'date')];
    if (low === undefined || high === undefined || date === undefined) return [];
    const [code, wetMm] = [numberAt(day, 'code'), numberAt(day, 'precipitationMm')];
    return [{ offset, date, low, high, code, condition: textAt(day, 'condition'), wetMm }];
  });
}

/** A day that was asked about is none of the forecast: that is said before the others are taken for it. */
function reachSentence(known: readonly Record<string, unknown>[], language: RouteLanguage): string {
  const [first, last] = [textAt(known[0], 'date') ?? '', textAt(known.at(-1), 'date') ?? ''];
  return {
    en: `The forecast covers ${first} to ${last} only.`,
    ja: `予報があるのは${first}から${last}までです。`,
    zh: `预报仅涵盖 ${first} 至 ${last}。`,
  }[language];
}

function daySentence({ offset, date, low, high, code, condition, wetMm }: Day, language: RouteLanguage): string {
  const name = dayName(offset, date, language);
  const wet = { en: `precipitation ${wetMm} mm`, ja: `降水量${wetMm} mm`, zh: `降水量 ${wetMm} mm` };
  const range = {
    en: `${name} (${date}): ${low} to ${high} °C`,
    ja: `${name}（${date}）は${low}〜${high}℃`,
    zh: `${name}（${date}）${low} 至 ${high}℃`,
  };
  return sentence(
    [range[language], skyIn(code, condition)?.[language], wetMm === undefined ? undefined : wet[language]],
    language,
  );
}

function nowSentence({ output }: Told, language: RouteLanguage): string {
  const temperature = numberAt(output, 'current.temperatureC');
  const [humidity, wind] = [numberAt(output, 'current.humidity'), numberAt(output, 'current.windKph')];
  const words = {
    en: [`Now ${temperature} °C`, `humidity ${humidity} %`, `wind ${wind} km/h`],
    ja: [`現在の気温は${temperature}℃`, `湿度${humidity}%`, `風速${wind} km/h`],
    zh: [`当前气温 ${temperature}℃`, `湿度 ${humidity}%`, `风速 ${wind} km/h`],
  }[language];
  const sky = skyIn(numberAt(output, 'current.code'), textAt(output, 'current.condition'))?.[language];
  const [degrees, damp, blow] = words;
  return sentence(
    [degrees, sky, humidity === undefined ? undefined : damp, wind === undefined ? undefined : blow],
    language,
  );
}

function sentence(parts: readonly (string | undefined)[], language: RouteLanguage): string {
  const said = parts.filter((part) => part !== undefined);
  return { en: `${said.join(', ')}.`, ja: `${said.join('、')}です。`, zh: `${said.join('，')}。` }[language];
}
