/** Japanese names: 代表取締役の田中一郎, 田中 一郎（広報担当）, 田中氏, ジョン・スミスCEO. */
import { HONORIFICS_JA, ROLES_JA } from './lexicon/roles.ts';
import { SURNAMES_JA } from './lexicon/surnames.ts';
import type { PersonMention } from './person.ts';
import { indexTerms } from './terms.ts';

const ROLES = indexTerms(ROLES_JA);
const HONORIFICS = indexTerms(HONORIFICS_JA);

const HAN = '[\\p{Script=Han}々]';
const SURNAME = SURNAMES_JA.toSorted((a, b) => b.length - a.length).join('|');
const FOREIGN = '[ァ-ヶー]{2,12}(?:[・=][ァ-ヶー]{1,12}){1,3}';
const LATIN = '[A-Z][a-zA-Z]{1,15} [A-Z][a-zA-Z]{1,15}';
/** Characters that end a name. */
const NAME_END = '(?=氏|さん|様|先生|[はがのをもにとへ、。,.()「『:/\\s]|より|から|$)';
const GIVEN = `(?:(?:(?![氏様])${HAN}){1,3}|[ぁ-んァ-ヶー]{2,4}?)`;
const FULL = `(?:${SURNAME}) ?${GIVEN}|${HAN}{1,3} (?:${HAN}{1,3}|[ぁ-んァ-ヶー]{2,4}?)|${FOREIGN}|${LATIN}`;

const AFTER_ROLE = new RegExp(
  `(?:兼(?:CEO|CTO|COO|[\\p{Script=Han}]{2,8}))?(?:の| ?[:/] ?|・| )?((?:${FULL})${NAME_END}|${HAN}{3,5}(?=氏|さん|様|は「))`,
  'uy',
);
const BEFORE_ROLE = new RegExp(
  `(?:^|[^\\p{Script=Han}々])((?:${FULL}|${SURNAME}))(?: ?\\((?:[^()]{1,20}[ ・])?| |・)?$`,
  'u',
);
const BEFORE_HONORIFIC = new RegExp(
  `(?:^|[^\\p{Script=Han}々])((?:${SURNAME})(?: ?${GIVEN})?|${HAN}{1,3} ${HAN}{1,3}|${FOREIGN}|[ァ-ヶー]{2,10}|${LATIN})$`,
  'u',
);
const NOT_A_NAME =
  /^(?:電話|窓口|受付|相談|住所|氏名|代表|報道|取材|総務|人事|営業|広報|就任|退任|交代|挨拶|会社|同社|当社|企業|担当|経営|全員|自身|以下|全国|東京|大阪|株式|本社|日本|国内|昨年|今年)|(?:サービス|システム|プロジェクト|会社|大学)$|(?:部|課|室|係|局|所|店|支社|担当|窓口) /;
/** A name with its role is not longer than this. */
const NEAR = 28;

export function findJapanesePeople(plain: string): PersonMention[] {
  const people: PersonMention[] = [];
  for (const role of ROLES.find(plain)) {
    const after = readAfter(plain, role.end);
    const before = after ? null : readBefore(plain, role.start, BEFORE_ROLE);
    const name = after ?? before;
    if (name) people.push({ ...name, role: plain.slice(role.start, role.end) });
  }
  for (const honorific of HONORIFICS.find(plain)) {
    const name = readBefore(plain, honorific.start, BEFORE_HONORIFIC);
    const isRole = !/^(?:氏|さん|様)$/.test(honorific.term);
    if (name) people.push({ ...name, role: isRole ? honorific.term : null });
  }
  return people;
}

function readAfter(plain: string, at: number): { start: number; end: number } | null {
  AFTER_ROLE.lastIndex = at;
  const name = AFTER_ROLE.exec(plain)?.[1];
  if (name === undefined || NOT_A_NAME.test(name)) return null;
  return { start: AFTER_ROLE.lastIndex - name.length, end: AFTER_ROLE.lastIndex };
}

function readBefore(plain: string, at: number, pattern: RegExp): { start: number; end: number } | null {
  const from = Math.max(0, at - NEAR);
  const match = pattern.exec(plain.slice(from, at));
  const name = match?.[1];
  if (!match || name === undefined || NOT_A_NAME.test(name)) return null;
  const start = from + match.index + match[0].indexOf(name);
  return { start, end: start + name.length };
}
