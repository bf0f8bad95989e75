import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import openMeteo from '../../src/providers/open-meteo.ts';
import { lexicon } from './weather.lexicon.ts';

/** WMO code 4677 as Open-Meteo uses it, in words. */
const conditions: Readonly<Record<number, string>> = {
  0: 'Clear sky',
  1: 'Mainly clear',
  2: 'Partly cloudy',
  3: 'Overcast',
  45: 'Fog',
  48: 'Rime fog',
  51: 'Light drizzle',
  53: 'Drizzle',
  55: 'Dense drizzle',
  56: 'Light freezing drizzle',
  57: 'Freezing drizzle',
  61: 'Light rain',
  63: 'Rain',
  65: 'Heavy rain',
  66: 'Light freezing rain',
  67: 'Freezing rain',
  71: 'Light snow',
  73: 'Snow',
  75: 'Heavy snow',
  77: 'Snow grains',
  80: 'Light showers',
  81: 'Showers',
  82: 'Violent showers',
  85: 'Light snow showers',
  86: 'Heavy snow showers',
  95: 'Thunderstorm',
  96: 'Thunderstorm with light hail',
  99: 'Thunderstorm with heavy hail',
};

const describeConditions = (code: number | null): string | null =>
  code === null ? null : (conditions[code] ?? `Code ${code}`);

const providers = [openMeteo];

export default defineTool({
  description:
    'Get current weather and a 7-day forecast for a latitude and longitude. Find the coordinates of a place with `geocode`.',
  mcpLists: ['free', 'proxy'],
  effect: 'read',
  access: 'public',
  category: 'weather',
  uses: providers,
  input: z.object({
    latitude: z.number().min(-90).max(90).describe('Latitude in degrees (WGS 84).'),
    longitude: z.number().min(-180).max(180).describe('Longitude in degrees (WGS 84).'),
  }),
  output: z.object({
    location: objectOf('Center of the forecast grid cell.', {
      latitude: z.number().nullable().describe('Latitude in degrees; null if unknown.'),
      longitude: z.number().nullable().describe('Longitude in degrees; null if unknown.'),
      timezone: z.string().describe('IANA time zone of the place.'),
    }),
    current: objectOf('Current weather; unknown values are null.', {
      time: z.string().nullable().describe('Time of the measurement, ISO 8601 in UTC.'),
      temperatureC: z.number().nullable().describe('Air temperature in °C.'),
      apparentC: z.number().nullable().describe('Apparent temperature in °C.'),
      humidity: z.number().nullable().describe('Relative humidity in percent.'),
      windKph: z.number().nullable().describe('Wind speed in km/h.'),
      precipitationMm: z.number().nullable().describe('Precipitation in millimeters.'),
      condition: z.string().nullable().describe('Weather in words, such as Light rain.'),
      code: z.number().nullable().describe('WMO weather code.'),
    }),
    daily: listOf('Forecast for today and the next six days; unknown values are null.', {
      date: z.string().describe('Local date, YYYY-MM-DD.'),
      minC: z.number().nullable().describe('Lowest temperature in °C.'),
      maxC: z.number().nullable().describe('Highest temperature in °C.'),
      precipitationMm: z.number().nullable().describe('Total precipitation in millimeters.'),
      condition: z.string().nullable().describe('Weather in words, such as Light rain.'),
      code: z.number().nullable().describe('WMO weather code.'),
    }),
    attribution: z.string().describe('Attribution required by the data license.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [
    { latitude: 35.6895, longitude: 139.6917 },
    { latitude: 51.5072, longitude: -0.1276 },
  ],
  async run(input, ctx) {
    const provider = chooseConfigured(providers, ctx);
    const { current, daily, latitude, longitude, timezone } = await provider.forecast(input, ctx);
    return {
      location: { latitude, longitude, timezone },
      current: { ...current, condition: describeConditions(current.code) },
      daily: daily.map(({ date, minC, maxC, precipitationMm, code }) => {
        return { date, minC, maxC, precipitationMm, condition: describeConditions(code), code };
      }),
      attribution: 'Weather data by Open-Meteo.com (https://open-meteo.com/), CC BY 4.0',
      sourceUsed: provider.id,
    };
  },
});
