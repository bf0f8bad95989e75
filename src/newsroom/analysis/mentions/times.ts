/** Times of day: `10:30`, `午後3時`, `下午3点半`, `3 p.m.` */
import { keepLongest, type Mention } from './types.ts';

export interface TimeMention extends Mention {
  /** 24 hours, `15:00`. */
  readonly time: string;
}

const HALF_DAY = '(午前|午後|上午|下午|晚上|早上|凌晨|正午|中午|AM|PM)?';
const CLOCK = '(\\d{1,2})(?:[時时點点](?!間|间)(?:(\\d{1,2})分|(半))?|:(\\d{2})(?![\\d:]))';
const ENGLISH = '(\\d{1,2})(?::(\\d{2}))? ?([ap])\\.?m(?![a-z])\\.?';

const CJK_TIME = new RegExp(`(?<!\\d)${HALF_DAY} ?${CLOCK}`, 'giu');
const ENGLISH_TIME = new RegExp(`(?<![\\d:.,])${ENGLISH}`, 'giu');
const CJK_AFTER = new RegExp(` ?${HALF_DAY} ?${CLOCK}`, 'iuy');
const ENGLISH_AFTER = new RegExp(`(?:,? at |,? from |, | )${ENGLISH}`, 'iuy');
const PLAIN_AFTER = /(?:,? at |,? from |, )(\d{1,2}):(\d{2})(?!\d)/iuy;

/** Every time of day in `plain`. */
export function findTimes(plain: string): TimeMention[] {
  const read = (pattern: RegExp, reader: (match: RegExpExecArray) => string | null): TimeMention[] =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const time = reader(match);
      return time === null ? [] : [{ start: match.index, end: match.index + match[0].length, time }];
    });
  return keepLongest([...read(ENGLISH_TIME, readEnglish), ...read(CJK_TIME, readClock)]);
}

/** The time that follows a date directly. */
export function readTimeAt(plain: string, at: number): { end: number; time: string } | null {
  const readers: [RegExp, (match: RegExpExecArray) => string | null][] = [
    [ENGLISH_AFTER, readEnglish],
    [CJK_AFTER, readClock],
    [PLAIN_AFTER, ([, hour, minute]) => writeTime(Number(hour), Number(minute))],
  ];
  for (const [pattern, reader] of readers) {
    pattern.lastIndex = at;
    const match = pattern.exec(plain);
    const time = match && reader(match);
    if (time) return { end: pattern.lastIndex, time };
  }
  return null;
}

function readClock([, half, hour, minute, isHalf, colonMinute]: RegExpExecArray): string | null {
  const isAfternoon = /^(?:午後|下午|晚上|PM)$/i.test(half ?? '');
  const hours = Number(hour) + (isAfternoon && Number(hour) < 12 ? 12 : 0);
  return writeTime(hours, isHalf ? 30 : Number(minute ?? colonMinute ?? 0));
}

function readEnglish([, hour, minute, half]: RegExpExecArray): string | null {
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  return Number(hour) > 12 ? null : writeTime(hours, Number(minute ?? 0));
}

function writeTime(hour: number, minute: number): string | null {
  if (hour > 24 || minute > 59) return null;
  return `${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
