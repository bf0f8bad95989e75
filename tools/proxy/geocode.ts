import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { invalidInput } from '../../src/kernel/input.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { assertOnEarth, coordinatesIn, type Point } from '../../src/providers/coordinates.ts';
import nominatim from '../../src/providers/nominatim.ts';
import photon from '../../src/providers/photon.ts';
import { placeShape } from '../../src/providers/place.ts';

const RESULTS_MAX = 5;

const providers = [nominatim, photon];

export default defineTool({
  description: 'Find the coordinates of an address or place, or the place at given coordinates.',
  effect: 'read',
  access: 'public',
  category: 'utility',
  uses: providers,
  input: z.object({
    q: z.string().trim().min(1).max(300).describe('Address or name of a place, or coordinates as lat,lon'),
    mode: z.enum(['forward', 'reverse']).optional().describe('Default: reverse for coordinates, forward otherwise'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the names, where the source has it'),
  }),
  output: z.object({
    results: z.array(placeShape).describe(`The best matches first, at most ${RESULTS_MAX}`),
    mode: z.enum(['forward', 'reverse']).describe('What was done'),
    attribution: z.string().describe('What the licence asks to be said'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    insteadOf: 'smart-geo',
    marks: {
      en: 'free geocod*|geocode tool|basic geocod*|plain geocod*|geocoder for free|geocode for free|openstreetmap|nominatim|no-cost geocod*|simple geocod*|free-of-charge geocod*|free…geocod|basic…geocod|no-cost…geocod',
      ja: '無料のジオコ*|無料のgeocod*|無料ジオコ*|基本のジオコ*|基本のgeocod*|無料版のジオコ*|無料の住所検索|普通のジオコ*|タダのジオコ*|無料…ジオコ|無料…geocod|タダ…ジオコ|無料…住所検索|無料…座標',
      zh: '免费的地理编码|免费地理编码|免费的geocod*|免费geocod*|免费版地理编码|免费的坐标查询|基础地理编码|基本的地理编码|普通地理编码|免费的定位工具|免费…地理编码|免费…geocod|免费…地址查询|免费…编码',
    },
    examples: {
      en: ['Use the free geocoder for Baker Street 221b', 'geocode tool: Lyon cathedral'],
      ja: ['無料のジオコーダーで大阪城を調べて', '基本のジオコーダーで奈良公園の位置'],
      zh: ['用免费的地理编码查鼓浪屿', '免费地理编码:洱海'],
    },
  },
  examples: [{ q: 'Tokyo Station' }, { q: '35.6812,139.7671' }, { q: '大阪', language: 'ja' }],
  async run({ q, language, ...input }, ctx) {
    const at = coordinatesIn(q);
    const mode = input.mode ?? (at ? 'reverse' : 'forward');
    const point = mode === 'reverse' ? pointOf(at) : null;
    const provider = firstConfigured(providers, ctx);
    const found = point
      ? await provider.reverse({ ...point, language }, ctx)
      : await provider.forward({ q, language, limit: RESULTS_MAX }, ctx);
    return { ...found, mode, sourceUsed: provider.id };
  },
});

/** Throws INVALID_INPUT for what is no point of the earth. */
function pointOf(at: Point | null): Point {
  if (!at) throw invalidInput([{ path: 'q', message: 'In mode reverse it must be coordinates as lat,lon' }]);
  assertOnEarth(at, 'q');
  return at;
}
