/** Days of the week as three languages write them. Monday is 0. */

const ENGLISH = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const JAPANESE_WEEKDAYS = '月火水木金土日';
export const CHINESE_WEEKDAYS = '一二三四五六日';
export const ENGLISH_WEEKDAY =
  '(?:Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:rs(?:day)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)(?![a-z])\\.?';

const AFTER_DATE = new RegExp(
  ` ?(?:\\((?:([${JAPANESE_WEEKDAYS}])(?:曜日?)?(?:・?祝日?)?|(?:周|週|星期|礼拜|禮拜)([${CHINESE_WEEKDAYS}天]))\\)|([${JAPANESE_WEEKDAYS}])曜日?|(?:周|星期)([${CHINESE_WEEKDAYS}天]))`,
  'y',
);

/** Null when `name` names no day of the week: `火`, `二`, `天`, `Tuesday`. */
export function readWeekday(name: string): number | null {
  const first = name === '天' ? '日' : name.slice(0, 1);
  const indexes = [
    ENGLISH.indexOf(name.slice(0, 3).toLowerCase()),
    JAPANESE_WEEKDAYS.indexOf(first),
    CHINESE_WEEKDAYS.indexOf(first),
  ];
  return indexes.find((at) => at !== -1) ?? null;
}

/** The weekday that follows a date: `(火)`, `火曜日`, `(周二)`, `星期二`. */
export function readWeekdayAt(plain: string, at: number): { end: number; weekday: number | null } {
  AFTER_DATE.lastIndex = at;
  const match = AFTER_DATE.exec(plain);
  const name = match?.slice(1).find((part) => part !== undefined);
  return name === undefined ? { end: at, weekday: null } : { end: AFTER_DATE.lastIndex, weekday: readWeekday(name) };
}
