/** A place as every geocoder of ours answers it. */
import countryToCurrency from 'country-to-currency';
import { z } from 'zod';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';

export const placeShape = z.object({
  name: z.string().describe('Name of the place.'),
  address: z.string().describe('Full address on one line.'),
  latitude: z.number().describe('Latitude in degrees (WGS 84).'),
  longitude: z.number().describe('Longitude in degrees (WGS 84).'),
  country: z.string().nullable().describe('Country name; null if unknown.'),
  countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2 code such as JP; null if unknown.'),
  currency: z.string().nullable().describe('Currency of the country, ISO 4217 code such as JPY; null if unknown.'),
  region: z.string().nullable().describe('State or province; null if unknown.'),
  city: z.string().nullable().describe('City or town; null if unknown.'),
  postcode: z.string().nullable().describe('Postal code; null if unknown.'),
  type: z.string().nullable().describe('Kind of place, as the provider names it; null if unknown.'),
});

export type Place = z.output<typeof placeShape>;

/** Place to find: by a text, or at a point. `language` is `en`, `ja`, `zh` or another IETF tag. */
export interface ForwardSearch {
  q: string;
  language: string;
  limit: number;
}

export interface ReverseSearch {
  latitude: number;
  longitude: number;
  language: string;
}

/** A place as an upstream told it: without coordinates it is of no use. */
export type FoundPlace<P extends Place = Place> = Omit<P, 'latitude' | 'longitude' | 'currency'> & {
  latitude: number | null | undefined;
  longitude: number | null | undefined;
};

/** The places that have coordinates. Throws `empty` when there are none. */
export function requireLocated<F extends Pick<FoundPlace, 'latitude' | 'longitude' | 'countryCode'>>(
  source: string,
  found: readonly F[],
) {
  const places = found.flatMap(({ latitude, longitude, ...place }) =>
    typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ ...place, latitude, longitude, currency: findCurrency(place.countryCode) }]
      : [],
  );
  if (places.length === 0) throw new UpstreamFailure('empty', source);
  return places;
}

const currencies: ReadonlyMap<string, string> = new Map(Object.entries(countryToCurrency));

const findCurrency = (countryCode: string | null): string | null =>
  (countryCode !== null && currencies.get(countryCode.slice(0, 2))) || null;
