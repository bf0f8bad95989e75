/** Chinese names: 首席执行官王伟表示, 王小明（创始人）, 李娜女士, 王伟说. */
import { ROLES_ZH } from './lexicon/roles.ts';
import { SURNAMES_ZH } from './lexicon/surnames.ts';
import type { PersonMention } from './person.ts';
import { indexTerms } from './terms.ts';

const ROLES = indexTerms(ROLES_ZH);

const SURNAME = SURNAMES_ZH.join('|');
const SAYS =
  '表示|说|說|指出|介绍|介紹|认为|認為|强调|強調|称|稱|告诉|告訴|透露|补充|坦言|评价|谈到|解释|宣布|在|将|將|出席|致辞|分享|担任';
const END = `(?=${SAYS}|先生|女士|博士|教授|老师|等|与|和|及|[,。:;、()\\s“"「]|$)`;
/** Three characters before two: 王小明表示 is not 王小. Foreign names keep their dot. */
const NAME = `(?:(?:${SURNAME})(?!${SAYS})\\p{Script=Han}(?!${SAYS})\\p{Script=Han}${END}|(?:${SURNAME})\\p{Script=Han}${END}|\\p{Script=Han}{1,6}(?:·\\p{Script=Han}{1,8}){1,2}${END}|[A-Z][a-z]{1,15} [A-Z][a-z]{1,15})`;

const AFTER_ROLE = new RegExp(`(?:兼(?:CEO|CTO|[\\p{Script=Han}]{2,8}?))?[ :、]?(${NAME})`, 'uy');
const BEFORE_ROLE = new RegExp(
  `(?:^|[^\\p{Script=Han}])((?:${SURNAME})\\p{Script=Han}{1,2})[ (,]{0,2}(?:[^()]{0,12})?$`,
  'u',
);
const BEFORE_SAYS = new RegExp(
  `(?<!\\p{Script=Han})((?:${SURNAME})\\p{Script=Han}{1,2}?)(先生|女士|博士|教授)?(?=表示|说|說|指出|介绍|介紹|认为|認為|强调|強調|告诉|告訴|补充)`,
  'gu',
);
const WITH_TITLE = new RegExp(`((?:${SURNAME})\\p{Script=Han}{1,2})(?:先生|女士)`, 'gu');
/** 任命郭敏为总经理, 负责这项研究的秦越说 */
const CHOSEN = new RegExp(
  `(?:任命|聘请|聘任|选举|推选)((?:${SURNAME})\\p{Script=Han}{1,2})(?=为|担任|出任)|(?<=的)((?:${SURNAME})\\p{Script=Han}{1,2})(?=说[。:，,]|表示[。:，,])`,
  'gu',
);
const NOT_A_NAME =
  /^(?:方面|高度|高层|高级|安全|成功|成立|成为|成果|时间|文化|文章|常见|常用|金融|金额|万元|公司|同时|任何|江苏|江西|云南|石油|关于|关注|向来|管理|项目|查看|项目方|单位|位于|武汉|温州|路透|白皮|龙头|康复|时代|游客|方案|何时|高校|於是|于是|安排|马上|常务|易于|夏季|时尚|文件|季度|张力)/;
const NEAR = 20;

export function findChinesePeople(plain: string): PersonMention[] {
  const people: PersonMention[] = [];
  for (const role of ROLES.find(plain)) {
    AFTER_ROLE.lastIndex = role.end;
    const after = AFTER_ROLE.exec(plain)?.[1];
    const name =
      after === undefined
        ? readBefore(plain, role.start)
        : { start: AFTER_ROLE.lastIndex - after.length, end: AFTER_ROLE.lastIndex };
    if (name && !NOT_A_NAME.test(plain.slice(name.start, name.end))) people.push({ ...name, role: role.term });
  }
  for (const pattern of [BEFORE_SAYS, WITH_TITLE, CHOSEN]) {
    for (const { index, 0: whole, 1: first, 2: second } of plain.matchAll(pattern)) {
      const name = first ?? second ?? '';
      const start = index + whole.indexOf(name);
      if (!NOT_A_NAME.test(name)) people.push({ start, end: start + name.length, role: null });
    }
  }
  return people;
}

/** 王小明（云帆科技创始人） */
function readBefore(plain: string, at: number): { start: number; end: number } | null {
  const from = Math.max(0, at - NEAR);
  const match = BEFORE_ROLE.exec(plain.slice(from, at));
  const name = match?.[1];
  if (!match || name === undefined) return null;
  const between = match[0].slice(match[0].indexOf(name) + name.length);
  // Other words between a name and a role only inside brackets or behind a comma.
  if (between !== '' && !/^ ?[(,]/.test(between)) return null;
  const start = from + match.index + match[0].indexOf(name);
  return { start, end: start + name.length };
}
