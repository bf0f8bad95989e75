import { z } from 'zod';
import { firstOf } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { invalidInput } from '../../src/kernel/input.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { assertOnEarth, coordinatesIn, type Point } from '../../src/providers/coordinates.ts';
import mapbox from '../../src/providers/mapbox.ts';
import nominatim from '../../src/providers/nominatim.ts';
import opencage from '../../src/providers/opencage.ts';
import photon from '../../src/providers/photon.ts';
import { placeShape } from '../../src/providers/place.ts';
import { attemptsShape } from './_attempts.ts';

/** Free geocoders, then the premium one, then that of the directions. */
const order = ['nominatim', 'photon', 'opencage', 'mapbox'] as const;

const providers = { nominatim, photon, opencage, mapbox };

const RESULTS_MAX = 5;
const LANGUAGE = 'en';

interface Input {
  query?: string | undefined;
  lat?: number | undefined;
  lon?: number | undefined;
}

/** What is sought: a text, or a point, which a text may be as well. */
function soughtOf({ query, lat, lon }: Input): string | Point {
  if (lat !== undefined && lon !== undefined) return { latitude: lat, longitude: lon };
  if (query === undefined) throw invalidInput([nothing]);
  const at = coordinatesIn(query);
  if (at) assertOnEarth(at, 'query');
  return at ?? query;
}

const nothing = { path: 'query', message: 'Give a query, or lat with lon' };

function sourcesFor(sought: string | Point) {
  const source = (name: (typeof order)[number]) => {
    const provider = providers[name];
    return {
      provider,
      run: (ctx: CallContext) =>
        typeof sought === 'string'
          ? provider.forward({ q: sought, language: LANGUAGE, limit: RESULTS_MAX }, ctx)
          : provider.reverse({ ...sought, language: LANGUAGE }, ctx),
    };
  };
  return {
    nominatim: source('nominatim'),
    photon: source('photon'),
    opencage: source('opencage'),
    mapbox: source('mapbox'),
  };
}

export default defineTool({
  title: 'Smart geocoding',
  description: 'Find the coordinates of a place, or the place at coordinates; another source answers when one fails.',
  price: usd('0.006'),
  effect: 'read',
  category: 'utility',
  uses: Object.values(providers),
  // No cache: places of Mapbox may not be stored.
  input: z
    .object({
      query: z.string().trim().min(1).max(256).optional().describe('Address or name of a place; or give lat and lon'),
      lat: z.number().min(-90).max(90).optional().describe('Degrees north of the point whose place is sought'),
      lon: z.number().min(-180).max(180).optional().describe('Degrees east of it'),
    })
    .refine(({ query, lat, lon }) => (lat === undefined) === (lon === undefined) && (query ?? lat) !== undefined, {
      path: [nothing.path],
      message: nothing.message,
    })
    .refine(({ query, lat }) => query === undefined || lat === undefined, {
      path: ['query'],
      message: 'Give either a query or lat with lon, not both',
    }),
  output: z.object({
    results: z.array(placeShape).describe(`The best matches first, at most ${RESULTS_MAX}; a point has one`),
    mode: z.enum(['forward', 'reverse']).describe('What was done: reverse for coordinates'),
    attribution: z.string().describe('What the licence asks to be said'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
    fallbackUsed: z.boolean().describe('Whether a source asked before had failed'),
    attempts: attemptsShape,
  }),
  lexicon: {
    nouns: { en: 'lat|lng|coords|coord|co-ordinates|coordinate|gps|whereabouts|map position' },
    verbs: {
      en: "coordinates of|coordinates for|coordinates|latitude and longitude|lat and long|lat long|lat/long|lat/lon|lat lon|geocode|geocoding|reverse geocode|where is|where's|where in the world|what place is|what is at|what's at|what's located at|what is located at|address of|address for|find the address|what address|which address|locate|gps coordinates|gps position|pinpoint|longitude|latitude|which city is at|what town is at|what's there at|position of|on the map|whereabouts is|which place is|which country is|what's the location|location of|what city is|where exactly is|street address|on a map|map of where|tell me where|show me where|know where|find where",
      ja: '座標|緯度経度|緯度と経度|経度と緯度|緯度|経度|はどこ|ってどこ|どこにある|どこですか|住所|位置を|位置情報|ジオコー*|どこの場所|何がある場所|の場所|所在地|どの辺|どのあたり|どこら辺|地点は|逆ジオ|どこだろう|どこなの|どこになる|経緯度|緯経度|ざひょう|いどけいど|何県|何市|どこの国|どこの県|所在|番地|地図上の位置|ピンポイント',
      zh: '坐标|经纬度|经度|纬度|是什么地方|在哪里|在哪儿|在哪|是哪里|是哪儿|哪个地方|的地址|地址是|具体位置|位置在|地理编码|什么位置|定位到|地理位置|是哪个城市|座标|哪个位置|什么地址|逆地理|对应哪里|是啥地方|对应的地址|对应的地点|位于哪里|gps|经纬|在什么位置|什么城市|哪个省|哪个市|在啥地方|喺边|喺邊度|在边度|邊度|地理坐标|方位|地址解析|反查地址|地址反查|转成地址|转为地址|转成坐标',
    },
    hints: { en: 'where|place|located|map|address', ja: 'どこ|場所|位置|地図', zh: '哪里|哪儿|位置|地点|地图|地方|查' },
    examples: {
      en: ['Coordinates of the Brandenburg Gate', 'What place is at 48.2082, 16.3738?'],
      ja: ['東京タワーの緯度経度は?', '43.0687,141.3508 はどこ?'],
      zh: ['故宫的坐标是多少', '30.2741,120.1551 是什么地方'],
    },
  },
  examples: [{ query: 'Tokyo Tower' }, { lat: 48.8584, lon: 2.2945 }],
  // Each of them may be asked, and paid for nothing found.
  costCeiling: (_input, settings) =>
    opencage.ceiling(settings?.('opencage') ?? null) + mapbox.ceiling({ places: 1 }, settings?.('mapbox') ?? null),
  async run(input, ctx) {
    const sought = soughtOf(input);
    const { value, sourceUsed, fallbackUsed } = await firstOf(order, sourcesFor(sought), ctx);
    const mode = typeof sought === 'string' ? ('forward' as const) : ('reverse' as const);
    return { ...value, mode, sourceUsed, fallbackUsed, attempts: ctx.attempts };
  },
});
