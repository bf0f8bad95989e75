/** Places that the sandbox's geocoders know. */
import { truncate } from '../../text/truncate.ts';

export interface Place {
  /** English, Japanese, Chinese. */
  names: readonly [string, string, string];
  lat: number;
  lon: number;
  city: readonly [string, string, string];
  state: string;
  country: readonly [string, string, string];
  /** ISO 3166-1 alpha-2. */
  code: string;
  postcode: string;
  /** Key and value of OpenStreetMap. */
  kind: readonly [string, string];
}

type Names = Place['names'];

const countries: Readonly<Record<string, Names>> = {
  JP: ['Japan', '日本', '日本'],
  CN: ['China', '中国', '中国'],
  TW: ['Taiwan', '台湾', '台湾'],
  KR: ['South Korea', '韓国', '韩国'],
  SG: ['Singapore', 'シンガポール', '新加坡'],
  US: ['United States', 'アメリカ合衆国', '美国'],
  GB: ['United Kingdom', 'イギリス', '英国'],
  FR: ['France', 'フランス', '法国'],
  DE: ['Germany', 'ドイツ', '德国'],
  ES: ['Spain', 'スペイン', '西班牙'],
  IT: ['Italy', 'イタリア', '意大利'],
  AU: ['Australia', 'オーストラリア', '澳大利亚'],
  CA: ['Canada', 'カナダ', '加拿大'],
  BR: ['Brazil', 'ブラジル', '巴西'],
  IN: ['India', 'インド', '印度'],
  NO: ['Norway', 'ノルウェー', '挪威'],
};

const CITY = ['place', 'city'] as const;
const QUARTER = ['place', 'quarter'] as const;

type Point = Pick<Place, 'names' | 'lat' | 'lon' | 'postcode'>;
/** `state`: absent for a city of the same name. */
type City = Point & { state?: string };
/** `kind`: absent for a quarter. */
type Sight = Point & { kind?: Place['kind'] };

/** By their countries. */
const CITIES: Readonly<Record<string, readonly City[]>> = {
  JP: [
    { names: ['Tokyo', '東京', '东京'], lat: 35.6768, lon: 139.7638, postcode: '100-0001' },
    { names: ['Osaka', '大阪', '大阪'], lat: 34.6937, lon: 135.5014, postcode: '530-0001', state: 'Osaka Prefecture' },
    { names: ['Kyoto', '京都', '京都'], lat: 35.0116, lon: 135.7681, postcode: '604-8571', state: 'Kyoto Prefecture' },
    {
      names: ['Yokohama', '横浜', '横滨'],
      lat: 35.4443,
      lon: 139.638,
      postcode: '231-0005',
      state: 'Kanagawa Prefecture',
    },
    {
      names: ['Nagoya', '名古屋', '名古屋'],
      lat: 35.1815,
      lon: 136.9064,
      postcode: '460-8508',
      state: 'Aichi Prefecture',
    },
    { names: ['Sapporo', '札幌', '札幌'], lat: 43.0619, lon: 141.3544, postcode: '060-0001', state: 'Hokkaido' },
    {
      names: ['Fukuoka', '福岡', '福冈'],
      lat: 33.5902,
      lon: 130.4017,
      postcode: '810-8620',
      state: 'Fukuoka Prefecture',
    },
  ],
  CN: [
    { names: ['Beijing', '北京', '北京'], lat: 39.9057, lon: 116.3913, postcode: '100010' },
    { names: ['Shanghai', '上海', '上海'], lat: 31.2304, lon: 121.4737, postcode: '200003' },
    { names: ['Shenzhen', '深圳', '深圳'], lat: 22.5431, lon: 114.0579, postcode: '518000', state: 'Guangdong' },
    { names: ['Hong Kong', '香港', '香港'], lat: 22.3193, lon: 114.1694, postcode: '999077' },
  ],
  TW: [{ names: ['Taipei', '台北', '台北'], lat: 25.033, lon: 121.5654, postcode: '110' }],
  KR: [{ names: ['Seoul', 'ソウル', '首尔'], lat: 37.5665, lon: 126.978, postcode: '04524' }],
  SG: [{ names: ['Singapore', 'シンガポール', '新加坡'], lat: 1.2899, lon: 103.8519, postcode: '179103' }],
  FR: [{ names: ['Paris', 'パリ', '巴黎'], lat: 48.8589, lon: 2.32, postcode: '75001', state: 'Île-de-France' }],
  GB: [{ names: ['London', 'ロンドン', '伦敦'], lat: 51.5074, lon: -0.1278, postcode: 'SW1A 2DX', state: 'England' }],
  DE: [
    { names: ['Berlin', 'ベルリン', '柏林'], lat: 52.517, lon: 13.3889, postcode: '10117' },
    { names: ['Munich', 'ミュンヘン', '慕尼黑'], lat: 48.1371, lon: 11.5754, postcode: '80331', state: 'Bavaria' },
  ],
  ES: [
    {
      names: ['Madrid', 'マドリード', '马德里'],
      lat: 40.4168,
      lon: -3.7038,
      postcode: '28013',
      state: 'Community of Madrid',
    },
  ],
  IT: [{ names: ['Rome', 'ローマ', '罗马'], lat: 41.8933, lon: 12.4829, postcode: '00186', state: 'Lazio' }],
  US: [
    { names: ['New York', 'ニューヨーク', '纽约'], lat: 40.7127, lon: -74.006, postcode: '10007' },
    {
      names: ['San Francisco', 'サンフランシスコ', '旧金山'],
      lat: 37.7793,
      lon: -122.4193,
      postcode: '94102',
      state: 'California',
    },
    {
      names: ['Los Angeles', 'ロサンゼルス', '洛杉矶'],
      lat: 34.0537,
      lon: -118.2428,
      postcode: '90012',
      state: 'California',
    },
    { names: ['Seattle', 'シアトル', '西雅图'], lat: 47.6038, lon: -122.3301, postcode: '98104', state: 'Washington' },
  ],
  CA: [
    { names: ['Toronto', 'トロント', '多伦多'], lat: 43.6535, lon: -79.3839, postcode: 'M5H 2N2', state: 'Ontario' },
  ],
  AU: [
    { names: ['Sydney', 'シドニー', '悉尼'], lat: -33.8698, lon: 151.2083, postcode: '2000', state: 'New South Wales' },
  ],
  BR: [{ names: ['São Paulo', 'サンパウロ', '圣保罗'], lat: -23.5507, lon: -46.6334, postcode: '01001-000' }],
  NO: [{ names: ['Oslo', 'オスロ', '奥斯陆'], lat: 59.9133, lon: 10.739, postcode: '0151' }],
  IN: [{ names: ['Mumbai', 'ムンバイ', '孟买'], lat: 19.0549, lon: 72.8692, postcode: '400070', state: 'Maharashtra' }],
};

/** By their cities. */
const SIGHTS: Readonly<Record<string, readonly Sight[]>> = {
  Tokyo: [
    {
      names: ['Tokyo Station', '東京駅', '东京站'],
      lat: 35.6812,
      lon: 139.7671,
      postcode: '100-0005',
      kind: ['railway', 'station'],
    },
    {
      names: ['Tokyo Tower', '東京タワー', '东京塔'],
      lat: 35.6586,
      lon: 139.7454,
      postcode: '105-0011',
      kind: ['man_made', 'tower'],
    },
    {
      names: ['Tokyo Metropolitan Government Building', '東京都庁', '东京都厅'],
      lat: 35.6896,
      lon: 139.6917,
      postcode: '163-8001',
    },
    { names: ['Tokyo Skytree', '東京スカイツリー', '东京晴空塔'], lat: 35.7101, lon: 139.8107, postcode: '131-0045' },
    { names: ['Haneda Airport', '羽田空港', '羽田机场'], lat: 35.5494, lon: 139.7798, postcode: '144-0041' },
    { names: ['Shinjuku', '新宿', '新宿'], lat: 35.6938, lon: 139.7036, postcode: '160-0022' },
    { names: ['Shibuya', '渋谷', '涩谷'], lat: 35.6595, lon: 139.7005, postcode: '150-0002' },
    { names: ['Ikebukuro', '池袋', '池袋'], lat: 35.7295, lon: 139.7109, postcode: '171-0022' },
    { names: ['Ueno', '上野', '上野'], lat: 35.7138, lon: 139.777, postcode: '110-0005' },
    { names: ['Asakusa', '浅草', '浅草'], lat: 35.7148, lon: 139.7967, postcode: '111-0032' },
    { names: ['Akihabara', '秋葉原', '秋叶原'], lat: 35.6984, lon: 139.7731, postcode: '101-0021' },
    { names: ['Ginza', '銀座', '银座'], lat: 35.6717, lon: 139.765, postcode: '104-0061' },
    { names: ['Roppongi', '六本木', '六本木'], lat: 35.6628, lon: 139.7313, postcode: '106-0032' },
    { names: ['Shinagawa', '品川', '品川'], lat: 35.6285, lon: 139.7388, postcode: '108-0075' },
  ],
  Osaka: [
    {
      names: ['Osaka Castle', '大阪城', '大阪城'],
      lat: 34.6873,
      lon: 135.5259,
      postcode: '540-0002',
      kind: ['historic', 'castle'],
    },
  ],
  Beijing: [
    {
      names: ['Forbidden City', '紫禁城', '故宫'],
      lat: 39.9163,
      lon: 116.3972,
      postcode: '100009',
      kind: ['historic', 'castle'],
    },
  ],
  Paris: [
    {
      names: ['Eiffel Tower', 'エッフェル塔', '埃菲尔铁塔'],
      lat: 48.8583,
      lon: 2.2945,
      postcode: '75007',
      kind: ['man_made', 'tower'],
    },
  ],
  London: [
    {
      names: ['Tower Bridge', 'タワーブリッジ', '塔桥'],
      lat: 51.5055,
      lon: -0.0754,
      postcode: 'SE1 2UP',
      kind: ['man_made', 'bridge'],
    },
  ],
  'New York': [
    {
      names: ['Times Square', 'タイムズスクエア', '时代广场'],
      lat: 40.758,
      lon: -73.9855,
      postcode: '10036',
      kind: ['place', 'square'],
    },
  ],
};

const createCity = (code: string, city: City): Place => ({
  state: city.names[0],
  ...city,
  city: city.names,
  country: countries[code] ?? city.names,
  code,
  kind: CITY,
});

const createSight = (city: string, sight: Sight): Place => ({ ...findCity(city), kind: QUARTER, ...sight });

const cities = Object.entries(CITIES).flatMap(([code, rows]) => rows.map((row) => createCity(code, row)));

function findCity(name: string): Place {
  const city = cities.find(({ names }) => names[0] === name);
  if (!city) throw new Error(`No city ${name} is known.`);
  return city;
}

export const places: readonly Place[] = [
  ...cities,
  ...Object.entries(SIGHTS).flatMap(([city, rows]) => rows.map((row) => createSight(city, row))),
];

/** Places whose name in any language is in the text, or holds it; an invented one when there is none. */
export function findPlaces(text: string): readonly Place[] {
  // 東京都 has 京都 in it, which is elsewhere.
  const sought = text.toLowerCase().replace(/東京都(?!庁)/, '東京');
  const fits = (name: string): boolean => sought.includes(name.toLowerCase()) || name.toLowerCase().includes(sought);
  const matches = places.filter(({ names }) => names.some(fits));
  const exact = ({ names }: Place): number =>
    Math.min(...names.map((name) => Math.abs(name.length - sought.length) + (fits(name) ? 0 : 100)));
  // Of two names in an address the smaller place is meant.
  const isCity = ({ kind }: Place): number => (kind === CITY ? 1 : 0);
  const ranked = matches.toSorted((a, b) => exact(a) - exact(b) || isCity(a) - isCity(b));
  return ranked.length > 0 ? ranked : [inventPlace(text)];
}

/** The known place nearest to a point within about 100 km; null on the open sea. */
export function findNearestPlace(lat: number, lon: number): Place | null {
  const distance = (place: Place): number => Math.hypot(place.lat - lat, place.lon - lon);
  const [nearest] = places.toSorted((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) < 1 ? nearest : null;
}

function inventPlace(text: string): Place {
  const seed = Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 17);
  const name = truncate(text, 100);
  const names: Names = [name, name, name];
  // What is written in kana is near Tokyo: roads lead there from other Japanese places.
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    const [lat, lon] = [35.6 + (seed % 200) / 1000, 139.6 + (seed % 190) / 1000];
    return createSight('Tokyo', { names, lat, lon, postcode: '100-0001' });
  }
  const [lat, lon] = [36 + (seed % 1500) / 100, 5 + (seed % 1900) / 100];
  return {
    ...createCity('DE', { names, lat, lon, state: 'Sandbox', postcode: '10115' }),
    city: ['Sandbox', 'サンドボックス', '沙盒'],
  };
}
