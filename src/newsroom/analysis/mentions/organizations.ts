/** Organisations, by the forms and endings of their names. */
import type { Language } from '../../../text/language.ts';
import {
  ENDINGS_EN,
  ENDINGS_JA,
  ENDINGS_ZH,
  FORMS_AFTER_JA,
  FORMS_BEFORE_JA,
  FORMS_EN,
  GOVERNMENT_JA,
  LEAD_INS_ZH,
  OPENINGS_EN,
} from './lexicon/organizations.ts';
import { keepLongest, type Mention } from './types.ts';

/** Characters of Japanese names, apart from hiragana, which belongs to the sentence. */
const RUN = '[\\p{Script=Han}々ァ-ヶー・A-Za-z0-9&]';
const LATIN_REST = '(?: [A-Z][A-Za-z0-9&.]{0,20}){0,3}';
const HIRAGANA_NAME = `[ぁ-ん]{2,6}${RUN}{1,8}の会|[ぁ-ん]{2,8}の?[\\p{Script=Han}々]{2,6}(?=[(はがをに、。「\\s]|では|$)|(?!から|まで|より|では|には|とは|として|など|への|との|です|ます|という|による|におけ)[ぁ-ん]{2,8}?(?:(?=[(はがをにとの、。「\\s]|$)|${RUN}{1,12})`;

const JAPANESE: readonly RegExp[] = [
  new RegExp(
    `(?:${FORMS_BEFORE_JA}) ?(?:${RUN}{1,30}(?<=[A-Za-z0-9])${LATIN_REST}|${RUN}{1,30}|${HIRAGANA_NAME})`,
    'gu',
  ),
  new RegExp(`${RUN}{1,30}?(?:${FORMS_AFTER_JA})(?!${RUN})`, 'gu'),
  new RegExp(`${RUN}{2,20}?(?:${ENDINGS_JA})(?!\\p{Script=Han}|ー)`, 'gu'),
  new RegExp(GOVERNMENT_JA, 'gu'),
];
const NOT_A_NAME_JA =
  /^(?:同|本|当|弊|各|全|他|両|貴|新|大手|複数の?|グループ|全国の?|国内)(?:社|大学|協会|銀行|病院|グループ|研究所|組合|新聞)?$/;

const CHINESE = new RegExp(
  `[\\p{Script=Han}A-Za-z0-9·()]{2,24}?(?:${ENDINGS_ZH})(?!生|们|里|内|法|化|会员|集团有限|集团股份)`,
  'gu',
);
const LEAD_IN = new RegExp(`(?:${LEAD_INS_ZH})`, 'gu');
const CHINESE_FORM = new RegExp(`(?:${ENDINGS_ZH})$`, 'u');
const NOT_A_NAME_ZH =
  /^(?:子|母|总|分|上市|科技|互联网|大型|外资|国有|跨国|初创|本|该|我|创业|技术|软件|知名|多所|高等|综合|某)$/;

const WORD = "\\p{Lu}[\\p{L}\\d'’.&-]{0,24}";
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\d])${WORD}(?: (?:&|and|of|for|${WORD})){0,4}?,? (?:${FORMS_EN})(?![\\p{L}\\d])(?:\\.(?=[ ,)]?[a-z,)]))?`,
    'gu',
  ),
  new RegExp(
    `(?<![\\p{L}\\d])${WORD}(?: (?:&|of(?= \\p{Lu})|${WORD})){0,4}? (?:${ENDINGS_EN})(?![\\p{L}\\d])(?: of ${WORD}(?: ${WORD})?)?`,
    'gu',
  ),
  new RegExp(`(?<![\\p{L}\\d])(?:${OPENINGS_EN}) (?:of|for) (?:the )?${WORD}(?: (?:and |of )?${WORD}){0,3}`, 'gu'),
];
const SPEAKS =
  /^(\p{Lu}[\p{L}\d'’&-]{1,24}(?: \p{Lu}[\p{L}\d'’&-]{1,24}){0,3})(?:,[^,.\n]{1,120},)?(?: \([^)\n]{1,40}\))?(?: (?:today|yesterday|also|has|have|on \w+))?(?: (?:announced|launched|unveiled|introduced|released|opened|signed|acquired|partnered|raised|appointed|published|expanded|plans|will)\b|'s )/gmu;
const STARTS_OTHERWISE =
  /^(?:The|A|An|This|That|These|Those|It|We|Our|They|Their|He|She|His|Her|In|On|At|For|With|To|As|By|From|When|While|After|Before|Both|All|Each|More|Today|And|But|You|I|Users|Customers|Participants|Visitors|Students|Researchers)(?:\s|$)/;

/** In order, none overlapping. */
export function findOrganizations(plain: string, language: Language): Mention[] {
  if (language === 'zh') return keepLongest([...findChinese(plain), ...findEnglish(plain)]);
  const english = findEnglish(plain);
  return keepLongest(language === 'ja' ? [...findJapanese(plain), ...english] : [...english, ...findSpeaking(plain)]);
}

function findJapanese(plain: string): Mention[] {
  return JAPANESE.flatMap((pattern) =>
    [...plain.matchAll(pattern)].flatMap(({ index, 0: text }) => {
      if (NOT_A_NAME_JA.test(text)) return [];
      // 当日本大学 and the like: a lead-in is no part of the name.
      const skip = /^(?:・|同(?=株)|、)/.exec(text)?.[0].length ?? 0;
      const end = text.length - (/・$/.test(text) ? 1 : 0);
      return [{ start: index + skip, end: index + end }];
    }),
  );
}

/** Nothing divides a Chinese name from what stands before it: the last lead-in word does. */
function findChinese(plain: string): Mention[] {
  return [...plain.matchAll(CHINESE)].flatMap(({ index, 0: text }) => {
    const form = CHINESE_FORM.exec(text)?.[0] ?? '';
    const name = text.slice(0, text.length - form.length);
    const start = [...name.matchAll(LEAD_IN)].reduce((reach, hit) => Math.max(reach, hit.index + hit[0].length), 0);
    const rest = name.slice(start).replace(/^[()·]+/, '');
    if (rest.length < 2 || NOT_A_NAME_ZH.test(rest)) return [];
    const end = index + text.length;
    return [{ start: end - form.length - rest.length, end }];
  });
}

const findEnglish = (plain: string): Mention[] =>
  ENGLISH.flatMap((pattern) =>
    [...plain.matchAll(pattern)].flatMap(({ index, 0: text }) => {
      const article = /^(?:The|A|An|Our|At|In|For|With|From) /.exec(text)?.[0].length ?? 0;
      return text.slice(article).includes(' ') ? [{ start: index + article, end: index + text.length }] : [];
    }),
  );

/** At the beginning of a line or sentence: `Kotoba today announced`. */
function findSpeaking(plain: string): Mention[] {
  const lines = plain.replaceAll(/(?<=[.!?]) /g, '\n');
  return [...lines.matchAll(SPEAKS)].flatMap(({ index, 1: name = '' }) =>
    STARTS_OTHERWISE.test(name) || !isCapitalized(plain, name) ? [] : [{ start: index, end: index + name.length }],
  );
}

/** Guests has the capital of a sentence; a name has it within one, too. */
export const isCapitalized = (plain: string, name: string): boolean =>
  name.includes(' ') || !/s$/.test(name) || new RegExp(`(?:(?<!\\p{L})\\p{Ll}+|,) ${name}\\b`, 'u').test(plain);
