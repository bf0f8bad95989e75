import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import nominatim from '../../src/providers/nominatim.ts';
import photon from '../../src/providers/photon.ts';
import { assertOnEarth, type Point, parseCoordinates } from '../../src/providers/shared/places/coordinates.ts';
import { placeShape } from '../../src/providers/shared/places/place.ts';
import { lexicon } from './geocode.lexicon.ts';

const RESULTS_MAX = 5;

const providers = [nominatim, photon];

export default defineTool({
  title: 'Geocoding',
  description:
    'Find the coordinates of an address or place, or the address at given coordinates. Returns up to five matches.',
  mcpLists: ['free', 'proxy'],
  keywords:
    'postal code, postcode, zip code, zip, latitude and longitude, 郵便番号, 緯度, 経度, 邮政编码, 邮编, 经纬度',
  effect: 'read',
  access: 'public',
  category: 'utility',
  uses: providers,
  input: z.object({
    q: z.string().trim().min(1).max(300).describe('Address, place name, or coordinates as lat,lon.'),
    mode: z.enum(['forward', 'reverse']).optional().describe('Default: reverse for coordinates, otherwise forward.'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Preferred language of the names.'),
  }),
  output: z.object({
    results: z.array(placeShape).describe(`Up to ${RESULTS_MAX} matching places, best match first.`),
    mode: z.enum(['forward', 'reverse']).describe('`reverse` if coordinates were looked up, otherwise `forward`.'),
    attribution: z.string().describe('Attribution required by the data license.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [{ q: 'Tokyo Station' }, { q: '35.6812,139.7671' }, { q: '大阪', language: 'ja' }],
  async run({ q, language, ...input }, ctx) {
    const at = parseCoordinates(q);
    const mode = input.mode ?? (at ? 'reverse' : 'forward');
    const point = mode === 'reverse' ? pointOf(at) : null;
    const provider = chooseConfigured(providers, ctx);
    const places = point
      ? await provider.reverse({ ...point, language }, ctx)
      : await provider.forward({ q, language, limit: RESULTS_MAX }, ctx);
    return { ...places, mode, sourceUsed: provider.id };
  },
});

/** Throws INVALID_INPUT for what is no point of the earth. */
function pointOf(at: Point | null): Point {
  if (!at) throw createInvalidInputError([{ path: 'q', message: 'In reverse mode, provide coordinates as lat,lon' }]);
  assertOnEarth(at, 'q');
  return at;
}
