import { isIP } from 'node:net';
import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { invalidInput } from '../../src/kernel/input.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { isPublic } from '../../src/providers/guard.ts';
import ipapiCo from '../../src/providers/ipapi-co.ts';
import ipwhois from '../../src/providers/ipwhois.ts';
import mmdb from '../../src/providers/mmdb.ts';

/** Addresses for documentation that make the sandbox fail on purpose. */
const magicAddress = /^(192\.0\.2\.|2001:db8::)[1-9]$/;

const providers = [mmdb, ipwhois, ipapiCo];

export default defineTool({
  description: 'Where an IP address is: country, region, city, coordinates and time zone.',
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
      .describe('IPv4 or IPv6 address, or the word me for the caller’s own'),
  }),
  output: z.object({
    ip: z.string().describe('The address that was looked up'),
    country: z.string().describe('Name of the country'),
    countryCode: z.string().describe('ISO 3166-1 alpha-2'),
    region: z.string().nullable().describe('State or province'),
    city: z.string().nullable().describe('City'),
    latitude: z.number().describe('Degrees north'),
    longitude: z.number().describe('Degrees east'),
    timezone: z.string().nullable().describe('IANA time zone'),
    isp: z.string().optional().describe('Provider of the connection'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    verbs: {
      en: 'my ip|locate this ip|ip lookup|ip location|ip geolocation|geolocate|where is this ip|trace the ip|whose ip|own ip|ip address of mine|ip address i|my ip address|own ip address|my public ip',
      ja: 'ipの所在地|ipの場所|自分のip|私のip|ip検索|ipアドレスの場所|俺のip|僕のip|うちのip|現在のip|今のip|使っているip|使ってるip|自分のipアドレス|私のipアドレス|僕のipアドレス|俺のipアドレス|今のipアドレス|このipアドレス|使っているipアドレス|うちのipアドレス',
      zh: '我的ip|ip归属地|ip定位|ip地址归属|本机ip|ip属地|查ip|自己的ip|我这个ip|当前ip|我现在的ip|我ip|我的ip地址|本机ip地址|我这边的ip|我用的ip|自己的ip地址|我ip地址',
    },
    nouns: { en: 'ip|ip address|ipv4|ipv6', ja: 'ipアドレス|ip', zh: 'ip地址|ip|归属地|网络地址' },
    hints: {
      en: 'where|country|located|city|located in|isp|belongs to|based|timezone|coming from',
      ja: 'どこ|国|所在地|場所|都市|プロバイダ|位置',
      zh: '哪里|哪儿|哪个国家|归属|位置|哪个城市|运营商|属于',
    },
    examples: {
      en: ['Where is 1.1.1.1 located?', 'What country is my IP in?'],
      ja: ['9.9.9.9 はどこのIP?', '自分のIPの場所を教えて'],
      zh: ['1.1.1.1 是哪里的 IP', '我的IP在哪'],
    },
  },
  examples: [{ ip: '8.8.8.8' }, { ip: '2606:4700:4700::1111' }],
  async run({ ip }, ctx) {
    const address = ip === 'me' ? ctx.principal.ip : ip;
    if (!isPublic(address) && !(ctx.mode === 'test' && magicAddress.test(address))) {
      const whose = ip === 'me' ? `Your address as this server sees it, ${address},` : address;
      const message = `${whose} is private or reserved, so it has no place: name a public address`;
      throw invalidInput([{ path: 'ip', message }]);
    }
    const provider = firstConfigured(providers, ctx);
    return { ...(await provider.locate(address, ctx)), sourceUsed: provider.id };
  },
});
