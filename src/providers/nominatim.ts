/** Nominatim: geocoding on OpenStreetMap. https://nominatim.org/release-docs/latest/api/Overview/ */
import { z } from 'zod';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { type ForwardSearch, type FoundPlace, type ReverseSearch, requireLocated } from './shared/places/place.ts';
import { requirePlaces } from './shared/places/place-country.ts';
import { defineProvider, requestJson } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'nominatim',
  title: 'Nominatim',
  tier: 'T0',
  about: 'Geocoding. The public host forbids resale and more than one request per second; use your own.',
  baseUrl: 'https://nominatim.openstreetmap.org',
  offByDefault: true,
  settings: {},
};

const coordinate = z.string().or(z.number()).pipe(z.coerce.number()).nullable().catch(null);

/** Coordinates come as text, and which part of an address names the town varies. */
const placeReply = z.object({
  lat: coordinate,
  lon: coordinate,
  name: z.string().nullish(),
  display_name: z.string(),
  type: z.string().nullish(),
  address: z.record(z.string(), z.string()).default({}),
});

const attribution = '© OpenStreetMap contributors, ODbL (https://www.openstreetmap.org/copyright)';

/** Up to `limit` places for a text. Throws `empty` when there is none. */
async function forward({ q, language, limit }: ForwardSearch, ctx: CallContext) {
  const places = await requestJson(facts, ctx, {
    path: '/search',
    query: { q, limit, format: 'jsonv2', addressdetails: 1, 'accept-language': language },
    reply: z.array(placeReply),
  });
  return { results: requirePlaces(facts.id, q, requireLocated(facts.id, places.map(buildPlace))), attribution };
}

/** The place at a point. Throws `empty` where there is none. */
async function reverse({ latitude, longitude, language }: ReverseSearch, ctx: CallContext) {
  const reply = await requestJson(facts, ctx, {
    path: '/reverse',
    query: { lat: latitude, lon: longitude, format: 'jsonv2', 'accept-language': language },
    reply: placeReply,
    classify: ({ status, text }) => (status === 200 && /Unable to geocode/.test(text) ? 'empty' : undefined),
  });
  return { results: requireLocated(facts.id, [buildPlace(reply)]), attribution };
}

function buildPlace({ lat, lon, name, display_name, type, address }: z.output<typeof placeReply>): FoundPlace {
  return {
    name: name || display_name.split(',')[0] || display_name,
    address: display_name,
    latitude: lat,
    longitude: lon,
    country: address.country ?? null,
    countryCode: address.country_code?.toUpperCase() ?? null,
    region: address.state ?? address.province ?? null,
    city: address.city ?? address.town ?? address.village ?? address.municipality ?? null,
    postcode: address.postcode ?? null,
    type: type ?? null,
  };
}

export default defineProvider(facts, { forward, reverse });
