/** Places: known names, with the city or ward that follows a prefecture, and what an English text says it is in. */
import type { Language } from '../../../text/language.ts';
import { LOCALITY_JA, LOCALITY_ZH, PLACES_EN, PLACES_JA, PLACES_ZH, PREFECTURES_JA } from './lexicon/places.ts';
import { indexTerms, type TermIndex } from './terms.ts';
import { keepLongest, type Mention } from './types.ts';

const KNOWN: Readonly<Record<Language, TermIndex>> = {
  ja: indexTerms([...PREFECTURES_JA, ...PLACES_JA, ...PLACES_EN]),
  zh: indexTerms([...PLACES_ZH, ...PLACES_EN]),
  en: indexTerms(PLACES_EN),
};
/** Wards of the same name are in many cities: without theirs they are nowhere. */
const AMBIGUOUS = new Set(['中央区', '港区', '北区', '南区', '東区', '西区', '緑区', '朝阳区']);
const CITY_JA = /市?[\p{Script=Han}々ヶケ]{1,4}?区|市/uy;
const CITIES_JA = new Set(PLACES_JA.filter((name) => !/[区都道府県]$/.test(name)));
const WIDE = new Set(['全国', '国内', '海外', '國內', '全國', '全球', '線上']);
const LARGER = new Set([...PREFECTURES_JA, ...PLACES_ZH.filter((name) => /[省市]$/.test(name))]);

/** 東京都 + 渋谷区; a following 市場 or 区分 is another word. */
const WITHIN_JA = new RegExp(`${LOCALITY_JA}(?![場民内外立販街長役分間域政])`, 'uy');
const WITHIN_ZH = new RegExp(`${LOCALITY_ZH}(?![场場民内外立长政场])`, 'uy');
/** Inside of longer words these are not the place. */
const NOT_BEFORE = /^(?:大学|新聞|銀行|人|語|语|语言|製|式|料理|元|株式|電力|ガス|メトロ|スカイツリー)/;

const IN_ENGLISH =
  /\b(?:in|headquartered in|based in|located in) (\p{Lu}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'-]{1,30}){0,2}(?:, \p{Lu}[\p{L}'-]{1,30}\b(?! and \p{Lu}))?)/gu;
const NO_PLACE =
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Spring|Summer|Autumn|Fall|Winter|Q\d|English|Japanese|Chinese|French|German|Spanish|AI|IT|The|Our|Its|This)/;

/** In order, none overlapping. Region words such as 全国 are places too. */
export function findPlaces(plain: string, language: Language): Mention[] {
  const listings = KNOWN[language].find(plain).flatMap(({ start, end, term }) => {
    // "US" and "us", "Nice" and "nice": an English name begins with a capital letter.
    if (/^[a-z]/.test(plain.charAt(start))) return [];
    if (language !== 'en' && !WIDE.has(term) && NOT_BEFORE.test(plain.slice(end, end + 6))) return [];
    if (AMBIGUOUS.has(term)) return [];
    return [{ start, end: extend(plain, { start, end }, term, language) }];
  });
  return keepLongest(language === 'en' ? [...listings, ...findNamedInEnglish(plain)] : listings);
}

function extend(plain: string, { end }: Mention, term: string, language: Language): number {
  const isCity = language === 'ja' && CITIES_JA.has(term);
  if (!isCity && !LARGER.has(term)) return end;
  const pattern = isCity ? CITY_JA : language === 'zh' ? WITHIN_ZH : WITHIN_JA;
  pattern.lastIndex = end;
  return pattern.test(plain) ? pattern.lastIndex : end;
}

function findNamedInEnglish(plain: string): Mention[] {
  return [...plain.matchAll(IN_ENGLISH)].flatMap((match) => {
    const name = match[1] ?? '';
    const end = match.index + match[0].length;
    return NO_PLACE.test(name) ? [] : [{ start: end - name.length, end }];
  });
}
