/** Nominatim: search and reverse in `jsonv2`. */
import { findNearestPlace, findPlaces, type Place } from './shared/places.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ url, headers }: TwinRequest): TwinReply {
  const query = url.searchParams;
  const spoken = chooseLanguage(query.get('accept-language') ?? headers['accept-language']);
  if (query.get('format') !== 'jsonv2') return { headers: { 'content-type': 'text/xml' }, body: '<searchresults/>' };
  if (url.pathname === '/search') {
    const text = query.get('q')?.trim() ?? '';
    if (text === '') return refuse("Parameter 'q' missing.");
    const limit = Math.min(40, Number(query.get('limit') ?? 10));
    const details = query.get('addressdetails') === '1';
    return {
      json: findPlaces(text)
        .slice(0, limit)
        .map((place) => buildPlace(place, spoken, details)),
    };
  }
  if (url.pathname !== '/reverse') return { status: 404, body: '<html><body>Not Found</body></html>' };
  for (const name of ['lat', 'lon']) {
    const text = query.get(name);
    if (!text) return refuse(`Parameter '${name}' missing.`);
    if (Number.isNaN(Number(text))) return refuse(`Parameter '${name}' must be a number.`);
  }
  const place = findNearestPlace(Number(query.get('lat')), Number(query.get('lon')));
  return { json: place ? buildPlace(place, spoken, true) : { error: 'Unable to geocode' } };
}

function chooseLanguage(text: string | undefined | null): 0 | 1 | 2 {
  if (text?.startsWith('ja')) return 1;
  return text?.startsWith('zh') ? 2 : 0;
}

function buildPlace(place: Place, spoken: 0 | 1 | 2, details: boolean): unknown {
  const { lat, lon, state, code, postcode } = place;
  const [name, city, country] = [place.names[spoken], place.city[spoken], place.country[spoken]];
  const parts = new Set([name, city, state, postcode, country]);
  const [category, type] = place.kind;
  return {
    place_id: 204_751_033,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'node',
    osm_id: Math.round(Math.abs(lat * lon) * 10_000),
    lat: lat.toFixed(7),
    lon: lon.toFixed(7),
    category,
    type,
    place_rank: 16,
    importance: 0.74,
    addresstype: type,
    name,
    display_name: [...parts].join(', '),
    ...(details ? { address: { city, state, postcode, country, country_code: code.toLowerCase() } } : {}),
    boundingbox: [lat - 0.1, lat + 0.1, lon - 0.1, lon + 0.1].map((edge) => edge.toFixed(7)),
  };
}

const refuse = (message: string): TwinReply => ({ status: 400, json: { error: { code: 400, message } } });

const buildErrorPage = (status: number, text: string): TwinReply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`,
});

export default defineTwin({
  id: 'nominatim',
  handle,
  failures: {
    'rate-limit': () => buildErrorPage(429, 'Too Many Requests'),
    'bad-key': () => buildErrorPage(403, 'Access blocked'),
    quota: () => buildErrorPage(403, 'Access blocked'),
    'error-in-200': () => buildErrorPage(200, 'Bandwidth limit exceeded'),
    empty: ({ url }) => ({ json: url.pathname === '/search' ? [] : { error: 'Unable to geocode' } }),
    'not-found': ({ url }) => ({ json: url.pathname === '/search' ? [] : { error: 'Unable to geocode' } }),
  },
});
