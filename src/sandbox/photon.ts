/** Photon with the languages of its public data: GeoJSON in English, German, French or the local language. */
import { findNearestPlace, findPlaces, type Place } from './shared/places.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const allowed = {
  '/api': ['q', 'lang', 'limit', 'lat', 'lon', 'bbox', 'countrycode', 'layer', 'osm_tag'],
  '/reverse': ['lat', 'lon', 'lang', 'limit', 'radius', 'layer', 'osm_tag'],
};

function handle({ url }: TwinRequest): TwinReply {
  const query = url.searchParams;
  const path = url.pathname === '/api' || url.pathname === '/reverse' ? url.pathname : null;
  if (path === null) return { status: 404, json: { message: 'Not found' } };
  const unknown = [...query.keys()].find((key) => !allowed[path].includes(key));
  if (unknown !== undefined) {
    return refuse(`Unknown query parameter '${unknown}'.  Allowed parameters are: [${allowed[path].join(', ')}]`);
  }
  const lang = query.get('lang') ?? 'default';
  if (!['default', 'en', 'de', 'fr'].includes(lang)) {
    return refuse('Language is not supported. Supported are: default, en, de, fr');
  }
  const features = (places: readonly Place[]): TwinReply => ({
    json: { type: 'FeatureCollection', features: places.map((place) => buildFeature(place, lang)) },
  });
  if (path === '/reverse') {
    const [lat, lon] = [Number(query.get('lat') || Number.NaN), Number(query.get('lon') || Number.NaN)];
    if (Number.isNaN(lat + lon)) return refuse("missing search term 'lat' and 'lon'");
    const place = findNearestPlace(lat, lon);
    return features(place ? [place] : []);
  }
  const text = query.get('q')?.trim() ?? '';
  if (text === '') return refuse('q parameter is required when no include categories are specified');
  return features(findPlaces(text).slice(0, Math.min(50, Number(query.get('limit') ?? 15))));
}

/** Without a language the names are the local ones. */
function buildFeature(place: Place, lang: string): unknown {
  const local = place.code === 'JP' ? 1 : place.code === 'CN' || place.code === 'TW' ? 2 : 0;
  const spoken = lang === 'default' ? local : 0;
  const [osm_key, osm_value] = place.kind;
  const type = osm_value === 'city' ? 'city' : 'house';
  return {
    type: 'Feature',
    properties: {
      osm_type: 'N',
      osm_id: Math.round(Math.abs(place.lat * place.lon) * 10_000),
      osm_key,
      osm_value,
      type,
      name: place.names[spoken],
      ...(type === 'city' ? {} : { city: place.city[spoken] }),
      state: place.state,
      postcode: place.postcode,
      country: place.country[spoken],
      countrycode: place.code,
      extent: [place.lon - 0.1, place.lat + 0.1, place.lon + 0.1, place.lat - 0.1],
    },
    geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
  };
}

const refuse = (message: string): TwinReply => ({ status: 400, json: { message } });

const answerNothing = (): TwinReply => ({ json: { type: 'FeatureCollection', features: [] } });

export default defineTwin({
  id: 'photon',
  handle,
  failures: {
    'rate-limit': () => ({ status: 429, body: 'Too many requests' }),
    'bad-key': () => ({ status: 403, body: 'Forbidden' }),
    'error-in-200': () => ({ json: { message: 'Internal error' } }),
    empty: answerNothing,
    'not-found': answerNothing,
  },
});
