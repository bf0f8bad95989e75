import { z } from 'zod';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import mapbox from '../../src/providers/mapbox.ts';
import nominatim from '../../src/providers/nominatim.ts';
import opencage from '../../src/providers/opencage.ts';
import osrm from '../../src/providers/osrm.ts';
import photon from '../../src/providers/photon.ts';
import { assertOnEarth, type Point, parseCoordinates } from '../../src/providers/shared/places/coordinates.ts';
import { profiles } from '../../src/providers/shared/places/osrm-style.ts';
import valhalla from '../../src/providers/valhalla.ts';
import { lexicon } from './directions.lexicon.ts';

const routers = [mapbox, valhalla, osrm];
/** For addresses, where the router itself knows none. */
const geocoders = [nominatim, photon, opencage];

type Router = (typeof routers)[number];

interface RouteEnd {
  name: string | null;
  latitude: number;
  longitude: number;
}

type WrittenPlace = { field: string; text: string; at: Point | null };

/** Coordinates as they are, an address as the first place that is found for it. */
async function locateEnd(
  { field, text, at }: WrittenPlace,
  router: Router,
  language: string,
  ctx: CallContext,
): Promise<RouteEnd> {
  if (at) return { name: null, ...at };
  const geocoder = router.id === mapbox.id ? mapbox : chooseConfigured(geocoders, ctx);
  const places = await geocoder.forward({ q: text, language, limit: 1 }, ctx).catch((thrown: unknown) => {
    if (!(thrown instanceof UpstreamFailure) || thrown.kind !== 'empty') throw thrown;
    const message = `No place found for ${field}. Nothing was charged.`;
    throw new UpstreamFailure('empty', thrown.source, { message, cause: thrown });
  });
  const [place] = places.results;
  if (!place) throw new UpstreamFailure('empty', geocoder.id);
  return { name: place.address, latitude: place.latitude, longitude: place.longitude };
}

const end = z.string().trim().min(1).max(256);
const shownEnd = z.object({
  name: z.string().nullable().describe('Address that was matched; null if the input was coordinates.'),
  latitude: z.number().describe('Latitude in degrees (WGS 84).'),
  longitude: z.number().describe('Longitude in degrees (WGS 84).'),
});

function parsePlace(field: string, text: string): WrittenPlace {
  const at = parseCoordinates(text);
  if (at) assertOnEarth(at, field);
  return { field, text, at };
}

export default defineTool({
  description:
    'Plan a route between two addresses or coordinates for driving, cycling or walking. Returns distance, duration and turn-by-turn instructions.',
  price: usd('0.004'),
  effect: 'read',
  category: 'utility',
  uses: routers,
  input: z.object({
    origin: end.describe('Start of the route: an address, or coordinates as lat,lon.'),
    destination: end.describe('End of the route: an address, or coordinates as lat,lon.'),
    profile: z.enum(profiles).default('driving').describe('Mode of travel; driving-traffic considers live traffic.'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the instructions.'),
  }),
  output: z.object({
    distanceMeters: z.number().nullable().describe('Length of the route in meters; null if unknown.'),
    durationSeconds: z.number().nullable().describe('Travel time in seconds; null if unknown.'),
    summary: z.string().describe('Main streets of the route.'),
    steps: listOf('Turn-by-turn instructions, in order.', {
      instruction: z.string().describe('Instruction in the requested language.'),
      distanceMeters: z.number().nullable().describe('Length of the step in meters; null if unknown.'),
      durationSeconds: z.number().nullable().describe('Duration of the step in seconds; null if unknown.'),
    }),
    origin: shownEnd.describe('Start of the route.'),
    destination: shownEnd.describe('End of the route.'),
    attribution: z.string().describe('Attribution required by the data license.'),
    sourceUsed: z.string().describe('ID of the provider that planned the route.'),
  }),
  lexicon,
  examples: [
    { origin: 'Tokyo Station', destination: 'Tokyo Tower', profile: 'walking' },
    { origin: '48.8584,2.2945', destination: '48.8530,2.3499', language: 'ja' },
  ],
  costCeiling({ origin, destination }, settings) {
    const places = [origin, destination].filter((text) => parseCoordinates(text) === null).length;
    const own = settings !== undefined && settings('mapbox') === null;
    if (own) return places * opencage.ceiling(settings('opencage'));
    return mapbox.ceiling({ routes: 1, places }, settings?.('mapbox') ?? null);
  },
  async run({ origin, destination, profile, language }, ctx) {
    const ends = [parsePlace('origin', origin), parsePlace('destination', destination)] as const;
    const router = chooseConfigured(routers, ctx);
    const [from, to] = await Promise.all([
      locateEnd(ends[0], router, language, ctx),
      locateEnd(ends[1], router, language, ctx),
    ]);
    const route = await router.route({ from, to, profile, language }, ctx);
    if (profile === 'driving-traffic' && router.id !== mapbox.id) {
      ctx.warn('This provider has no traffic data: the duration assumes free roads.');
    }
    return { ...route, origin: from, destination: to, sourceUsed: router.id };
  },
});
