import { z } from 'zod';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
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
    const message = `No place was found for ${field}. Nothing was charged.`;
    throw new UpstreamFailure('empty', thrown.source, { message, cause: thrown });
  });
  const [place] = places.results;
  if (!place) throw new UpstreamFailure('empty', geocoder.id);
  return { name: place.address, latitude: place.latitude, longitude: place.longitude };
}

const end = z.string().trim().min(1).max(256);
const shownEnd = z.object({
  name: z.string().nullable().describe('Address that was found; null for coordinates'),
  latitude: z.number(),
  longitude: z.number(),
});

function parsePlace(field: string, text: string): WrittenPlace {
  const at = parseCoordinates(text);
  if (at) assertOnEarth(at, field);
  return { field, text, at };
}

export default defineTool({
  description: 'The way between two addresses or points: distance, duration and turn-by-turn instructions.',
  price: usd('0.004'),
  effect: 'read',
  category: 'utility',
  uses: routers,
  input: z.object({
    origin: end.describe('Where it starts: an address, or coordinates as lat,lon'),
    destination: end.describe('Where it ends: an address, or coordinates as lat,lon'),
    profile: z.enum(profiles).default('driving').describe('Way of moving; driving-traffic looks at the traffic of now'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the instructions'),
  }),
  output: z.object({
    distanceMeters: z.number().nullable().describe('Length of the route; null when unknown'),
    durationSeconds: z.number().nullable().describe('Travel time; null when unknown'),
    summary: z.string().describe('The main streets'),
    steps: z.array(
      z.object({
        instruction: z.string(),
        distanceMeters: z.number().nullable(),
        durationSeconds: z.number().nullable(),
      }),
    ),
    origin: shownEnd,
    destination: shownEnd,
    attribution: z.string().describe('What the licence asks to be said'),
    sourceUsed: z.string().describe('Id of the provider of the route'),
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
      ctx.warn('This source does not know the traffic: the duration is that of free roads.');
    }
    return { ...route, origin: from, destination: to, sourceUsed: router.id };
  },
});
