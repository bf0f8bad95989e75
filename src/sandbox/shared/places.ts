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

function createCity(names: Names, lat: number, lon: number, state: string, code: string, postcode: string): Place {
  return { names, lat, lon, city: names, state, country: countries[code] ?? names, code, postcode, kind: CITY };
}

function createSight(names: Names, lat: number, lon: number, at: Place, postcode: string, kind: Place['kind']): Place {
  return { ...at, names, lat, lon, postcode, kind };
}

function createTokyoSights(sights: readonly (readonly [names: Names, lat: number, lon: number, postcode: string])[]) {
  return sights.map(([names, lat, lon, postcode]) =>
    createSight(names, lat, lon, tokyo, postcode, ['place', 'quarter']),
  );
}

const tokyo = createCity(['Tokyo', '東京', '东京'], 35.6768, 139.7638, 'Tokyo', 'JP', '100-0001');
const osaka = createCity(['Osaka', '大阪', '大阪'], 34.6937, 135.5014, 'Osaka Prefecture', 'JP', '530-0001');
const beijing = createCity(['Beijing', '北京', '北京'], 39.9057, 116.3913, 'Beijing', 'CN', '100010');
const paris = createCity(['Paris', 'パリ', '巴黎'], 48.8589, 2.32, 'Île-de-France', 'FR', '75001');
const london = createCity(['London', 'ロンドン', '伦敦'], 51.5074, -0.1278, 'England', 'GB', 'SW1A 2DX');
const newYork = createCity(['New York', 'ニューヨーク', '纽约'], 40.7127, -74.006, 'New York', 'US', '10007');

export const places: readonly Place[] = [
  tokyo,
  createSight(['Tokyo Station', '東京駅', '东京站'], 35.6812, 139.7671, tokyo, '100-0005', ['railway', 'station']),
  createSight(['Tokyo Tower', '東京タワー', '东京塔'], 35.6586, 139.7454, tokyo, '105-0011', ['man_made', 'tower']),
  ...createTokyoSights([
    [['Tokyo Metropolitan Government Building', '東京都庁', '东京都厅'], 35.6896, 139.6917, '163-8001'],
    [['Tokyo Skytree', '東京スカイツリー', '东京晴空塔'], 35.7101, 139.8107, '131-0045'],
    [['Haneda Airport', '羽田空港', '羽田机场'], 35.5494, 139.7798, '144-0041'],
    [['Shinjuku', '新宿', '新宿'], 35.6938, 139.7036, '160-0022'],
    [['Shibuya', '渋谷', '涩谷'], 35.6595, 139.7005, '150-0002'],
    [['Ikebukuro', '池袋', '池袋'], 35.7295, 139.7109, '171-0022'],
    [['Ueno', '上野', '上野'], 35.7138, 139.777, '110-0005'],
    [['Asakusa', '浅草', '浅草'], 35.7148, 139.7967, '111-0032'],
    [['Akihabara', '秋葉原', '秋叶原'], 35.6984, 139.7731, '101-0021'],
    [['Ginza', '銀座', '银座'], 35.6717, 139.765, '104-0061'],
    [['Roppongi', '六本木', '六本木'], 35.6628, 139.7313, '106-0032'],
    [['Shinagawa', '品川', '品川'], 35.6285, 139.7388, '108-0075'],
  ]),
  osaka,
  createSight(['Osaka Castle', '大阪城', '大阪城'], 34.6873, 135.5259, osaka, '540-0002', ['historic', 'castle']),
  createCity(['Kyoto', '京都', '京都'], 35.0116, 135.7681, 'Kyoto Prefecture', 'JP', '604-8571'),
  createCity(['Yokohama', '横浜', '横滨'], 35.4443, 139.638, 'Kanagawa Prefecture', 'JP', '231-0005'),
  createCity(['Nagoya', '名古屋', '名古屋'], 35.1815, 136.9064, 'Aichi Prefecture', 'JP', '460-8508'),
  createCity(['Sapporo', '札幌', '札幌'], 43.0619, 141.3544, 'Hokkaido', 'JP', '060-0001'),
  createCity(['Fukuoka', '福岡', '福冈'], 33.5902, 130.4017, 'Fukuoka Prefecture', 'JP', '810-8620'),
  beijing,
  createSight(['Forbidden City', '紫禁城', '故宫'], 39.9163, 116.3972, beijing, '100009', ['historic', 'castle']),
  createCity(['Shanghai', '上海', '上海'], 31.2304, 121.4737, 'Shanghai', 'CN', '200003'),
  createCity(['Shenzhen', '深圳', '深圳'], 22.5431, 114.0579, 'Guangdong', 'CN', '518000'),
  createCity(['Hong Kong', '香港', '香港'], 22.3193, 114.1694, 'Hong Kong', 'CN', '999077'),
  createCity(['Taipei', '台北', '台北'], 25.033, 121.5654, 'Taipei', 'TW', '110'),
  createCity(['Seoul', 'ソウル', '首尔'], 37.5665, 126.978, 'Seoul', 'KR', '04524'),
  createCity(['Singapore', 'シンガポール', '新加坡'], 1.2899, 103.8519, 'Singapore', 'SG', '179103'),
  paris,
  createSight(['Eiffel Tower', 'エッフェル塔', '埃菲尔铁塔'], 48.8583, 2.2945, paris, '75007', ['man_made', 'tower']),
  london,
  createSight(['Tower Bridge', 'タワーブリッジ', '塔桥'], 51.5055, -0.0754, london, 'SE1 2UP', ['man_made', 'bridge']),
  createCity(['Berlin', 'ベルリン', '柏林'], 52.517, 13.3889, 'Berlin', 'DE', '10117'),
  createCity(['Munich', 'ミュンヘン', '慕尼黑'], 48.1371, 11.5754, 'Bavaria', 'DE', '80331'),
  createCity(['Madrid', 'マドリード', '马德里'], 40.4168, -3.7038, 'Community of Madrid', 'ES', '28013'),
  createCity(['Rome', 'ローマ', '罗马'], 41.8933, 12.4829, 'Lazio', 'IT', '00186'),
  newYork,
  createSight(['Times Square', 'タイムズスクエア', '时代广场'], 40.758, -73.9855, newYork, '10036', [
    'place',
    'square',
  ]),
  createCity(['San Francisco', 'サンフランシスコ', '旧金山'], 37.7793, -122.4193, 'California', 'US', '94102'),
  createCity(['Los Angeles', 'ロサンゼルス', '洛杉矶'], 34.0537, -118.2428, 'California', 'US', '90012'),
  createCity(['Seattle', 'シアトル', '西雅图'], 47.6038, -122.3301, 'Washington', 'US', '98104'),
  createCity(['Toronto', 'トロント', '多伦多'], 43.6535, -79.3839, 'Ontario', 'CA', 'M5H 2N2'),
  createCity(['Sydney', 'シドニー', '悉尼'], -33.8698, 151.2083, 'New South Wales', 'AU', '2000'),
  createCity(['São Paulo', 'サンパウロ', '圣保罗'], -23.5507, -46.6334, 'São Paulo', 'BR', '01001-000'),
  createCity(['Oslo', 'オスロ', '奥斯陆'], 59.9133, 10.739, 'Oslo', 'NO', '0151'),
  createCity(['Mumbai', 'ムンバイ', '孟买'], 19.0549, 72.8692, 'Maharashtra', 'IN', '400070'),
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
  // What is written in kana is near Tokyo: roads lead there from other Japanese places.
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    const [lat, lon] = [35.6 + (seed % 200) / 1000, 139.6 + (seed % 190) / 1000];
    return createSight([name, name, name], lat, lon, tokyo, '100-0001', ['place', 'quarter']);
  }
  return {
    ...createCity([name, name, name], 36 + (seed % 1500) / 100, 5 + (seed % 1900) / 100, 'Sandbox', 'DE', '10115'),
    city: ['Sandbox', 'サンドボックス', '沙盒'],
  };
}
