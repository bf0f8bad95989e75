import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { assertOnEarth, coordinatesIn } from '../../src/providers/coordinates.ts';
import opencage from '../../src/providers/opencage.ts';
import { placeShape } from '../../src/providers/place.ts';

const providers = [opencage];

export default defineTool({
  title: 'Premium geocoding',
  description: 'Find an address, or the place at coordinates, with its time zone, currency and a confidence.',
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
  lexicon: {
    insteadOf: 'smart-geo',
    marks: {
      en: 'premium geocod*|paid geocod*|high-precision geocod*|premium location lookup|premium address lookup|geocoding with confidence|geocode with confidence|confidence score for the address|geocode premium|opencage|pro geocod*|premium…geocod|geocod…premium|paid…geocod|geocod…confidence|premium…coordinates',
      ja: 'プレミアムのジオコ*|プレミアムジオコ*|プレミアム版のジオコ*|有料のジオコ*|有料ジオコ*|高精度のジオコ*|高精度ジオコ*|プレミアムなジオコ*|ジオコーディングのプレミアム*|プレミアム版ジオコ*|プレミアム…ジオコ|ジオコ…プレミアム|有料…ジオコ|ジオコ…信頼度|プレミアム…座標|高精度…座標',
      zh: '高级地理编码|付费地理编码|付费版地理编码|高级版地理编码|高精度地理编码|优质地理编码|高级的地理编码|付费的地理编码|高级geocod*|付费geocod*|premium地理编码|高级…地理编码|付费…地理编码|高级…编码|付费…编码|高精度…编码|地理编码…置信度|高精度…坐标',
    },
    hints: {
      en: 'premium|confidence score|confidence|high precision',
      ja: 'プレミアム|有料|信頼度|高精度',
      zh: '高级|付费|置信度|高精度',
    },
    units: {
      limit: { en: 'limit|candidates|matches|results|hits', ja: '件|候補|件まで', zh: '个结果|条结果|个候选|条|个' },
    },
    examples: {
      en: ['Premium geocoder: Plaza Mayor, with confidence', 'Use the premium geocoder for 5th Avenue 350'],
      ja: ['プレミアムのジオコーダーで金閣寺を調べて', '有料のジオコーダーで通天閣の位置を出して'],
      zh: ['用高级地理编码查白云山', '付费地理编码:故宫'],
    },
  },
  examples: [{ q: 'Tokyo Tower', limit: 1 }, { q: '48.8584,2.2945' }, { q: '上海', language: 'zh' }],
  costCeiling: (_input, settings) => opencage.ceiling(settings?.('opencage') ?? null),
  async run({ q, language, limit }, ctx) {
    const at = coordinatesIn(q);
    if (at) assertOnEarth(at, 'q');
    const provider = firstConfigured(providers, ctx);
    const found = at
      ? await provider.reverse({ ...at, language }, ctx)
      : await provider.forward({ q, language, limit }, ctx);
    return { ...found, mode: at ? ('reverse' as const) : ('forward' as const), sourceUsed: provider.id };
  },
});
