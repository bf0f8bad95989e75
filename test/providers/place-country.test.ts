import { describe, expect, it } from 'vitest';
import type { Place } from '../../src/providers/shared/places/place.ts';
import { findCountry, requirePlaces } from '../../src/providers/shared/places/place-country.ts';

const place = (name: string, countryCode: string | null, rest: Partial<Place> = {}): Place => ({
  name,
  address: name,
  latitude: 1,
  longitude: 1,
  country: null,
  countryCode,
  currency: null,
  region: null,
  city: null,
  postcode: null,
  type: null,
  ...rest,
});

describe('the country in a search for a place', () => {
  it.each([
    ['Oslo, Germany', 'DE'],
    ['Oslo Germany', 'DE'],
    ['oslo, GERMANY', 'DE'],
    ['Oslo (Germany)', 'DE'],
    ['ドイツのオスロ', 'DE'],
    ['オスロ、ドイツ', 'DE'],
    ['德国奥斯陆', 'DE'],
    ['德國奧斯陸', 'DE'],
    ['Cambridge, UK', 'GB'],
    ['Portland, USA', 'US'],
    ['Seoul, South Korea', 'KR'],
    ['Port Moresby, Papua New Guinea', 'PG'],
    ['東京', undefined],
    ['Germany', undefined],
    ['Papua New Guinea', undefined],
    ['日本', undefined],
    ['Paris, Texas', undefined],
    ['Germany Street, Paris', undefined],
    ['Oslo', undefined],
  ])('is found: %s', (query, code) => {
    expect(findCountry(query)?.code).toBe(code);
  });

  it.each<[string, Place, boolean]>([
    ['Oslo, Germany', place('Oslo', 'NO'), false],
    ['Oslo, Norway', place('Oslo', 'NO'), true],
    ['ドイツのオスロ', place('Oslo', 'NO'), false],
    ['Paris, Germany', place('Paris', 'FR'), false],
    ['Atlanta, Georgia', place('Atlanta', 'US', { region: 'Georgia' }), true],
    ['Little Germany', place('Little Germany, Bradford', 'GB'), true],
    ['Taipei, China', place('Taipei', 'TW'), true],
    ['San Juan, USA', place('San Juan', 'PR'), true],
    ['San Juan, Puerto Rico', place('San Juan', 'US'), true],
    ['Oslo, Germany', place('Oslo', null), true],
  ])('decides what fits: %s', (query, found, fits) => {
    if (fits) expect(requirePlaces('photon', query, [found])).toEqual([found]);
    else expect(() => requirePlaces('photon', query, [found])).toThrow(expect.objectContaining({ kind: 'empty' }));
  });
});
