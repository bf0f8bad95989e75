/** Open-Meteo's forecast of the days from today: plausible weather, computed from the coordinates. */

import { DAY_MS } from '../lib/durations.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const INTERVAL_MS = 900_000;
const codes = [0, 1, 2, 3, 3, 61, 63, 80, 2, 45];
const units: Readonly<Record<string, string>> = {
  weather_code: 'wmo code',
  temperature_2m: '°C',
  apparent_temperature: '°C',
  temperature_2m_max: '°C',
  temperature_2m_min: '°C',
  relative_humidity_2m: '%',
  wind_speed_10m: 'km/h',
  precipitation: 'mm',
  precipitation_sum: 'mm',
};
const zones = [
  { lat: 35.7, lon: 139.7, zone: 'Asia/Tokyo', hours: 9 },
  { lat: 31.2, lon: 121.5, zone: 'Asia/Shanghai', hours: 8 },
  { lat: 1.3, lon: 103.8, zone: 'Asia/Singapore', hours: 8 },
  { lat: -33.9, lon: 151.2, zone: 'Australia/Sydney', hours: 11 },
  { lat: 52.5, lon: 13.4, zone: 'Europe/Berlin', hours: 1 },
  { lat: 48.9, lon: 2.4, zone: 'Europe/Paris', hours: 1 },
  { lat: 51.5, lon: -0.1, zone: 'Europe/London', hours: 0 },
  { lat: 40.7, lon: -74, zone: 'America/New_York', hours: -5 },
  { lat: 34.1, lon: -118.2, zone: 'America/Los_Angeles', hours: -8 },
  { lat: -23.6, lon: -46.6, zone: 'America/Sao_Paulo', hours: -3 },
];

function handle({ url, nowMs }: TwinRequest): TwinReply {
  const latitude = Number(url.searchParams.get('latitude') || Number.NaN);
  const longitude = Number(url.searchParams.get('longitude') || Number.NaN);
  if (url.pathname !== '/v1/forecast') return { status: 404, json: { error: true, reason: 'Not Found' } };
  if (url.hostname.startsWith('customer-') && !url.searchParams.get('apikey')) {
    return refuse(401, 'API key required. Please add &apikey= to the URL.');
  }
  if (Number.isNaN(latitude + longitude)) {
    return refuse(400, "Parameter 'latitude' and 'longitude' must not be empty");
  }
  if (Math.abs(latitude) > 90) return refuse(400, `Latitude must be in range of -90 to 90°. Given: ${latitude}.`);
  if (Math.abs(longitude) > 180) return refuse(400, `Longitude must be in range of -180 to 180°. Given: ${longitude}.`);
  const listNames = (list: string): string[] => url.searchParams.get(list)?.split(',') ?? [];
  for (const list of ['current', 'daily']) {
    const unknown = listNames(list).find((name) => units[name] === undefined);
    const message = `Cannot initialize WeatherVariable from invalid String value ${unknown} for key ${list}`;
    if (unknown !== undefined) return refuse(400, message);
  }
  const { zone, hours } = url.searchParams.get('timezone') === 'auto' ? chooseZone(latitude, longitude) : gmt;
  const localMs = nowMs - (nowMs % INTERVAL_MS) + hours * 3_600_000;
  const days = Array.from({ length: Number(url.searchParams.get('forecast_days') ?? 7) }, (_, day) => day);
  const values = days.map((day) => inventWeather(latitude, longitude, day));
  return {
    json: {
      latitude: Math.round(latitude * 20) / 20,
      longitude: Math.round(longitude * 20) / 20,
      generationtime_ms: 0.0951,
      utc_offset_seconds: hours * 3600,
      timezone: zone,
      timezone_abbreviation: `GMT${hours < 0 ? '' : '+'}${hours}`,
      elevation: 6,
      current_units: { time: 'iso8601', interval: 'seconds', ...listUnits(listNames('current')) },
      current: {
        time: new Date(localMs).toISOString().slice(0, 16),
        interval: 900,
        ...Object.fromEntries(listNames('current').map((name) => [name, values[0]?.[name] ?? null])),
      },
      daily_units: { time: 'iso8601', ...listUnits(listNames('daily')) },
      daily: {
        time: days.map((day) => new Date(localMs + day * DAY_MS).toISOString().slice(0, 10)),
        ...Object.fromEntries(listNames('daily').map((name) => [name, values.map((value) => value[name] ?? null)])),
      },
    },
  };
}

const gmt = { zone: 'GMT', hours: 0 };

function chooseZone(latitude: number, longitude: number): { zone: string; hours: number } {
  const distance = ({ lat, lon }: { lat: number; lon: number }): number => Math.hypot(lat - latitude, lon - longitude);
  const [near] = zones.toSorted((a, b) => distance(a) - distance(b));
  return near && distance(near) < 10 ? near : gmt;
}

const listUnits = (names: string[]) => Object.fromEntries(names.map((name) => [name, units[name]]));

/** Warm at the equator, cold at the poles, summer in the south; the rest varies with place and day. */
function inventWeather(latitude: number, longitude: number, day: number): Record<string, number> {
  const chance = (salt: number): number => {
    const wave = Math.sin(latitude * 12.9898 + longitude * 78.233 + day * 37.719 + salt) * 43_758.5453;
    return wave - Math.floor(wave);
  };
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  const middle = 27 - Math.abs(latitude + 12) * 0.38 + chance(1) * 6 - 3;
  const code = codes[Math.floor(chance(2) * codes.length)] ?? 0;
  const rain = code >= 61 ? tenths(0.4 + chance(3) * 9) : 0;
  return {
    weather_code: code,
    temperature_2m: tenths(middle),
    apparent_temperature: tenths(middle - 1 - chance(4) * 2),
    temperature_2m_max: tenths(middle + 2 + chance(5) * 4),
    temperature_2m_min: tenths(middle - 2 - chance(6) * 4),
    relative_humidity_2m: Math.round(45 + chance(7) * 45),
    wind_speed_10m: tenths(2 + chance(8) * 20),
    precipitation: rain > 0 ? tenths(rain / 8) : 0,
    precipitation_sum: rain,
  };
}

const refuse = (status: number, reason: string): TwinReply => ({ status, json: { error: true, reason } });

export default defineTwin({
  id: 'open-meteo',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'Minutely API request limit exceeded. Please try again in one minute.'),
    'bad-key': () => refuse(400, 'The supplied API key is invalid.'),
    quota: () => refuse(429, 'Daily API request limit exceeded. Please try again tomorrow.'),
    down: () => refuse(503, 'The service is overloaded'),
    'error-in-200': () => refuse(200, 'Something went wrong'),
    empty: () => refuse(400, 'No data is available for this location'),
  },
});
