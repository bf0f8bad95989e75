/** Mapbox: directions, and geocoding for their addresses. https://docs.mapbox.com/api/ */
import { z } from 'zod';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { truncate } from '../text/truncate.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import {
  classifyRoute,
  formatPoints,
  osrmReply,
  type Route,
  type RouteRequest,
  readFirstRoute,
} from './shared/places/osrm-style.ts';
import { type ForwardSearch, type FoundPlace, type ReverseSearch, requireLocated } from './shared/places/place.ts';
import { requirePlaces } from './shared/places/place-country.ts';
import { defineProvider, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'mapbox',
  title: 'Mapbox',
  tier: 'T3',
  about: 'Directions and geocoding. Results may be shown but not stored. 100,000 free requests per month.',
  baseUrl: 'https://api.mapbox.com',
  settings: {
    apiKey: { kind: 'secret', about: 'Access token from mapbox.com', required: true },
    directionUsd: defineUsdSetting('0.002', 'one route'),
    geocodingUsd: defineUsdSetting('0.00075', 'one search for a place'),
  },
};

const QUERY_CHARS_MAX = 256;
const QUERY_WORDS_MAX = 20;
/** Routes through half a continent come with every bend. */
const ROUTE_BYTES_MAX = 8 * 1024 * 1024;

const namedPart = z.object({ name: z.string() }).nullish();

const featureCollection = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        name: z.string(),
        feature_type: z.string(),
        full_address: z.string().nullish(),
        place_formatted: z.string().nullish(),
        coordinates: z.object({ latitude: figure, longitude: figure }),
        context: z
          .object({
            postcode: namedPart,
            place: namedPart,
            locality: namedPart,
            region: namedPart,
            country: z.object({ name: z.string(), country_code: z.string().nullish() }).nullish(),
          })
          .nullish(),
      }),
    }),
  ),
  attribution: z.string().nullish(),
});

const languages: Readonly<Record<string, string>> = { zh: 'zh-Hans' };
const chooseLanguage = (language: string): string => languages[language] ?? language;

/** Up to `limit` (at most 10) places for an address; businesses are not among them. Throws `empty` when there is none. */
async function forward({ q, language, limit }: ForwardSearch, ctx: CallContext) {
  const words = truncate(q.replaceAll(';', ' '), QUERY_CHARS_MAX).trim().split(/\s+/).slice(0, QUERY_WORDS_MAX);
  const query = { q: words.join(' '), language: chooseLanguage(language), limit, autocomplete: false };
  const { results, attribution } = await findPlaces('forward', query, ctx);
  return { results: requirePlaces(facts.id, q, results), attribution };
}

/** The place at a point. Throws `empty` where there is none. */
async function reverse({ latitude, longitude, language }: ReverseSearch, ctx: CallContext) {
  const { results, attribution } = await findPlaces(
    'reverse',
    { longitude, latitude, language: chooseLanguage(language) },
    ctx,
  );
  return { results: results.slice(0, 1), attribution };
}

async function findPlaces(way: string, query: Record<string, string | number | boolean>, ctx: CallContext) {
  const settings = settingsOf(facts, ctx);
  const { features, attribution } = await requestJson(facts, ctx, {
    path: `/search/geocode/v6/${way}`,
    query: { ...query, access_token: settings.apiKey },
    reply: featureCollection,
    classify: ({ status, text }) => (status === 200 && /^\s*\{\s*"message"/.test(text) ? 'lying' : undefined),
  });
  meterCost(facts, ctx, readRequestMicros(facts, settings, 'geocodingUsd'));
  const results = requireLocated(
    facts.id,
    features.map(({ properties }) => buildPlace(properties)),
  );
  return { results, attribution: attribution ?? '© Mapbox' };
}

type Properties = z.output<typeof featureCollection>['features'][number]['properties'];

function buildPlace({
  name,
  feature_type,
  full_address,
  place_formatted,
  coordinates,
  context,
}: Properties): FoundPlace {
  return {
    name,
    address: full_address ?? [name, place_formatted].filter(Boolean).join(', '),
    latitude: coordinates.latitude,
    longitude: coordinates.longitude,
    country: context?.country?.name ?? null,
    countryCode: context?.country?.country_code?.toUpperCase() ?? null,
    region: context?.region?.name ?? null,
    city: context?.place?.name ?? context?.locality?.name ?? (feature_type === 'place' ? name : null),
    postcode: context?.postcode?.name ?? null,
    type: feature_type,
  };
}

/** The way between two points, with instructions in the language. Throws `empty` where there is none. */
async function route(request: RouteRequest, ctx: CallContext): Promise<Route> {
  const settings = settingsOf(facts, ctx);
  const reply = await requestJson(facts, ctx, {
    path: `/directions/v5/mapbox/${request.profile}/${formatPoints(request)}`,
    query: {
      access_token: settings.apiKey,
      steps: true,
      overview: 'false',
      language: chooseLanguage(request.language),
    },
    reply: osrmReply,
    bodyBytesMax: ROUTE_BYTES_MAX,
    classify: classifyRoute,
  });
  meterCost(facts, ctx, readRequestMicros(facts, settings, 'directionUsd'));
  const firstRoute = readFirstRoute(reply, facts.id, ({ maneuver, name }) => maneuver.instruction ?? name ?? '');
  return { ...firstRoute, attribution: '© Mapbox, © OpenStreetMap contributors' };
}

/** The most that a route and so many searches for places cost, in micro-USD. */
function ceiling(requests: { routes?: number; places?: number }, settings: ProviderSettings | null): number {
  const { routes = 0, places = 0 } = requests;
  const cost = (key: string): number => readRequestMicros(facts, settings, key);
  return Math.ceil(routes * cost('directionUsd') + places * cost('geocodingUsd'));
}

export default defineProvider(facts, { forward, reverse, route, ceiling });
