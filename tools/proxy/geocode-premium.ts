import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import opencage from '../../src/providers/opencage.ts';
import { assertOnEarth, parseCoordinates } from '../../src/providers/shared/places/coordinates.ts';
import { placeShape } from '../../src/providers/shared/places/place.ts';
import { lexicon } from './geocode-premium.lexicon.ts';

const providers = [opencage];

export default defineTool({
  title: 'Premium geocoding',
  description: 'Find an address, or the place at coordinates, with its time zone, currency and a confidence.',
  keywords:
    'postal code, postcode, zip code, zip, latitude and longitude, 郵便番号, 緯度, 経度, 邮政编码, 邮编, 经纬度',
  price: usd('0.002'),
  effect: 'read',
  category: 'utility',
  uses: providers,
  // OpenCage lets its answers be stored.
  cache: { seconds: 3600, scope: 'public' },
  input: z.object({
    q: z.string().trim().min(2).max(300).describe('Address or name of a place, or coordinates as lat,lon'),
    language: z
      .string()
      .trim()
      .max(20)
      .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Must be a language tag such as en, ja or zh-TW')
      .default('en')
      .describe('Language of the names, such as en, ja or zh'),
    limit: z.number().int().min(1).max(10).default(5).describe('Most places to return; coordinates have one'),
  }),
  output: z.object({
    results: z
      .array(
        placeShape.extend({
          confidence: z.number().describe('How small the place is: 10 below 250 m, 1 for 25 km and more, 0 unknown'),
          timezone: z.string().nullable().describe('IANA time zone'),
          currency: z.string().nullable().describe('ISO 4217 code of the country’s currency'),
        }),
      )
      .describe('The best matches first'),
    mode: z.enum(['forward', 'reverse']).describe('What was done: reverse for coordinates'),
    attribution: z.string().describe('What the licence asks to be said'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon,
  examples: [{ q: 'Tokyo Tower', limit: 1 }, { q: '48.8584,2.2945' }, { q: '上海', language: 'zh' }],
  costCeiling: (_input, settings) => opencage.ceiling(settings?.('opencage') ?? null),
  async run({ q, language, limit }, ctx) {
    const at = parseCoordinates(q);
    if (at) assertOnEarth(at, 'q');
    const provider = chooseConfigured(providers, ctx);
    const places = at
      ? await provider.reverse({ ...at, language }, ctx)
      : await provider.forward({ q, language, limit }, ctx);
    return { ...places, mode: at ? ('reverse' as const) : ('forward' as const), sourceUsed: provider.id };
  },
});
