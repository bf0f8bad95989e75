/** ipapi.co: one place for each family of addresses. */
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const mountainView = {
  city: 'Mountain View',
  region: 'California',
  region_code: 'CA',
  country: 'US',
  country_name: 'United States',
  country_code: 'US',
  country_code_iso3: 'USA',
  country_capital: 'Washington',
  country_tld: '.us',
  continent_code: 'NA',
  in_eu: false,
  postal: '94035',
  latitude: 37.386,
  longitude: -122.0838,
  timezone: 'America/Los_Angeles',
  utc_offset: '-0800',
  country_calling_code: '+1',
  currency: 'USD',
  currency_name: 'Dollar',
  languages: 'en-US,es-US,haw,fr',
  country_area: 9_629_091,
  country_population: 327_167_434,
  asn: 'AS15169',
  org: 'GOOGLE',
};

const refuse = (status: number, reason: string, more: object = {}): TwinReply => ({
  status,
  json: { ...more, error: true, reason },
});

function handle({ url }: TwinRequest): TwinReply {
  const [, segment = ''] = /^\/([^/]+)\/json\/$/.exec(url.pathname) ?? [];
  const ip = decodeURIComponent(segment);
  if (ip === '') return { status: 404, body: 'Not found' };
  if (!/^[0-9a-f.:]+$/i.test(ip)) return refuse(200, 'Invalid IP Address', { ip });
  if (/^(10|127)\.|^192\.168\.|^::1?$|^f[cd]/i.test(ip)) {
    return refuse(200, 'Reserved IP Address', { ip, reserved: true });
  }
  const version = ip.includes(':') ? 'IPv6' : 'IPv4';
  return { json: { ip, network: version === 'IPv4' ? `${ip}/24` : `${ip}/48`, version, ...mountainView } };
}

const upgrade = 'Please sign up for a paid plan at https://ipapi.co/pricing or contact us for a trial account';

export default defineTwin({
  id: 'ipapi-co',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'RateLimited', { message: upgrade, wait: 1.0 }),
    'bad-key': () => refuse(403, 'Invalid Key'),
    quota: () => refuse(429, 'QuotaExceeded', { message: upgrade }),
    'error-in-200': () => refuse(200, 'Error'),
    empty: () => refuse(200, 'Reserved IP Address', { reserved: true }),
    'not-found': () => refuse(200, 'Invalid IP Address'),
  },
});
