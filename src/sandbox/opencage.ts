/** OpenCage: places with annotations, in its envelope. */
import { findNearestPlace, findPlaces, type Place } from './shared/places.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const currencies: Readonly<Record<string, readonly [string, string, string]>> = {
  JP: ['JPY', 'Japanese Yen', '¥'],
  CN: ['CNY', 'Chinese Renminbi Yuan', '¥'],
  TW: ['TWD', 'New Taiwan Dollar', '$'],
  KR: ['KRW', 'South Korean Won', '₩'],
  SG: ['SGD', 'Singapore Dollar', '$'],
  US: ['USD', 'United States Dollar', '$'],
  GB: ['GBP', 'British Pound', '£'],
  AU: ['AUD', 'Australian Dollar', '$'],
  CA: ['CAD', 'Canadian Dollar', '$'],
  BR: ['BRL', 'Brazilian Real', 'R$'],
  IN: ['INR', 'Indian Rupee', '₹'],
};
const euro = ['EUR', 'Euro', '€'] as const;

const zones: Readonly<Record<string, readonly [string, number]>> = {
  JP: ['Asia/Tokyo', 9],
  CN: ['Asia/Shanghai', 8],
  TW: ['Asia/Taipei', 8],
  KR: ['Asia/Seoul', 9],
  SG: ['Asia/Singapore', 8],
  GB: ['Europe/London', 0],
  FR: ['Europe/Paris', 1],
  ES: ['Europe/Madrid', 1],
  IT: ['Europe/Rome', 1],
  AU: ['Australia/Sydney', 11],
  CA: ['America/Toronto', -5],
  BR: ['America/Sao_Paulo', -3],
  IN: ['Asia/Kolkata', 5.5],
};

const point = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/;

function handle({ method, url }: TwinRequest): TwinReply {
  const query = url.searchParams;
  if (method !== 'GET') return wrapResults(405, 'method not allowed');
  if (url.pathname !== '/geocode/v1/json') return wrapResults(404, 'not found');
  if (!query.get('key')) return wrapResults(401, 'missing API key');
  const q = query.get('q')?.trim() ?? '';
  if (q.length < 2) return wrapResults(400, 'empty or too short query');
  if (q === 'NOWHERE-INTERESTING') return wrapResults(200, 'OK');
  const language = query.get('language') ?? 'native';
  const [, lat, lng] = point.exec(q) ?? [];
  if (lat === undefined || lng === undefined) {
    const places = findPlaces(q).slice(0, Math.min(100, Number(query.get('limit') ?? 10)));
    return wrapResults(
      200,
      'OK',
      places.map((place) => buildResult(place, language)),
    );
  }
  if (Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return wrapResults(400, 'invalid coordinates');
  const place = findNearestPlace(Number(lat), Number(lng));
  return wrapResults(200, 'OK', place ? [buildResult(place, language)] : []);
}

function buildResult(place: Place, language: string): unknown {
  const { lat, lon, state, code, postcode, kind } = place;
  const spoken = language.startsWith('ja') ? 1 : language.startsWith('zh') ? 2 : 0;
  const [name, city, country] = [place.names[spoken], place.city[spoken], place.country[spoken]];
  const isCity = kind[1] === 'city';
  const half = isCity ? 0.15 : 0.001;
  const [zone, hours] = zones[code] ?? (code === 'US' ? chooseUsZone(lon) : ['Europe/Berlin', 1]);
  const [iso_code, currency, symbol] = currencies[code] ?? euro;
  return {
    annotations: {
      callingcode: 81,
      currency: { iso_code, name: currency, symbol, symbol_first: 1, thousands_separator: ',' },
      geohash: 'xn76urx6',
      timezone: { name: zone, now_in_dst: 0, offset_sec: hours * 3600, offset_string: '+0900', short_name: 'STD' },
    },
    bounds: { northeast: { lat: lat + half, lng: lon + half }, southwest: { lat: lat - half, lng: lon - half } },
    components: {
      'ISO_3166-1_alpha-2': code,
      _category: isCity ? 'place' : 'building',
      _type: isCity ? 'city' : 'attraction',
      city,
      country,
      country_code: code.toLowerCase(),
      postcode,
      state,
    },
    confidence: isCity ? 2 : 9,
    formatted: [...new Set([name, `${postcode} ${city}`, country])].join(', '),
    geometry: { lat, lng: lon },
  };
}

const chooseUsZone = (lon: number): readonly [string, number] =>
  lon < -115 ? ['America/Los_Angeles', -8] : ['America/New_York', -5];

function wrapResults(code: number, message: string, results: readonly unknown[] = []): TwinReply {
  return {
    status: code,
    headers: { 'x-ratelimit-limit': '2500', 'x-ratelimit-remaining': code === 402 ? '0' : '2499' },
    json: {
      documentation: 'https://opencagedata.com/api',
      licenses: [{ name: 'see attribution guide', url: 'https://opencagedata.com/credits' }],
      rate: { limit: 2500, remaining: code === 402 ? 0 : 2499, reset: 1_795_305_600 },
      results,
      status: { ...(code === 402 ? { become_a_customer: 'https://opencagedata.com/pricing' } : {}), code, message },
      stay_informed: { blog: 'https://blog.opencagedata.com' },
      thanks: 'For using an OpenCage API',
      timestamp: { created_http: 'Sat, 21 Nov 2026 00:00:05 GMT', created_unix: 1_795_219_205 },
      total_results: results.length,
    },
  };
}

export default defineTwin({
  id: 'opencage',
  handle,
  failures: {
    'rate-limit': () => wrapResults(429, 'too many requests'),
    'bad-key': () => wrapResults(401, 'invalid API key'),
    quota: () => wrapResults(402, 'quota exceeded'),
    retired: () => wrapResults(403, 'disabled'),
    down: () => wrapResults(500, 'internal error'),
    'error-in-200': () => ({ ...wrapResults(500, 'internal error'), status: 200 }),
    empty: () => wrapResults(200, 'OK'),
    'not-found': () => wrapResults(200, 'OK'),
  },
});
