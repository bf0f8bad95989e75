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
  description:
    'Find an address or the place at coordinates, with time zone, currency and a confidence score. If coordinates are enough, `geocode` is free.',
  keywords:
    'timezone of a place, time zone of a place, タイムゾーン, 时区, postal code, postcode, zip code, zip, latitude and longitude, 郵便番号, 緯度, 経度, 邮政编码, 邮编, 经纬度',
  price: usd('0.002'),
  effect: 'read',
  category: 'utility',
  uses: providers,
  // OpenCage lets its answers be stored.
  cache: { seconds: 3600, scope: 'public' },
  input: z.object({
    q: z.string().trim().min(2).max(300).describe('Address, place name, or coordinates as lat,lon.'),
    language: z
      .string()
      .trim()
      .max(20)
      .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Must be a language tag such as en, ja or zh-TW')
      .default('en')
      .describe('Language of the names, IETF tag such as en, ja or zh-TW.'),
    limit: z.number().int().min(1).max(10).default(5).describe('Maximum number of places; coordinates return one.'),
  }),
  output: z.object({
    results: z
      .array(
        placeShape.extend({
          confidence: z
            .number()
            .describe('Precision of the match: 10 is within 250 m, 1 is 25 km or more, 0 is unknown.'),
          timezone: z.string().nullable().describe('IANA time zone of the place; null if unknown.'),
        }),
      )
      .describe('Matching places, best match first.'),
    mode: z.enum(['forward', 'reverse']).describe('`reverse` if q was coordinates, otherwise `forward`.'),
    attribution: z.string().describe('Attribution required by the data license.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
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
