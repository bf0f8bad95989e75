/** Japan's prefectures in the forms in which people write them, and the regions that they are in. */
import { normalizeForMatch } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';

export interface Prefecture {
  /** 東京都 */
  name: string;
  /** JIS X 0401. */
  code: string;
  region: string;
  /** Tokyo */
  latin: string;
}

/** By code. */
const TABLE = `
北海道 Hokkaido 北海道
青森県 Aomori 東北
岩手県 Iwate 東北
宮城県 Miyagi 東北
秋田県 Akita 東北
山形県 Yamagata 東北
福島県 Fukushima 東北
茨城県 Ibaraki 関東
栃木県 Tochigi 関東
群馬県 Gunma 関東
埼玉県 Saitama 関東
千葉県 Chiba 関東
東京都 Tokyo 関東
神奈川県 Kanagawa 関東
新潟県 Niigata 中部
富山県 Toyama 中部
石川県 Ishikawa 中部
福井県 Fukui 中部
山梨県 Yamanashi 中部
長野県 Nagano 中部
岐阜県 Gifu 中部
静岡県 Shizuoka 中部
愛知県 Aichi 中部
三重県 Mie 関西
滋賀県 Shiga 関西
京都府 Kyoto 関西
大阪府 Osaka 関西
兵庫県 Hyogo 関西
奈良県 Nara 関西
和歌山県 Wakayama 関西
鳥取県 Tottori 中国
島根県 Shimane 中国
岡山県 Okayama 中国
広島県 Hiroshima 中国
山口県 Yamaguchi 中国
徳島県 Tokushima 四国
香川県 Kagawa 四国
愛媛県 Ehime 四国
高知県 Kochi 四国
福岡県 Fukuoka 九州
佐賀県 Saga 九州
長崎県 Nagasaki 九州
熊本県 Kumamoto 九州
大分県 Oita 九州
宮崎県 Miyazaki 九州
鹿児島県 Kagoshima 九州
沖縄県 Okinawa 九州
`;

const REGION_NAMES: Readonly<Record<string, string>> = {
  hokkaido: '北海道',
  tohoku: '東北',
  kanto: '関東',
  chubu: '中部',
  kansai: '関西',
  kinki: '関西',
  近畿: '関西',
  chugoku: '中国',
  shikoku: '四国',
  kyushu: '九州',
  九州沖縄: '九州',
};

/** Characters of their names as Chinese texts have them. */
const SIMPLIFIED = new Map(
  '県县 東东 岡冈 長长 島岛 愛爱 広广 徳德 賀贺 栃枥 馬马 葉叶 庫库 鳥鸟 児儿 縄绳 沖冲'
    .split(' ')
    .map(([own = '', simplified = '']) => [own, simplified]),
);

/** Regions that people name and the table doesn't: parts of one, or of two. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  首都圏: ['東京都', '神奈川県', '埼玉県', '千葉県'],
  北関東: ['茨城県', '栃木県', '群馬県'],
  甲信越: ['新潟県', '山梨県', '長野県'],
  北陸: ['富山県', '石川県', '福井県'],
  東海: ['岐阜県', '静岡県', '愛知県', '三重県'],
};

const byForm = new Map<string, Prefecture>();
const byRegion = new Map<string, string[]>();
const MACRON = /[\u0300-\u036f\s'’-]/g;
/** Suffixes of a name that only say what it is. */
const ENDING = /(?:地方|エリア|region|area|prefecture|ken|to|fu)$/;

const simplify = (name: string): string => name.replace(/./gu, (one) => SIMPLIFIED.get(one) ?? one);

const fold = (text: string): string => normalizeForMatch(text).normalize('NFD').replace(MACRON, '').normalize('NFC');

for (const [at, line] of TABLE.trim().split('\n').entries()) {
  const [name = '', romaji = '', region = ''] = line.split(' ');
  const code = String(at + 1).padStart(2, '0');
  const prefecture = { name, code, region, latin: romaji };
  const short = name === '北海道' ? name : name.slice(0, -1);
  const forms = [name, short, simplify(name), simplify(short), romaji, code, String(at + 1)];
  for (const form of forms) byForm.set(fold(form), prefecture);
  byRegion.set(region, [...(byRegion.get(region) ?? []), name]);
}
/** Spelled with the long vowels written out, as some do. */
for (const [form, name] of [
  ['toukyou', '東京'],
  ['oosaka', '大阪'],
  ['kyouto', '京都'],
  ['hyougo', '兵庫'],
  ['kouchi', '高知'],
  ['ooita', '大分'],
  ['gumma', '群馬'],
] as const) {
  const prefecture = byForm.get(name);
  if (prefecture) byForm.set(form, prefecture);
}

/** From 東京都, 東京, Tokyo, Tōkyō-to or 13; null for what is not a prefecture. */
export function findPrefecture(text: string): Prefecture | null {
  const form = fold(text);
  return byForm.get(form) ?? byForm.get(form.replace(ENDING, '')) ?? null;
}

/** As texts of that language call it; what is not a prefecture keeps its name. */
export function namePrefecture(name: string, language: Language): string {
  const prefecture = findPrefecture(name);
  if (prefecture === null || language === 'ja') return name;
  return language === 'zh' ? simplify(prefecture.name) : prefecture.latin;
}

/** The full names of the prefectures of a region, or of a prefecture in any form; null for neither. */
export function listPrefectures(place: string): readonly string[] | null {
  const form = fold(place).replace(/[・·]/g, '');
  for (const name of [form, form.replace(ENDING, '')]) {
    const prefectures = byRegion.get(REGION_NAMES[name] ?? name) ?? PARTS[name];
    if (prefectures) return prefectures;
  }
  const prefecture = findPrefecture(place);
  return prefecture && [prefecture.name];
}
