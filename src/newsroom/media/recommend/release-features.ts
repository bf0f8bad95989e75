/** Features of a release or article for matching outlets. */

import { foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { splitSentences } from '../../../text/sentences.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { findCategories } from '../../analysis/extraction/categories.ts';
import { findMentions } from '../../analysis/extraction/entities.ts';
import { readText } from '../../analysis/mentions/read-text.ts';
import type { Clock } from '../../analysis/mentions/types.ts';
import { readArticle } from '../../analysis/quality/article.ts';
import { findPrefecture } from '../contacts/prefectures.ts';
import type { ReleaseFeatures } from '../recommend-types.ts';
import { findCityPrefecture } from './cities.ts';

export interface ReleaseText {
  title: string;
  subtitle: string | null;
  body: string;
  language: Language;
  /** Languages that it is translated to. */
  translations: readonly string[];
  hasPicture: boolean;
}

/** Code points: what comes later changes a ranking no more. */
const READ_MAX = 12_000;
const LEAD_SENTENCES = 2;
const LEAD_MAX = 400;
/** Say nothing of where something happens. */
const EVERYWHERE = new Set(
  '全国 国内 海外 日本 全國 國內 全球 線上 中国 米国 アメリカ 欧州 アジア 東南アジア Japan China Asia Europe'.split(
    ' ',
  ),
);
const PICTURE =
  /\.(?:jpe?g|png|webp|gif)\b|写真(?:・|は|を)?(?:素材|画像)|画像(?:素材|ダウンロード)|图片下载|photos? available/i;
/** Amounts that make a text one of figures. */
const FIGURES_MIN = 3;
const EVENT =
  /開催|催し|イベント|セミナー|展示会|発表会|記者会見|体験会|开幕|举办|展会|发布会|論壇|论坛|\b(?:event|open day|exhibition|conference|workshop|festival|opening)\b/i;

export function readReleaseFeatures(release: ReleaseText, clock: Clock): ReleaseFeatures {
  const { title, subtitle, language, translations } = release;
  const body = cutCodePoints(release.body, READ_MAX);
  const head = [title, subtitle ?? ''].filter((line) => line.trim() !== '').join('\n');
  const reading = readText(`${head}\n${body}`, language);
  const { organizations, people, products, places, dates, numbers } = findMentions(reading, clock);
  const names = [...organizations, ...people, ...products].map((mention) => reading.span(mention).text);
  const wheres = places
    .map(({ start, end }) => reading.plain.slice(start, end))
    .filter((name) => !EVERYWHERE.has(name));
  const categories = findCategories(reading, foldText(head).plain.length).map(({ key }) => key);
  const hasDay = dates.some(({ date }) => date !== null && date.length === 'YYYY-MM-DD'.length);
  return {
    title: head,
    lead: cutCodePoints(
      splitSentences(body.slice(0, 2 * LEAD_MAX), language)
        .slice(0, LEAD_SENTENCES)
        .map(({ text }) => text)
        .join(' '),
      LEAD_MAX,
    ),
    body,
    entities: [...new Set(names)],
    categories: categories.filter((key) => key !== 'other'),
    prefectures: [...new Set(wheres.flatMap(listHomes))],
    hasPlace: wheres.length > 0,
    language,
    translations,
    hasImage: release.hasPicture || PICTURE.test(reading.plain),
    hasEvent: hasDay && wheres.length > 0 && EVENT.test(reading.plain),
    hasFigures: numbers.length >= FIGURES_MIN,
    genre: readArticle({ title: head, body }).genre,
  };
}

const PREFECTURE = /^(?:北海道|.{2,3}[都府県])/u;

/** Prefectures of media in that place: the full name in Japan, elsewhere the name with its type. */
export function listHomes(place: string): string[] {
  const [first] = PREFECTURE.exec(place) ?? [];
  const prefecture = (first && findPrefecture(first)?.name) ?? findPrefecture(place)?.name ?? findCityPrefecture(place);
  if (prefecture) return [prefecture];
  const short = place.replace(/[市省]$/, '');
  return /^\p{Script=Han}+$/u.test(place) ? [short, `${short}市`, `${short}省`] : [place];
}
