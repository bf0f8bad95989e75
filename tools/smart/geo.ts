import { z } from 'zod';
import { firstOf } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import mapbox from '../../src/providers/mapbox.ts';
import nominatim from '../../src/providers/nominatim.ts';
import opencage from '../../src/providers/opencage.ts';
import photon from '../../src/providers/photon.ts';
import { assertOnEarth, type Point, parseCoordinates } from '../../src/providers/shared/places/coordinates.ts';
import { placeShape } from '../../src/providers/shared/places/place.ts';
import { sourceFields } from './_attempts.ts';
import { lexicon } from './geo.lexicon.ts';

/** Free geocoders, then the premium one, then that of the directions. */
const order = ['nominatim', 'photon', 'opencage', 'mapbox'] as const;

const providers = { nominatim, photon, opencage, mapbox };

const RESULTS_MAX = 5;
const LANGUAGE = 'en';

interface Input {
  query?: string | undefined;
  lat?: number | undefined;
  lon?: number | undefined;
}

/** Place to find: a text, or a point, which a text may be as well. */
function parseSought({ query, lat, lon }: Input): string | Point {
  if (lat !== undefined && lon !== undefined) return { latitude: lat, longitude: lon };
  if (query === undefined) throw createInvalidInputError([nothing]);
  const at = parseCoordinates(query);
  if (at) assertOnEarth(at, 'query');
  return at ?? query;
}

const nothing = { path: 'query', message: 'Provide query, or lat and lon' };

function buildSources(sought: string | Point) {
  const source = (name: (typeof order)[number]) => {
    const provider = providers[name];
    return {
      provider,
      run: (ctx: CallContext) =>
        typeof sought === 'string'
          ? provider.forward({ q: sought, language: LANGUAGE, limit: RESULTS_MAX }, ctx)
          : provider.reverse({ ...sought, language: LANGUAGE }, ctx),
    };
  };
  return {
    nominatim: source('nominatim'),
    photon: source('photon'),
    opencage: source('opencage'),
    mapbox: source('mapbox'),
  };
}

export default defineTool({
  title: 'Find a place',
  description:
    'Find the coordinates of a place or the address at given coordinates, with fallback between providers. The free `geocode` does the same with one provider.',
  mcpLists: [],
  keywords:
    'postal code, postcode, zip code, zip, latitude and longitude, 郵便番号, 緯度, 経度, 邮政编码, 邮编, 经纬度',
  price: usd('0.006'),
  effect: 'read',
  category: 'utility',
  uses: Object.values(providers),
  // No cache: places of Mapbox may not be stored.
  input: z
    .object({
      query: z
        .string()
        .trim()
        .min(1)
        .max(256)
        .optional()
        .describe('Address or place name. Required unless lat and lon are set.'),
      lat: z.number().min(-90).max(90).optional().describe('Latitude in degrees (WGS 84), for the address at a point.'),
      lon: z
        .number()
        .min(-180)
        .max(180)
        .optional()
        .describe('Longitude in degrees (WGS 84), for the address at a point.'),
    })
    .refine(({ query, lat, lon }) => (lat === undefined) === (lon === undefined) && (query ?? lat) !== undefined, {
      path: [nothing.path],
      message: nothing.message,
    })
    .refine(({ query, lat }) => query === undefined || lat === undefined, {
      path: ['query'],
      message: 'Provide either query, or lat and lon',
    }),
  output: z.object({
    results: z
      .array(placeShape)
      .describe(`Up to ${RESULTS_MAX} matching places, best match first; one for coordinates.`),
    mode: z.enum(['forward', 'reverse']).describe('`reverse` if lat and lon were given, otherwise `forward`.'),
    attribution: z.string().describe('Attribution required by the data license.'),
    ...sourceFields,
  }),
  lexicon,
  examples: [{ query: 'Tokyo Tower' }, { lat: 48.8584, lon: 2.2945 }],
  // Each of them may be asked, and paid for nothing found.
  costCeiling: (_input, settings) =>
    opencage.ceiling(settings?.('opencage') ?? null) + mapbox.ceiling({ places: 1 }, settings?.('mapbox') ?? null),
  async run(input, ctx) {
    const sought = parseSought(input);
    const { value, sourceUsed, fallbackUsed } = await firstOf(order, buildSources(sought), ctx);
    const mode = typeof sought === 'string' ? ('forward' as const) : ('reverse' as const);
    return { ...value, mode, sourceUsed, fallbackUsed, attempts: ctx.attempts };
  },
});
