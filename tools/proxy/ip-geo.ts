import { isIP } from 'node:net';
import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import ipapiCo from '../../src/providers/ipapi-co.ts';
import ipwhois from '../../src/providers/ipwhois.ts';
import mmdb from '../../src/providers/mmdb.ts';
import { isPublic } from '../../src/providers/shared/network/guard.ts';
import { lexicon } from './ip-geo.lexicon.ts';

/** Addresses for documentation that make the sandbox fail on purpose. */
const magicAddress = /^(192\.0\.2\.|2001:db8::)[1-9]$/;

const providers = [mmdb, ipwhois, ipapiCo];

export default defineTool({
  description:
    'Locate an IP address: country, region, city, coordinates and time zone. For a postal address use `geocode`.',
  title: 'IP location',
  effect: 'read',
  access: 'public',
  category: 'utility',
  uses: providers,
  input: z.object({
    ip: z
      .string()
      .trim()
      .toLowerCase()
      .refine((text) => text === 'me' || isIP(text) !== 0, 'Must be an IPv4 or IPv6 address, or the word me')
      .describe('IPv4 or IPv6 address, or `me` for the address of this request.'),
  }),
  output: z.object({
    ip: z.string().describe('The IP address that was looked up.'),
    country: z.string().describe('Country name in English.'),
    countryCode: z.string().describe('ISO 3166-1 alpha-2 code such as JP.'),
    region: z.string().nullable().describe('State or province; null if unknown.'),
    city: z.string().nullable().describe('City name; null if unknown.'),
    latitude: z.number().nullable().describe('Latitude in degrees; null if unknown.'),
    longitude: z.number().nullable().describe('Longitude in degrees; null if unknown.'),
    timezone: z.string().nullable().describe('IANA time zone; null if unknown.'),
    isp: z.string().optional().describe('Internet service provider of the address.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [{ ip: '8.8.8.8' }, { ip: '2606:4700:4700::1111' }],
  async run({ ip }, ctx) {
    const address = ip === 'me' ? ctx.principal.ip : ip;
    if (!isPublic(address) && !(ctx.mode === 'test' && magicAddress.test(address))) {
      const whose = ip === 'me' ? `Your address as this server sees it, ${address},` : address;
      const message = `${whose} is private or reserved, so it has no location. Send a public address`;
      throw createInvalidInputError([{ path: 'ip', message }]);
    }
    const provider = chooseConfigured(providers, ctx);
    return { ...(await provider.locate(address, ctx)), sourceUsed: provider.id };
  },
});
