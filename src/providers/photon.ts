/** Photon: geocoding on OpenStreetMap. https://github.com/komoot/photon/blob/master/docs/api-v1.md */
import { z } from 'zod';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { figure } from './shared/figures.ts';
import { type ForwardSearch, type FoundPlace, type ReverseSearch, requireLocated } from './shared/places/place.ts';
import { requirePlaces } from './shared/places/place-country.ts';
import { defineProvider, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'photon',
  title: 'Photon',
  tier: 'T0',
  about: 'Geocoding. The public host has a fair-use policy and no guarantee; can be self-hosted.',
  baseUrl: 'https://photon.komoot.io',
  settings: {
    languages: {
      kind: 'text',
      about: 'Languages of the server’s data, comma-separated; other names come in the local language',
      default: 'en,de,fr',
    },
  },
};

const text = z.string().nullish();

const collection = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        name: text,
        housenumber: text,
        street: text,
        district: text,
        city: text,
        county: text,
        state: text,
        postcode: text,
        country: text,
        countrycode: text,
        osm_value: text,
        type: text,
      }),
      geometry: z.object({ coordinates: z.array(figure) }),
    }),
  ),
});

type Feature = z.output<typeof collection>['features'][number];

/** Up to `limit` places for a text. Throws `empty` when there is none. */
async function forward({ q, language, limit }: ForwardSearch, ctx: CallContext) {
  const { results, attribution } = await ask('/api', { q, limit, lang: chooseLanguage(language, ctx) }, ctx);
  return { results: requirePlaces(facts.id, q, results), attribution };
}

/** The place at a point. Throws `empty` where there is none. */
async function reverse({ latitude, longitude, language }: ReverseSearch, ctx: CallContext) {
  return await ask('/reverse', { lat: latitude, lon: longitude, lang: chooseLanguage(language, ctx) }, ctx);
}

/** A language that the data lacks is refused with 400: it is left out then. */
function chooseLanguage(language: string, ctx: CallContext): string | undefined {
  const { languages = '' } = settingsOf(facts, ctx);
  return languages.split(',').some((one) => one.trim() === language) ? language : undefined;
}

async function ask(path: string, query: Record<string, string | number | undefined>, ctx: CallContext) {
  const { features } = await requestJson(facts, ctx, { path, query, reply: collection });
  const attribution = '© OpenStreetMap contributors, ODbL (https://www.openstreetmap.org/copyright)';
  return { results: requireLocated(facts.id, features.map(buildPlace)), attribution };
}

function buildPlace({ properties: at, geometry }: Feature): FoundPlace {
  const street = [at.street, at.housenumber].filter(Boolean).join(' ');
  const parts = [at.name, street, at.district, at.city, at.state, at.postcode, at.country].filter(Boolean);
  const [longitude, latitude] = geometry.coordinates;
  return {
    name: at.name || street || at.city || at.country || `${latitude}, ${longitude}`,
    address: [...new Set(parts)].join(', '),
    latitude,
    longitude,
    country: at.country ?? null,
    countryCode: at.countrycode?.toUpperCase() ?? null,
    region: at.state ?? null,
    city: at.city ?? (at.type === 'city' ? at.name : null) ?? null,
    postcode: at.postcode ?? null,
    type: at.osm_value ?? null,
  };
}

export default defineProvider(facts, { forward, reverse });
