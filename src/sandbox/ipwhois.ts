/** ipwho.is: a few well-known addresses, a place computed from the address for all others. */
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const networks: Readonly<Record<string, { site: number; isp: string; asn: number }>> = {
  '8.8.8.8': { site: 0, isp: 'Google LLC', asn: 15_169 },
  '8.8.4.4': { site: 0, isp: 'Google LLC', asn: 15_169 },
  '1.1.1.1': { site: 4, isp: 'Cloudflare, Inc.', asn: 13_335 },
  '9.9.9.9': { site: 5, isp: 'Quad9', asn: 19_281 },
  '2606:4700:4700::1111': { site: 0, isp: 'Cloudflare, Inc.', asn: 13_335 },
};

const zones = {
  'America/Los_Angeles': -8,
  'Asia/Tokyo': 9,
  'Europe/Berlin': 1,
  'Asia/Singapore': 8,
  'Australia/Brisbane': 10,
  'Europe/Zurich': 1,
};

const titles = 'continent_code country country_code region region_code city latitude longitude zone'.split(' ');

/** A table is easier to read than eleven named members six times. */
const sites = [
  ['NA', 'United States', 'US', 'California', 'CA', 'Mountain View', 37.386, -122.0838, 'America/Los_Angeles'],
  ['AS', 'Japan', 'JP', 'Tokyo', '13', 'Tokyo', 35.6895, 139.6917, 'Asia/Tokyo'],
  ['EU', 'Germany', 'DE', 'Hesse', 'HE', 'Frankfurt am Main', 50.1109, 8.6821, 'Europe/Berlin'],
  ['AS', 'Singapore', 'SG', 'Central Singapore', '01', 'Singapore', 1.3521, 103.8198, 'Asia/Singapore'],
  ['OC', 'Australia', 'AU', 'Queensland', 'QLD', 'Brisbane', -27.4698, 153.0251, 'Australia/Brisbane'],
  ['EU', 'Switzerland', 'CH', 'Zurich', 'ZH', 'Zürich', 47.3769, 8.5417, 'Europe/Zurich'],
] as const;

function handle({ method, url }: TwinRequest): TwinReply {
  if (method !== 'GET') return { status: 405, body: '' };
  const ip = decodeURIComponent(url.pathname.slice(1));
  if (!/^(\d{1,3}\.){3}\d{1,3}$|^[0-9a-f:][0-9a-f]*:[0-9a-f:.]*$/i.test(ip)) {
    return { status: 404, json: { success: false, message: '404 not found' } };
  }
  if (/^(10|127|0)\.|^192\.168\.|^169\.254\.|^::1?$|^f[cd]/i.test(ip)) return refuse(ip, 'Reserved range');
  const sum = Array.from(ip).reduce((total, letter) => (total * 33 + letter.charCodeAt(0)) % 65_521, 5);
  const { site, isp, asn } = networks[ip] ?? { site: sum % sites.length, isp: 'Example Networks', asn: 64_496 };
  const row = sites[site] ?? sites[0];
  const { zone: _zone, ...place } = Object.fromEntries(titles.map((title, column) => [title, row[column]]));
  const zone = row[8];
  return {
    json: {
      ip,
      success: true,
      type: ip.includes(':') ? 'IPv6' : 'IPv4',
      ...place,
      is_eu: row[2] === 'DE',
      postal: '',
      calling_code: '1',
      capital: '',
      borders: '',
      flag: { img: `https://cdn.ipwhois.io/flags/${row[2].toLowerCase()}.svg` },
      connection: { asn, org: isp, isp, domain: 'example.com' },
      timezone: { id: zone, abbr: '', is_dst: false, offset: zones[zone] * 3600, utc: formatUtcOffset(zones[zone]) },
      readme: 'https://ipwhois.io/docs',
    },
  };
}

function formatUtcOffset(hours: number): string {
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

const refuse = (ip: string, message: string): TwinReply => ({ json: { ip, success: false, message } });
const readAddress = ({ url }: TwinRequest): string => decodeURIComponent(url.pathname.slice(1));

export default defineTwin({
  id: 'ipwhois',
  handle,
  failures: {
    'rate-limit': () => ({ status: 429, body: 'Too Many Requests' }),
    'bad-key': (request) => refuse(readAddress(request), 'Invalid API key'),
    quota: (request) => refuse(readAddress(request), "You've hit the monthly limit"),
    'error-in-200': (request) => refuse(readAddress(request), 'Something went wrong'),
    empty: (request) => refuse(readAddress(request), 'Reserved range'),
    'not-found': () => ({ status: 404, json: { success: false, message: '404 not found' } }),
  },
});
