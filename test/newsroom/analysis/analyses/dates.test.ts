/** Dates in three languages, reckoned from a Saturday in Tokyo. */
import { describe, expect, it } from 'vitest';
import { writeInstant } from '../../../../src/newsroom/analysis/mentions/calendar.ts';
import { findDates } from '../../../../src/newsroom/analysis/mentions/dates.ts';
import { foldText } from '../../../../src/text/fold.ts';

/** Saturday, 21 November 2026, 09:00 in Tokyo; still Friday evening in New York. */
const nowMs = Date.UTC(2026, 10, 21);
const tokyo = { nowMs, timeZone: 'Asia/Tokyo' };

const read = (text: string, clock = tokyo): (string | null)[] =>
  findDates(foldText(text).plain, clock).map(({ date, time }) => (time ? `${date} ${time}` : date));

const CASES: readonly (readonly [text: string, ...dates: (string | null)[]])[] = [
  ['2026年12月1日に発売', '2026-12-01'],
  ['２０２６年１２月１日（火）午前１０時３０分', '2026-12-01 10:30'],
  ['令和8年12月1日', '2026-12-01'],
  ['令和元年5月1日、平成31年4月30日', '2019-05-01', '2019-04-30'],
  ['二〇二六年十二月一日', '2026-12-01'],
  ['12月1日(火)10時より', '2026-12-01 10:00'],
  ['1月10日に開催', '2027-01-10'],
  ['9月8日（月）', '2025-09-08'],
  ['12/1(火)〜12/3（木）', '2026-12-01', '2026-12-03'],
  ['来週火曜日に説明会', '2026-11-24'],
  ['来週の火曜日と再来週金曜、今週月曜日', '2026-11-24', '2026-12-04', '2026-11-16'],
  ['本日より、明後日まで。昨日、一昨日', '2026-11-21', '2026-11-23', '2026-11-20', '2026-11-19'],
  ['来月10日、先月、来年3月1日、昨年', '2026-12-10', '2026-10', '2027-03-01', '2025'],
  ['3日後に開始。発売3日後に増産', '2026-11-24'],
  ['2月30日、13月1日、2026年度'],
  ['2026年春、2026年12月', '2026', '2026-12'],
  ['今度の土曜日', '2026-11-28'],
  ['說明日常、加藤明日香'],
  ['2026年12月1日星期二下午3点半', '2026-12-01 15:30'],
  ['明天，下周二，下下周一，上周五', '2026-11-22', '2026-11-24', '2026-11-30', '2026-11-13'],
  ['民國115年12月1日、下個月5號', '2026-12-01', '2026-12-05'],
  ['十二月三日，三天前', '2026-12-03', '2026-11-18'],
  ['Dec 1, 2026', '2026-12-01'],
  ['TOKYO, Nov. 20, 2026 –', '2026-11-20'],
  ['Tuesday, 1 December 2026 at 3 p.m.', '2026-12-01 15:00'],
  ['the 3rd of March', '2027-03-03'],
  ['December 1–3, 2026, from 10:00', '2026-12-01 10:00'],
  ['in March 2027, since 1998, in May, in October', '2027-03', '1998', null, '2026-10'],
  ['next Tuesday, last Friday, this month, next year', '2026-11-24', '2026-11-13', '2026-11', '2027'],
  ['tomorrow and the day after tomorrow', '2026-11-22', '2026-11-23'],
  ['in three days; two weeks ago; a year ago', '2026-11-24', '2026-11-07', '2025'],
  ['2026-12-01T10:00, 2026/12/1, 2026.12.1', '2026-12-01', '2026-12-01', '2026-12-01'],
  ['25/12/2026 and 03/04/2026', '2026-12-25', null],
  ['It may 5 times march 3 miles, 1,234/5, 192.168.10.20, 0120-12-3456'],
];

describe('dates', () => {
  it.each(CASES.map(([text, ...dates]) => ({ text, dates })))('$text', ({ text, dates }) => {
    expect(read(text)).toEqual(dates);
  });

  it('are those of the zone, and times are its instants', () => {
    const newYork = { nowMs, timeZone: 'America/New_York' };
    expect([read('today'), read('today', newYork)]).toEqual([['2026-11-21'], ['2026-11-20']]);
    expect(writeInstant('2026-12-01', '10:30', 'Asia/Tokyo')).toBe('2026-12-01T10:30:00+09:00');
    expect(writeInstant('2026-03-08', '03:30', 'America/New_York')).toBe('2026-03-08T03:30:00-04:00');
  });
});
