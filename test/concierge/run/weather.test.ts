import { describe, expect, it } from 'vitest';
import { findDays } from '../../../src/concierge/reading/days.ts';
import { tellOutput } from '../../../src/concierge/running/answers/tell.ts';

/** A Saturday. */
const TODAY = '2026-11-21';

describe('the days that are asked about', () => {
  it.each<[string, number[]]>([
    ['weather in a place', []],
    ['will it rain tomorrow', [1]],
    ['tommorow in a place?', [1]],
    ['the day after tomorrow', [2]],
    ['this weekend', [0, 1]],
    ['on Wednesday', [4]],
    ['next week', [2, 3, 4, 5, 6, 7, 8]],
    ['7-day forecast', [0, 1, 2, 3, 4, 5, 6]],
    ['明日の天気', [1]],
    ['あしたとあさって', [1, 2]],
    ['明後日の夜', [2]],
    ['今週末', [0, 1]],
    ['来週の火曜', [3]],
    ['教えてくれあす', []],
    ['明天会下雨吗', [1]],
    ['后天冷不冷', [2]],
    ['大后天', [3]],
    ['周末', [0, 1]],
    ['星期三', [4]],
    ['下周一', [2]],
    ['today and tomorrow', [0, 1]],
    ['tomorrow and the day after', [1, 2]],
    ['in 3 days', [3]],
    ['in two days', [2]],
    ['over the next three days', [0, 1, 2]],
    ['for the next few days', [0, 1, 2]],
    ['next weekend', [7, 8]],
    ['the weekend after next', [14, 15]],
    ['on november 25', [4]],
    ['on the 25th', [4]],
    ['25 nov', [4]],
    ['on january 2nd', [42]],
    ['2026-11-24', [3]],
    ['february 30', []],
    ['yesterday', [-1]],
    ['last friday', [-1]],
    ['3日後', [3]],
    ['この先5日間', [0, 1, 2, 3, 4]],
    ['再来週', [9, 10, 11, 12, 13, 14, 15]],
    ['来週末', [7, 8]],
    ['明日から3日間', [1, 2, 3]],
    ['聽日', [1]],
    ['今週の土曜', [0]],
    ['11月25日', [4]],
    ['25日', [4]],
    ['昨日', [-1]],
    ['一日の気温', []],
    ['明日香', []],
    ['今日と明日', [0, 1]],
    ['三天后', [3]],
    ['两天后', [2]],
    ['未来三天', [0, 1, 2]],
    ['接下来几天', [0, 1, 2]],
    ['下周末', [7, 8]],
    ['这周五', [6]],
    ['本周日', [1]],
    ['11月24日', [3]],
    ['24号', [3]],
    ['地铁5号线', []],
    ['昨天', [-1]],
  ])('%s', (question, days) => {
    expect(findDays(question, TODAY)).toEqual(days);
  });

  it('are none without a forecast', () => {
    expect(findDays('tomorrow', '')).toEqual([]);
  });
});

describe('the weather in words', () => {
  const output = {
    current: { temperatureC: 8.6, humidity: 53, windKph: 13.6, condition: 'Clear sky', code: 0 },
    daily: [
      { date: TODAY, minC: 2.8, maxC: 12, precipitationMm: 0, condition: 'Clear sky', code: 0 },
      { date: '2026-11-22', minC: 5, maxC: 11.4, precipitationMm: 0.9, condition: 'Light showers', code: 80 },
      { date: '2026-11-23', minC: 2.5, maxC: 11.7, precipitationMm: 0, condition: 'Overcast', code: 3 },
    ],
  };
  const said = (question: string, language: 'en' | 'ja' | 'zh'): string =>
    tellOutput({ tool: 'weather', input: {}, output, question }, language);

  it('begins with the day that was asked about', () => {
    expect(said('tomorrow', 'en')).toBe(
      'Tomorrow (2026-11-22): 5 to 11.4 °C, light showers, precipitation 0.9 mm. ' +
        'Now 8.6 °C, clear sky, humidity 53 %, wind 13.6 km/h.',
    );
    expect(said('明日', 'ja')).toMatch(/^明日（2026-11-22）は5〜11.4℃、にわか雨、降水量0.9 mmです。現在の気温は8.6℃/);
    expect(said('星期一', 'zh')).toMatch(/^后天（2026-11-23）2.5 至 11.7℃，阴天，降水量 0 mm。当前气温 8.6℃/);
  });

  it('is of now and today where no day was named', () => {
    expect(said('', 'en')).toBe(
      'Now 8.6 °C, clear sky, humidity 53 %, wind 13.6 km/h. Today (2026-11-21): 2.8 to 12 °C, clear sky, precipitation 0 mm.',
    );
  });

  it('does not pass another day for one that the forecast lacks', () => {
    expect(said('next weekend', 'en')).toMatch(/^The forecast covers 2026-11-21 to 2026-11-23 only\. Now 8\.6 °C/);
    expect(said('昨日', 'ja')).toMatch(/^予報があるのは2026-11-21から2026-11-23までです。現在/);
    expect(said('下周', 'zh')).toMatch(/^预报仅涵盖 2026-11-21 至 2026-11-23。后天/);
    expect(said('tomorrow', 'en')).not.toContain('covers');
  });
});
