/** Mapbox: geocoding v6 and directions v5. */
import { buildOsrmRoute, type JourneyStep, parsePoints, planJourney } from './shared/journey.ts';
import { findNearestPlace, findPlaces, type Place } from './shared/places.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const allowed = new Set('access_token steps overview language geometries alternatives annotations exclude'.split(' '));
const profiles = new Set(['driving', 'driving-traffic', 'walking', 'cycling']);

function handle({ method, url }: TwinRequest): TwinReply {
  if (method !== 'GET') return { status: 405, json: { message: 'Method Not Allowed' } };
  if (!url.searchParams.get('access_token')) return refuseToken();
  if (url.pathname.startsWith('/search/geocode/v6/')) return answerGeocoding(url);
  return answerDirections(url);
}

const refuseToken = (): TwinReply => ({
  status: 401,
  json: { message: 'Not Authorized - Invalid Token', error_code: 'INVALID_TOKEN' },
});

function answerGeocoding({ pathname, searchParams: query }: URL): TwinReply {
  const language = query.get('language') ?? 'en';
  if (pathname.endsWith('/reverse')) {
    const [lat, lon] = [Number(query.get('latitude') || Number.NaN), Number(query.get('longitude') || Number.NaN)];
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return refuseUnfit('longitude and latitude are required');
    const place = findNearestPlace(lat, lon);
    return buildCollection(place ? [buildFeature(place, language)] : []);
  }
  const q = query.get('q') ?? '';
  if (!pathname.endsWith('/forward') || q === '') return { status: 404, json: { message: 'Not Found' } };
  if (q.length > 256) return refuseUnfit('Query too long - 256 characters are allowed');
  if (q.split(/\s+/).length > 20) return refuseUnfit('Query too long - 20 words are allowed');
  if (q.includes(';')) return refuseUnfit('Batch queries are not allowed here');
  const limit = Number(query.get('limit') ?? 5);
  if (!(limit >= 1 && limit <= 10)) return refuseUnfit('limit must be between 1 and 10');
  return buildCollection(
    findPlaces(q)
      .slice(0, limit)
      .map((place) => buildFeature(place, language)),
  );
}

const refuseUnfit = (message: string): TwinReply => ({ status: 422, json: { message } });

const buildCollection = (features: readonly unknown[]): TwinReply => ({
  json: {
    type: 'FeatureCollection',
    features,
    attribution: 'NOTICE: © 2026 Mapbox and its suppliers. All rights reserved.',
  },
});

function buildFeature(place: Place, language: string): unknown {
  const { lat, lon, state, code, postcode, kind } = place;
  const spoken = language.startsWith('ja') ? 1 : language.startsWith('zh') ? 2 : 0;
  const [name, city, country] = [place.names[spoken], place.city[spoken], place.country[spoken]];
  const isCity = kind[1] === 'city';
  const formatted = [...new Set([...(isCity ? [] : [city]), `${state} ${postcode}`, country])].join(', ');
  const id = `dXJuOm1ieHBsYzp${Math.round(Math.abs(lat * lon) * 1000)}`;
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      mapbox_id: id,
      feature_type: isCity ? 'place' : 'address',
      name,
      name_preferred: name,
      place_formatted: formatted,
      full_address: `${name}, ${formatted}`,
      coordinates: { longitude: lon, latitude: lat },
      context: {
        postcode: { mapbox_id: id, name: postcode },
        place: { mapbox_id: id, name: city },
        region: { mapbox_id: id, name: state, region_code: state.slice(0, 2).toUpperCase() },
        country: { mapbox_id: id, name: country, country_code: code, country_code_alpha_3: `${code}X` },
      },
    },
  };
}

function answerDirections({ pathname, searchParams: query }: URL): TwinReply {
  const [, profile = '', coordinates = ''] = /^\/directions\/v5\/mapbox\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  if (!profiles.has(profile)) return { status: 404, json: { code: 'ProfileNotFound', message: 'Profile not found' } };
  const unknown = [...query.keys()].find((key) => !allowed.has(key));
  if (unknown !== undefined) return refuseInvalid(`Unknown query parameter "${unknown}"`);
  const points = parsePoints(coordinates);
  if (!points) return refuseInvalid('Coordinates must be a list of longitude,latitude pairs');
  const [from, to] = points;
  const journey = planJourney(from, to, profile);
  if (!journey) return answerNoRoute();
  const language = query.get('language') ?? 'en';
  const route = buildOsrmRoute(journey, from, to, (step) => writeInstruction(step, language));
  const waypoints = points.map((location) => ({ distance: 4.1, name: 'Sandbox Street', location }));
  return { json: { code: 'Ok', uuid: 'cji6ekbm5013m3ppm2q526kiq', waypoints, routes: [route] } };
}

function writeInstruction({ type, side, street }: JourneyStep, language: string): string {
  if (language.startsWith('ja')) {
    if (type === 'arrive') return '目的地に到着しました';
    return type === 'depart' ? `${street}を東へ進みます` : `${side === 'left' ? '左' : '右'}折して${street}に入ります`;
  }
  if (language.startsWith('zh')) {
    if (type === 'arrive') return '您已到达目的地';
    return type === 'depart' ? `沿${street}向东行驶` : `${side === 'left' ? '左' : '右'}转进入${street}`;
  }
  if (type === 'arrive') return 'You have arrived at your destination';
  return type === 'depart' ? `Head east on ${street}` : `Turn ${side} onto ${street}`;
}

const refuseInvalid = (message: string): TwinReply => ({ status: 422, json: { code: 'InvalidInput', message } });
const answerNoRoute = (): TwinReply => ({ json: { code: 'NoRoute', message: 'No route found', routes: [] } });
const answerNothing = ({ url }: TwinRequest): TwinReply =>
  url.pathname.startsWith('/search/') ? buildCollection([]) : answerNoRoute();

export default defineTwin({
  id: 'mapbox',
  handle,
  failures: {
    'rate-limit': () => ({
      status: 429,
      headers: { 'x-rate-limit-interval': '60', 'x-rate-limit-limit': '300', 'x-rate-limit-reset': '1795219260' },
      json: { message: 'Too Many Requests' },
    }),
    'bad-key': refuseToken,
    retired: () => ({ status: 403, json: { code: 'Forbidden', message: 'Forbidden' } }),
    down: () => ({ status: 500, json: { message: 'Internal Server Error' } }),
    'error-in-200': () => ({ json: { message: 'Internal Server Error' } }),
    empty: answerNothing,
    'not-found': answerNothing,
  },
});
