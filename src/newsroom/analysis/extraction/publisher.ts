/** Finds the publisher of a text: the company that acts in its first sentence, never an authority or a partner that it names further on. */
import type { TextSpan } from '../../../text/sentences.ts';
import { isCapitalized } from '../mentions/organizations.ts';
import type { ReadText } from '../mentions/read-text.ts';
import type { Mention } from '../mentions/types.ts';
import type { TextMentions } from './entities.ts';

/** Bodies that are told of things, and hardly ever tell of a company's. */
const AUTHORITY =
  /(?:省|庁|委員会|監督署|保健所|警察)$|(?:监督管理局|管理总局|卫健委|发改委|部)$|\b(?:Authority|Agency|Commission|Ministry|Department|Bureau|Administration|Office for)\b/u;
/** UTF-16 units before the name of who acts: The …; 海水养殖企业…. */
const LEAD_IN_MAX = 12;
const NAME_MAX = 40;
/** `DULUTH, Minn. – `, `香港，2026年11月12日——`, `（杭州，2026年12月3日）`: where and when a text is from. */
const DATELINE =
  /^(?:[(（](?=[^)）]*\d)[^()（）\n]{2,40}[)）]\s*|(?=[^–—\n]*(?:\d|\p{Lu}{3}))[^–—。\n]{2,60}?\s?(?:[–—]{1,2}| -)\s?)/u;
/** A name in Japanese that has hiragana: 特定非営利活動法人夜のまなび舎(沖縄県). */
const REST_IN_JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,16}?(?=\()/u;
const LEGAL_FORM =
  /^(?:株式会社|合同会社|有限会社|(?:一般|公益)(?:社団|財団)法人|(?:認定)?(?:特定非営利活動|NPO)法人|学校法人|医療法人)/u;
const REST_IN_ENGLISH = /^(?: \p{Lu}\p{Ll}+){1,3}(?!\p{L})/u;
const STOP_OF_FORM = /^\./u;
/** 农业无人机制造商喜田科技集团 */
const MAKER = /^\p{Script=Han}{2,12}(?:制造|服务|运营|开发|供应|生产)商(?=\p{Script=Han}{3})/u;
const HIRAGANA_NAME = /(?:会社|法人)[ぁ-ん]+$/u;
/** 南塘大学孵化的…: who stands behind the company that acts. */
const BEHIND = /^(?:孵化|投资|支持|培育|控股|参股|旗下)/u;

const WORD = "\\p{Lu}[\\p{L}\\d'’.-]{0,24}";
/** `Harrow & Finch, a paper goods maker from Leeds, will …` */
const ENGLISH_SUBJECT = new RegExp(
  `^(?:The )?(${WORD}(?: (?:&|and|of|for|the|${WORD})){0,5}?)(?:,[^.\\n]{2,160}?,)? (?:today |also )?(?:is|are|was|has|have|had|will|plans|lost|made|did|[a-z]{2,}(?:s|ed))\\b`,
  'u',
);
const JAPANESE_SUBJECT = /^([^\s、。「」()（）はがを]{2,24}?)(?:\([^()\n]{1,60}\))?(?:では)?[はが](?!じ|い)/u;
const CHINESE_SUBJECT =
  /^(?!\d)([\p{Script=Han}A-Za-z0-9·]{2,20}?)(?=今天|今日|将|宣布|发布|推出|完成|决定|召回|任命|对|就|向|第[一二三四]|前[一二三四]|上半|截至|在|从|的|\d|,|获得|开设|设立|聘请|拟|上线|启动|举办|约|近日)/u;

export interface Publisher extends Mention {
  readonly name: string;
}

/** Null where the text doesn't show it: no name is better than a wrong one. */
export function findPublisher(
  reading: ReadText,
  { organizations, people }: Pick<TextMentions, 'organizations' | 'people'>,
  titleEnd: number,
): Publisher | null {
  const { plain } = reading;
  const first = findOpening(reading, titleEnd);
  if (first === null) return null;
  const acting = organizations.filter(({ start }) => start >= first.startUnit && start < first.endUnit);
  const subject = acting.find(
    ({ start, end }) =>
      isSubjectPlace(plain.slice(first.startUnit, start)) &&
      !AUTHORITY.test(plain.slice(start, end)) &&
      !BEHIND.test(plain.slice(end, end + 4)),
  );
  const named = findSubject(reading, first, people);
  const best = subject ?? named ?? findRepeated(reading, organizations);
  if (!best) return null;
  const whole = complete(reading, widen(plain, best, organizations), titleEnd);
  const { text: name } = reading.span(whole);
  // 公益財団法人みどりの手 or what 株式会社ひだまり has: nothing tells.
  if (HIRAGANA_NAME.test(name) && plain.startsWith('の', whole.end)) return null;
  return { ...whole, name };
}

/** The first sentence of the body that is one: no dateline, no greeting. */
function findOpening({ plain, sentences }: ReadText, titleEnd: number): Pick<TextSpan, 'startUnit' | 'endUnit'> | null {
  const body = sentences.filter(({ startUnit }) => startUnit >= titleEnd);
  const isWhole = ({ text }: TextSpan): boolean => /[。.!?！？]["”」』）)]?$/.test(text.trim()) && text.length > 12;
  const first = body.slice(0, 4).find((one) => isWhole(one) || DATELINE.test(one.text)) ?? body[0];
  if (first === undefined) return null;
  const line = plain.slice(first.startUnit).split('\n', 1)[0] ?? '';
  const startUnit = first.startUnit + (DATELINE.exec(line)?.[0].length ?? 0);
  const last = body.find((one) => one.endUnit > startUnit && isWhole(one)) ?? first;
  return { startUnit, endUnit: last.endUnit };
}

const isSubjectPlace = (before: string): boolean =>
  before.length <= LEAD_IN_MAX && !/[、,。]|を|への|として|according to|据|根据|在$|与$|和$/iu.test(before);

/** A name that no form tells: it acts in the first sentence and comes back in the text. */
function findSubject(
  { plain, language }: ReadText,
  first: Pick<TextSpan, 'startUnit' | 'endUnit'>,
  people: readonly Mention[],
): Mention | null {
  const text = plain.slice(first.startUnit, first.endUnit);
  const pattern = { en: ENGLISH_SUBJECT, ja: JAPANESE_SUBJECT, zh: CHINESE_SUBJECT }[language];
  const lead =
    language === 'zh'
      ? (/^[^,，。]{0,14}(?:企业|公司|平台|品牌|机构)(?=\p{Script=Han}{2,})/u.exec(text)?.[0].length ?? 0)
      : 0;
  const match = pattern.exec(text.slice(lead));
  const name = match?.[1] ?? '';
  if (name.length < 2 || name.length > NAME_MAX || isEveryday(name)) return null;
  const start = first.startUnit + lead + (match?.[0].indexOf(name) ?? 0);
  const mention = { start, end: start + name.length };
  if (people.some((person) => person.start < mention.end && person.end > mention.start)) return null;
  const isName = language !== 'en' || isCapitalized(plain, name);
  return isName && countName(plain, name) >= 2 ? mention : null;
}

const isEveryday = (name: string): boolean =>
  /^(?:The|A|An|This|That|These|It|We|Our|In|On|At|For|From|Of|Every|Each|All|Most|Pupils|Users|Researchers|People|Today|By|After|With|If|When|There)\b/.test(
    name,
  ) || /^(?:当社|弊社|同社|当行|本件|このたび|調査|本社|公司|我们|我公司|本公司|记者|有)/u.test(name);

/** In a text whose first sentence tells the news itself: the one that is named most, twice at least, and is no authority. */
function findRepeated({ plain }: ReadText, organizations: readonly Mention[]): Mention | null {
  const counts = new Map<string, { mention: Mention; count: number }>();
  for (const mention of organizations) {
    const name = plain.slice(mention.start, mention.end);
    if (AUTHORITY.test(name) || BEHIND.test(plain.slice(mention.end, mention.end + 4))) continue;
    const known = counts.get(name);
    counts.set(name, { mention: known?.mention ?? mention, count: (known?.count ?? 0) + 1 });
  }
  const [best, next] = [...counts.values()].sort((a, b) => b.count - a.count);
  return best && best.count >= 2 && best.count > (next?.count ?? 0) ? best.mention : null;
}

const countName = (plain: string, name: string): number => plain.split(name).length - 1;

/** The fullest form of the name in the text: コルク電機 is コルク電機株式会社. */
function widen(plain: string, mention: Mention, organizations: readonly Mention[]): Mention {
  const name = plain.slice(mention.start, mention.end);
  const fuller = organizations
    .filter(({ start, end }) => end - start > name.length && isFormOf(plain.slice(start, end), name))
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  return fuller[0] ?? mention;
}

/** Hearth Food Bank is Hearth Food Bank Network where it is named first; what a company makes is no part of its name. */
function complete({ plain, language }: ReadText, mention: Mention, titleEnd: number): Mention {
  const name = plain.slice(mention.start, mention.end);
  if (language === 'zh') return { ...mention, start: mention.start + (MAKER.exec(name)?.[0].length ?? 0) };
  if (language === 'ja' && !LEGAL_FORM.test(name)) return mention;
  const start = Math.max(plain.indexOf(name, titleEnd), 0);
  const rest = plain.slice(start + name.length, start + name.length + NAME_MAX);
  const english = /\b(?:Inc|Ltd|Corp|Co)$/u.test(name) ? STOP_OF_FORM : REST_IN_ENGLISH;
  const added = (language === 'en' ? english : REST_IN_JAPANESE).exec(rest)?.[0] ?? '';
  return added === '' ? mention : { start, end: start + name.length + added.length };
}

/** The same name with its legal form or its place, nothing else. */
function isFormOf(long: string, name: string): boolean {
  const rest = long.replace(name, '');
  return (
    rest !== long &&
    /^(?:株式会社|合同会社|有限会社|一般社団法人|公益財団法人|学校法人|医療法人|股份有限公司|有限公司|科技有限公司|集团|\p{Script=Han}{2,3}[省市]|,? (?:Inc|Ltd|LLC|plc|PLC|Corp|GmbH)\.?)$/u.test(
      rest.trim(),
    )
  );
}
