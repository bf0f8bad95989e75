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
  description: 'Current weather and a 7-day forecast for coordinates.',
  mcpLists: ['free', 'proxy'],
  effect: 'read',
  access: 'public',
  category: 'weather',
  uses: providers,
  input: z.object({
    latitude: z.number().min(-90).max(90).describe('Degrees north, WGS84'),
    longitude: z.number().min(-180).max(180).describe('Degrees east, WGS84'),
  }),
  output: z.object({
    location: objectOf('Center of the grid cell that the data is for, and its IANA time zone; null when unknown', {
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      timezone: z.string(),
    }),
    current: z.object({
      time: z.string().nullable().describe('ISO 8601 UTC'),
      temperatureC: z.number().nullable().describe('Temperature in °C; null, like every figure here, when unknown'),
      apparentC: z.number().nullable().describe('What it feels like, °C'),
      humidity: z.number().nullable().describe('Relative, %'),
      windKph: z.number().nullable(),
      precipitationMm: z.number().nullable(),
      condition: z.string().nullable(),
      code: z.number().nullable().describe('WMO weather code'),
    }),
    daily: listOf('Today and the six days after', {
      date: z.string().describe('Local day'),
      minC: z.number().nullable(),
      maxC: z.number().nullable(),
      precipitationMm: z.number().nullable(),
      condition: z.string().nullable(),
      code: z.number().nullable(),
    }),
    attribution: z.string(),
    sourceUsed: z.string().describe('Id of the provider that answered'),
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
