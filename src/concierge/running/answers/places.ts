/** Places, their weather, addresses and the way between them. */
import type { RouteLanguage } from '../../types.ts';
import { formatNumber, readNumber, readRecords, readText } from '../values.ts';
import { tellForecast } from './forecast.ts';
import type { AnswerTeller } from './types.ts';

const tellJourney: AnswerTeller = ({ output }) => {
  const [meters, seconds] = [readNumber(output, 'distanceMeters'), readNumber(output, 'durationSeconds')];
  if (meters === undefined || seconds === undefined) return null;
  const distance =
    Math.round(meters) < 1_000 ? `${Math.round(meters)} m` : `${formatNumber(Math.round(meters / 100) / 10)} km`;
  const time = formatTime(seconds);
  const by = readText(output, 'summary');
  return {
    en: `The way is ${distance} long and takes about ${time.en}${by ? ` by ${by}` : ''}.`,
    ja: `距離は${distance}、所要時間は約${time.ja}です${by ? `（${by}経由）` : ''}。`,
    zh: `全程 ${distance}，约需 ${time.zh}${by ? `（经 ${by}）` : ''}。`,
  };
};

/** In minutes, of more than an hour in hours and minutes. */
function formatTime(seconds: number): Readonly<Record<RouteLanguage, string>> {
  const whole = Math.max(1, Math.round(seconds / 60));
  if (whole < 60)
    return { en: `${whole} ${whole === 1 ? 'minute' : 'minutes'}`, ja: `${whole}分`, zh: `${whole} 分钟` };
  const [hours, minutes] = [formatNumber(Math.floor(whole / 60)), whole % 60];
  return {
    en: `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`,
    ja: `${hours}時間${minutes > 0 ? `${minutes}分` : ''}`,
    zh: `${hours} 小时${minutes > 0 ? ` ${minutes} 分钟` : ''}`,
  };
}

const tellPlace: AnswerTeller = ({ output }) => {
  const [best, ...others] = readRecords(output, 'results');
  const [latitude, longitude] = [readNumber(best, 'latitude'), readNumber(best, 'longitude')];
  if (!best || latitude === undefined || longitude === undefined) return null;
  const name = readText(best, 'address') ?? readText(best, 'name') ?? `${latitude}, ${longitude}`;
  const more = others.length;
  return {
    en: `${name} (${latitude}, ${longitude})${more > 0 ? `; ${more} other ${more === 1 ? 'place fits' : 'places fit'}` : ''}.`,
    ja: `${name}（緯度${latitude}、経度${longitude}）${more > 0 ? `。ほかに${more}件の候補があります` : ''}。`,
    zh: `${name}（纬度 ${latitude}，经度 ${longitude}）${more > 0 ? `。另有 ${more} 个候选地点` : ''}。`,
  };
};

const tellAddress: AnswerTeller = ({ output }) => {
  const ip = readText(output, 'ip');
  const country = readText(output, 'country');
  if (ip === undefined || country === undefined) return null;
  const where = [readText(output, 'city'), readText(output, 'region'), country].filter((one) => one !== undefined);
  const zone = readText(output, 'timezone');
  return {
    en: `${ip} is in ${where.join(', ')}${zone ? ` (time zone ${zone})` : ''}.`,
    ja: `${ip} の所在地は ${where.join('、')}${zone ? `（タイムゾーン ${zone}）` : ''} です。`,
    zh: `${ip} 位于 ${where.join('、')}${zone ? `（时区 ${zone}）` : ''}。`,
  };
};

export const placeFamilies: readonly AnswerTeller[] = [tellForecast, tellJourney, tellAddress, tellPlace];
