/** Weather, places, addresses and the way between them. */
import { numberAt, recordsAt, textAt } from '../values.ts';
import type { Family } from './shapes.ts';
import { skyIn } from './sky.ts';

const weather: Family = ({ output }) => {
  const temperature = numberAt(output, 'current.temperatureC');
  if (temperature === undefined) return null;
  const code = numberAt(output, 'current.code');
  const sky = skyIn(code, textAt(output, 'current.condition'));
  const [humidity, wind] = [numberAt(output, 'current.humidity'), numberAt(output, 'current.windKph')];
  const [low, high] = [numberAt(output, 'daily[0].minC'), numberAt(output, 'daily[0].maxC')];
  const range = low !== undefined && high !== undefined;
  return {
    en:
      `Now ${temperature} °C${sky ? `, ${sky.en}` : ''}` +
      `${humidity === undefined ? '' : `, humidity ${humidity} %`}${wind === undefined ? '' : `, wind ${wind} km/h`}.` +
      `${range ? ` Today ${low} to ${high} °C.` : ''}`,
    ja:
      `現在の気温は${temperature}℃${sky ? `、${sky.ja}` : ''}` +
      `${humidity === undefined ? '' : `、湿度${humidity}%`}${wind === undefined ? '' : `、風速${wind} km/h`}です。` +
      `${range ? `今日の気温は${low}〜${high}℃です。` : ''}`,
    zh:
      `当前气温 ${temperature}℃${sky ? `，${sky.zh}` : ''}` +
      `${humidity === undefined ? '' : `，湿度 ${humidity}%`}${wind === undefined ? '' : `，风速 ${wind} km/h`}。` +
      `${range ? `今天气温 ${low} 至 ${high}℃。` : ''}`,
  };
};

const way: Family = ({ output }) => {
  const [meters, seconds] = [numberAt(output, 'distanceMeters'), numberAt(output, 'durationSeconds')];
  if (meters === undefined || seconds === undefined) return null;
  const distance = meters < 1_000 ? `${Math.round(meters)} m` : `${(meters / 1_000).toFixed(1)} km`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  const by = textAt(output, 'summary');
  return {
    en: `The way is ${distance} long and takes about ${minutes} minutes${by ? ` by ${by}` : ''}.`,
    ja: `距離は${distance}、所要時間は約${minutes}分です${by ? `（${by}経由）` : ''}。`,
    zh: `全程 ${distance}，约需 ${minutes} 分钟${by ? `（经 ${by}）` : ''}。`,
  };
};

const place: Family = ({ output }) => {
  const [best, ...others] = recordsAt(output, 'results');
  const [latitude, longitude] = [numberAt(best, 'latitude'), numberAt(best, 'longitude')];
  if (!best || latitude === undefined || longitude === undefined) return null;
  const name = textAt(best, 'address') ?? textAt(best, 'name') ?? `${latitude}, ${longitude}`;
  const more = others.length;
  return {
    en: `${name} (${latitude}, ${longitude})${more > 0 ? `; ${more} more of that name ${more === 1 ? 'was' : 'were'} found` : ''}.`,
    ja: `${name}（緯度${latitude}、経度${longitude}）${more > 0 ? `。ほかに${more}件の候補があります` : ''}。`,
    zh: `${name}（纬度 ${latitude}，经度 ${longitude}）${more > 0 ? `。另有 ${more} 个候选地点` : ''}。`,
  };
};

const address: Family = ({ output }) => {
  const ip = textAt(output, 'ip');
  const country = textAt(output, 'country');
  if (ip === undefined || country === undefined) return null;
  const where = [textAt(output, 'city'), textAt(output, 'region'), country].filter((one) => one !== undefined);
  const zone = textAt(output, 'timezone');
  return {
    en: `${ip} is in ${where.join(', ')}${zone ? ` (time zone ${zone})` : ''}.`,
    ja: `${ip} の所在地は ${where.join('、')}${zone ? `（タイムゾーン ${zone}）` : ''} です。`,
    zh: `${ip} 位于 ${where.join('、')}${zone ? `（时区 ${zone}）` : ''}。`,
  };
};

export const placeFamilies: readonly Family[] = [weather, way, address, place];
