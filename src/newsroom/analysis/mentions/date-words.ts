/** The words of dates in three languages. */

/** Years before the first of the era. */
export const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  明治: 1867,
  民國: 1911,
  民国: 1911,
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const MONTH_PATTERN =
  '(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)(?![a-z])|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?![a-z])\\.?)';

/** 1 for January; null for a word that begins small, as in "it may 5 times". */
export function readMonthName(name: string): number | null {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return index === -1 || !/^\p{Lu}/u.test(name) ? null : index + 1;
}

/** Days from today. */
export const DAY_WORDS: readonly (readonly [RegExp, number])[] = [
  [/(?:今日|本日|今天)(?![头頭]条)|\btoday\b/giu, 0],
  [/(?<![説说說証证證])明日(?![香葉])|明天|あした|\btomorrow\b/giu, 1],
  [/明後日|あさって|后天|後天|\b(?:the )?day after tomorrow\b/giu, 2],
  [/大后天|大後天/gu, 3],
  [/昨日|昨天|きのう|\byesterday\b/giu, -1],
  [/一昨日|おととい|前天|\b(?:the )?day before yesterday\b/giu, -2],
];

/** Months from this one. */
export const MONTH_WORDS: Readonly<Record<string, number>> = {
  今月: 0,
  本月: 0,
  这个月: 0,
  這個月: 0,
  来月: 1,
  來月: 1,
  下个月: 1,
  下個月: 1,
  下月: 1,
  再来月: 2,
  先月: -1,
  上个月: -1,
  上個月: -1,
  上月: -1,
  先々月: -2,
};

/** Years from this one. */
export const YEAR_WORDS: Readonly<Record<string, number>> = {
  今年: 0,
  本年: 0,
  来年: 1,
  來年: 1,
  明年: 1,
  再来年: 2,
  昨年: -1,
  去年: -1,
  一昨年: -2,
};

/** Weeks from this one; weeks begin on Monday. */
export const WEEK_WORDS: Readonly<Record<string, number>> = {
  今週: 0,
  来週: 1,
  再来週: 2,
  先週: -1,
  先々週: -2,
  这: 0,
  這: 0,
  本: 0,
  下: 1,
  下下: 2,
  上: -1,
  上上: -2,
  this: 0,
  next: 1,
  last: -1,
};

const SMALL_NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `3`, `three`, `a`. */
export function readCount(text: string): number | null {
  const word = text.toLowerCase();
  if (/^\d+$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  const index = SMALL_NUMBERS.indexOf(word);
  return index === -1 ? null : index;
}
