/** Open-Meteo: forecasts without a key on the free host, with one on the customers' host. https://open-meteo.com/en/docs */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

const CUSTOMER_URL = 'https://customer-api.open-meteo.com';

const facts: ProviderDefinition = {
  id: 'open-meteo',
  title: 'Open-Meteo',
  tier: 'T0',
  about: 'Weather. The free host is for non-commercial use; a key switches to the commercial host. CC BY 4.0.',
  baseUrl: 'https://api.open-meteo.com',
  settings: {
    apiKey: { kind: 'secret', about: 'API key for the commercial host; without one, the free host is used' },
  },
};

const figures = z.array(figure);

const forecastReply = z.object({
  latitude: figure,
  longitude: figure,
  timezone: z.string(),
  utc_offset_seconds: figure,
  current: z.object({
    time: z.string(),
    temperature_2m: figure,
    apparent_temperature: figure,
    relative_humidity_2m: figure,
    wind_speed_10m: figure,
    precipitation: figure,
    weather_code: figure,
  }),
  daily: z.object({
    time: z.array(z.string()),
    weather_code: figures,
    temperature_2m_max: figures,
    temperature_2m_min: figures,
    precipitation_sum: figures,
  }),
});

const CURRENT = 'temperature_2m,apparent_temperature,relative_humidity_2m,wind_speed_10m,precipitation,weather_code';
const DAILY = 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum';

/** Now and the next 7 local days at a place: °C, km/h, mm, % and WMO weather codes; `time` is UTC. */
async function fetchForecast(place: { latitude: number; longitude: number }, ctx: CallContext) {
  const { baseUrl, apiKey } = settingsOf(facts, ctx);
  const customer = apiKey !== undefined && baseUrl === facts.baseUrl;
  const { latitude, longitude } = place;
  const forecast = await requestJson(facts, ctx, {
    // An empty address is none: that of the settings is asked.
    baseUrl: customer ? CUSTOMER_URL : '',
    path: '/v1/forecast',
    query: { latitude, longitude, current: CURRENT, daily: DAILY, timezone: 'auto', forecast_days: 7, apikey: apiKey },
    reply: forecastReply,
    classify,
  });
  const { current, daily } = forecast;
  const known = [current, daily].flatMap(({ time: _time, ...figures }) => Object.values(figures).flat());
  if (known.every((value) => value === null)) throw new UpstreamFailure('empty', facts.id);
  return {
    latitude: forecast.latitude,
    longitude: forecast.longitude,
    timezone: forecast.timezone,
    current: {
      time: toUtc(current.time, forecast.utc_offset_seconds),
      temperatureC: current.temperature_2m,
      apparentC: current.apparent_temperature,
      humidity: current.relative_humidity_2m,
      windKph: current.wind_speed_10m,
      precipitationMm: current.precipitation,
      code: current.weather_code,
    },
    daily: daily.time.map((date, day) => ({
      date,
      minC: daily.temperature_2m_min[day] ?? null,
      maxC: daily.temperature_2m_max[day] ?? null,
      precipitationMm: daily.precipitation_sum[day] ?? null,
      code: daily.weather_code[day] ?? null,
    })),
  };
}

/** A bad key is told as 400, and which window of the limit is full only in words. */
function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (status === 400 && /API key/i.test(text)) return 'auth';
  if (status === 400 && /No data is available/i.test(text)) return 'empty';
  if (status === 429 && /Daily/i.test(text)) return 'quota';
  return status === 200 && hasMember(json, 'error') ? 'lying' : undefined;
}

/** Local wall time such as `2026-11-21T09:15` with its offset → ISO 8601 UTC; null when either is unreadable. */
function toUtc(local: string, offsetSeconds: number | null): string | null {
  const localMs = Date.parse(`${local}Z`);
  if (offsetSeconds === null || Number.isNaN(localMs)) return null;
  return new Date(localMs - offsetSeconds * 1000).toISOString();
}

export default defineProvider(facts, { forecast: fetchForecast });
