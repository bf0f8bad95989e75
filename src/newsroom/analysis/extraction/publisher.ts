/** Finds the publisher of a text: the company that acts in its first sentence, never an authority or a partner that it names further on. */
import type { TextSpan } from '../../../text/sentences.ts';
import type { ReadText } from '../mentions/read-text.ts';
import type { Mention } from '../mentions/types.ts';
import type { TextMentions } from './entities.ts';

/** Bodies that are told of things, and hardly ever tell of a company's. */
const AUTHORITY =
  /(?:省|庁|委員会|監督署|保健所|警察)$|(?:监督管理局|管理总局|卫健委|发改委|部)$|\b(?:Authority|Agency|Commission|Ministry|Department|Bureau|Administration|Office for)\b/u;
/** UTF-16 units before the name of who acts: The …; 海水养殖企业…. */
const LEAD_IN_MAX = 12;
const NAME_MAX = 40;

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
    ({ start, end }) => isSubjectPlace(plain.slice(first.startUnit, start)) && !AUTHORITY.test(plain.slice(start, end)),
  );
  const named = findSubject(reading, first, people);
  const best = subject ?? named ?? findRepeated(reading, organizations);
  if (!best) return null;
  const whole = widen(plain, best, organizations);
  return { ...whole, name: reading.span(whole).text };
}

/** The first sentence of the body that is one: no dateline, no greeting. */
function findOpening({ sentences }: ReadText, titleEnd: number): TextSpan | null {
  const body = sentences.filter(({ startUnit }) => startUnit >= titleEnd);
  return (
    body.slice(0, 4).find(({ text }) => /[。.!?！？]["”」』）)]?$/.test(text.trim()) && text.length > 12) ??
    body[0] ??
    null
  );
}

const isSubjectPlace = (before: string): boolean =>
  before.length <= LEAD_IN_MAX && !/[、,。]|を|への|として|according to|据|根据|在$|与$|和$/iu.test(before);

/** A name that no form tells: it acts in the first sentence and comes back in the text. */
function findSubject({ plain, language }: ReadText, first: TextSpan, people: readonly Mention[]): Mention | null {
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
  return countName(plain, name) >= 2 ? mention : null;
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
    if (AUTHORITY.test(name)) continue;
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
