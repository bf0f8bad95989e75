/**
 * Dates in English, Japanese and Chinese, always reckoned in a zone that the caller names. chrono-node doesn't serve here: it
 * reads 来週火曜日 as the Tuesday before, and takes the machine's zone where none is given.
 */
import { findAbsoluteDates } from './absolute-dates.ts';
import { type IsoDate, readToday } from './calendar.ts';
import { findRelativeDates } from './relative-dates.ts';
import { readTimeAt } from './times.ts';
import { type Clock, keepLongest, type Mention } from './types.ts';
import { readWeekdayAt } from './weekdays.ts';

export interface DateMention extends Mention {
  /** Null where the text leaves it open, as `03/04/2026` does. */
  readonly date: IsoDate | null;
  /** `10:30`, where the text gives a time with the date. */
  readonly time: string | null;
  /** Counted from now, such as 来週火曜日, or with a year guessed from now. */
  readonly isRelative: boolean;
}

/** Every date of `plain` (a folded text), in order, none overlapping. Linear in the length of `plain`. */
export function findDates(plain: string, clock: Clock): DateMention[] {
  const today = readToday(clock);
  const dates = keepLongest([...findAbsoluteDates(plain, today), ...findRelativeDates(plain, today)]);
  return keepLongest(
    dates.map((bare) => {
      const { end } = readWeekdayAt(plain, bare.end);
      const time = readTimeAt(plain, end);
      return { ...bare, end: time?.end ?? end, time: time?.time ?? null };
    }),
  );
}
