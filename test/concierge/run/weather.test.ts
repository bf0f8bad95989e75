import { describe, expect, it } from 'vitest';
import { daysAsked } from '../../../src/concierge/run/answers/days.ts';
import { sentenceOf } from '../../../src/concierge/run/answers/shapes.ts';

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
    ['next week', [2, 3, 4, 5, 6]],
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
  ])('%s', (question, days) => {
    expect(daysAsked(question, TODAY, 7)).toEqual(days);
  });

  it('are none beyond the forecast, nor without one', () => {
    expect(daysAsked('next week', TODAY, 3)).toEqual([2]);
    expect(daysAsked('tomorrow', TODAY, 1)).toEqual([]);
    expect(daysAsked('tomorrow', '', 0)).toEqual([]);
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
    sentenceOf({ tool: 'weather', input: {}, output, question }, language);

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
});
