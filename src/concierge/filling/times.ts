/** Recognizes requests that data of today can't answer: another time, a prediction, advice. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { findDays } from '../reading/days.ts';
import { findHits, type Reading } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { MissingInput } from '../types.ts';

/** The forecast covers today and the six days after. */
const FORECAST_DAYS = 7;

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const COUNT = '(?:\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|few|several|a couple of)';
const LONG = '(?:weeks?|months?|years?|decades?|centur(?:y|ies))';

const HOLIDAYS =
  "\\b(?:christmas|xmas|easter|new year(?:’s|'s|s)?(?: eve| day)?|halloween|thanksgiving|ramadan)\\b|クリスマス|正月|元日|大晦日|お盆|ゴールデンウィーク|圣诞|春节|国庆|中秋|元旦|除夕|劳动节";

const ago = new RegExp(
  `\\b${COUNT} (?:minutes?|hours?|days?|${LONG}) (?:ago|back|earlier)\\b|\\d+ ?(?:分|時間|小时|日|天|週間|周|か月|ヶ月|个月|年)(?:前|以前|之前)|[一二三四五六七八九十两几数]+(?:天|周|个月|年|日|週間|か月|ヶ月)(?:前|以前|之前)`,
);
const past =
  /\byesterday\b|\b(?:last|previous) (?:night|week(?:end)?|month|year|quarter|decade|winter|spring|summer|autumn|fall|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|昨日|昨夜|昨晩|きのう|おととい|一昨日|先週|先月|去年|昨年|一昨年|昨天|昨晚|前天|上个?個?(?:周|週|星期|月)|前年|\b(?:what|how) (?:was|were)\b|\b(?:was it|did it) |でしたか|\bon the day\b/;
const distant = new RegExp(
  `\\b(?:next|coming|following) (?:month|year|quarter|decade|winter|spring|summer|autumn|fall|${MONTHS})\\b|\\bin ${COUNT} ${LONG}\\b|\\b${COUNT} ${LONG} (?:from now|later|hence|ahead)\\b|半年[后後]|[\\d一二三四五六七八九十两几数]+ ?(?:週間|か月|ヶ月|年|周|个?月|星期)(?:后|後|以后|之后)|\\b(?:in|during|early|mid|late)[- ](?:${MONTHS})\\b|来月|再来月|来年|下个?個?月|明年|后年|${HOLIDAYS}|(?<![\\d一二三四五六七八九十])(?:1[0-2]|[1-9]|十?[一二]|[三四五六七八九十])月(?![\\d一二三四五六七八九十])`,
);
const soon =
  /\btom+or+ow\b|\btmrw\b|\b(?:next|this|coming) (?:week(?:end)?|month|year)\b|\b(?:on|next|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bin \S+ days?\b|明日(?!香)|明後日|来週|今週|今月|明天|后天|後天|下个?個?(?:周|週|星期)|本周|本月/;
const date = new RegExp(
  `\\b\\d{4}-\\d\\d(?:-\\d\\d)?\\b|\\b(?:${MONTHS})\\.? (?:the )?\\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})\\b|\\b(?:in|on|last|since|of|for) (?:${MONTHS})\\b(?! i\\b)|(?<!\\d)(?:1[0-2]|[1-9])月`,
);
const year =
  /(?:\b(?:in|since|during|of|until|before|after|around|back in|circa|year) |\b[a-z]{3,9}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?)((?:19|20)\d\d)(?![\d.,%]*\d)|((?:19|20)\d\d)年/g;

/** The years that a text names, but not amounts of money such as “in 2000 dollars”. */
function findYears(text: string, reading: Reading, start: number): number[] {
  return [...text.matchAll(year)].flatMap((match) => {
    if (match[2] !== undefined) return [Number(match[2])];
    const end = start + match.index + match[0].length;
    const isAmount = findHits(reading, end, end + 16).some(
      ({ key, start: at }) => (key.kind === 'currency' || key.kind === 'coin') && at <= end + 1,
    );
    return isAmount ? [] : [Number(match[1])];
  });
}

/** Prices and rates are current only. */
function isAboutOtherTime(text: string, years: readonly number[]): boolean {
  return years.length > 0 || [ago, past, distant, soon, date].some((pattern) => pattern.test(text));
}

function isBeyondForecast(text: string, years: readonly number[], today: Date): boolean {
  if (years.some((one) => one !== today.getUTCFullYear())) return true;
  if (distant.test(text) && !soon.test(text)) return true;
  const days = findDays(text, today.toISOString().slice(0, 10)).filter((day) => day >= 0);
  if (days.some((day) => day < FORECAST_DAYS)) return false;
  return days.length > 0 || [ago, past, distant].some((pattern) => pattern.test(text));
}

const ADVICE =
  /\b(?:should|shall) (?:i|we|one)\b|\b(?:is it|are they|it) (?:a good|worth|wise|smart|time)\b|\bworth (?:buying|selling|it)\b|べき|買い時|売り時|買ってもいい|能不能买|能买吗|该不该|值得买|要不要买|可以买吗|适合买|\bhistory\b|歴史|历史|为什么|なぜ|\bwhy\b|って(?:何|なに)|とは(?:何|なに)?[?？]?$|是什么|什么是/;

const STATISTICS =
  /\b(?:pollen|records?|history|statistics|averages?|on average)\b|平均気温|平年|歴代|歴史|平均气温|历史|纪录|\bon (?:mars|venus|jupiter|saturn|the (?:moon|sun))\b|火星|金星|木星|土星|月面|月球/;

/** “Should I buy bitcoin?”, “why does the yen fall?” and “what is Ripple?” ask for more than a price, “weather on Mars” for no forecast. */
export function asksForAdvice(task: Task | undefined, { text }: Reading, { start, end }: Extent): boolean {
  const said = readOriginal(text, start, end).toLowerCase();
  if (task === 'forecast') return STATISTICS.test(said);
  return (task === 'exchange' || task === 'coinPrices') && ADVICE.test(said);
}

interface Extent {
  start: number;
  end: number;
}

/** The reason why a tool can't serve the time that a part of the message names; `null` if it can. */
export function findTimeGap(
  task: Task | undefined,
  reading: Reading,
  { start, end }: Extent,
  now: Date = new Date(),
): MissingInput | null {
  if (task !== 'forecast' && task !== 'exchange' && task !== 'coinPrices' && task !== 'news') return null;
  const text = readOriginal(reading.text, start, end).toLowerCase();
  const years = findYears(text, reading, start);
  if (task === 'news') return years.some((one) => one < now.getUTCFullYear() - 1) ? 'currentTime' : null;
  if (task === 'forecast') return isBeyondForecast(text, years, now) ? 'forecastDay' : null;
  return isAboutOtherTime(text, years) ? 'currentTime' : null;
}
