/** OpenCage: geocoding with time zone, currency and confidence. https://opencagedata.com/api */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import {
  type ForwardSearch,
  type FoundPlace,
  type Place,
  type ReverseSearch,
  requireLocated,
} from './shared/places/place.ts';
import { requirePlaces } from './shared/places/place-country.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'opencage',
  title: 'OpenCage',
  tier: 'T1',
  about: 'Geocoding with time zone and currency. Results may be stored. The trial is for testing only.',
  baseUrl: 'https://api.opencagedata.com',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from opencagedata.com', required: true },
    // The smallest plan: 50 USD a month for 10,000 requests a day.
    requestUsd: defineUsdSetting('0.0002'),
  },
};

const text = z.string().nullish();

/** Any part of an address and any annotation may be missing. */
const geocodingReply = z.object({
  results: z.array(
    z.object({
      formatted: z.string(),
      geometry: z.object({ lat: figure, lng: figure }),
      confidence: figure,
      components: z.object({
        _type: text,
        country: text,
        country_code: text,
        state: text,
        province: text,
        city: text,
        town: text,
        village: text,
        municipality: text,
        postcode: text,
      }),
      annotations: z
        .object({
          timezone: z.object({ name: z.string() }).nullish(),
        })
        .nullish(),
    }),
  ),
});

type GeocodingResult = z.output<typeof geocodingReply>['results'][number];

export interface PremiumPlace extends Place {
  /** 10 for a spot, 1 for 25 km and more, 0 unknown. */
  confidence: number;
  timezone: string | null;
}

/** Up to `limit` places for a text, most relevant first. Throws `empty` when there is none. */
async function forward({ q, language, limit }: ForwardSearch, ctx: CallContext) {
  const { results, attribution } = await ask({ q, language, limit }, ctx);
  return { results: requirePlaces(facts.id, q, results), attribution };
}

/** The place at a point. Throws `empty` where there is none. */
async function reverse({ latitude, longitude, language }: ReverseSearch, ctx: CallContext) {
  return await ask({ q: `${latitude},${longitude}`, language }, ctx);
}

async function ask(query: Record<string, string | number>, ctx: CallContext) {
  const settings = settingsOf(facts, ctx);
  const { results } = await requestJson(facts, ctx, {
    path: '/geocode/v1/json',
    query: { ...query, key: settings.apiKey, no_record: 1 },
    reply: geocodingReply,
    classify,
  });
  meterCost(facts, ctx, readRequestMicros(facts, settings));
  const attribution = '© OpenStreetMap contributors and others (https://opencagedata.com/credits)';
  return { results: requireLocated(facts.id, results.map(buildPlace)), attribution };
}

/** The body's own status counts: a text that is no address at all is refused with 400. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  const code = bodyStatus.safeParse(json).data?.status.code ?? status;
  if (code === 400) return 'empty';
  return status === 200 && code !== 200 ? 'lying' : undefined;
}

const bodyStatus = z.object({ status: z.object({ code: z.number() }) });

function buildPlace({
  formatted,
  geometry,
  confidence,
  components: at,
  annotations,
}: GeocodingResult): FoundPlace<PremiumPlace> {
  const city = at.city ?? at.town ?? at.village ?? at.municipality ?? null;
  return {
    name: formatted.split(',')[0] ?? formatted,
    address: formatted,
    latitude: geometry.lat,
    longitude: geometry.lng,
    country: at.country ?? null,
    countryCode: at.country_code?.toUpperCase() ?? null,
    region: at.state ?? at.province ?? null,
    city,
    postcode: at.postcode ?? null,
    type: at._type ?? null,
    confidence: confidence ?? 0,
    timezone: annotations?.timezone?.name ?? null,
  };
}

const ceiling = (settings: ProviderSettings | null): number => Math.ceil(readRequestMicros(facts, settings));

export default defineProvider(facts, { forward, reverse, ceiling });
