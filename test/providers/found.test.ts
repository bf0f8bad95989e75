import { describe, expect, it } from 'vitest';
import {
  buildPageKey,
  detectScriptLanguage,
  isWebAddress,
  parseTime,
  readHost,
} from '../../src/providers/shared/search-results.ts';

const now = Date.UTC(2026, 10, 21, 12);

describe('the time of an article', () => {
  it.each([
    ['2026-11-19T14:22:41', '2026-11-19T14:22:41.000Z'],
    ['2026-11-19T14:22:41+09:00', '2026-11-19T05:22:41.000Z'],
    ['2026-11-19', '2026-11-19T00:00:00.000Z'],
    ['Nov 18, 2026', '2026-11-18T00:00:00.000Z'],
    ['Sat, 21 Nov 2026 00:00:00 GMT', '2026-11-21T00:00:00.000Z'],
    ['2026/11/8', '2026-11-08T00:00:00.000Z'],
    ['2026年11月8日', '2026-11-08T00:00:00.000Z'],
    ['5 mins ago', '2026-11-21T11:55:00.000Z'],
    ['1 hour ago', '2026-11-21T11:00:00.000Z'],
    ['3 日前', '2026-11-18T12:00:00.000Z'],
    ['2 小时前', '2026-11-21T10:00:00.000Z'],
    ['1 week ago', '2026-11-14T12:00:00.000Z'],
    ['yesterday', '2026-11-20T12:00:00.000Z'],
    ['an hour ago', '2026-11-21T11:00:00.000Z'],
    ['2 months ago', '2026-09-22T12:00:00.000Z'],
    ['3 か月前', '2026-08-23T12:00:00.000Z'],
    ['1 year ago', '2025-11-21T12:00:00.000Z'],
    ['Nov 18, 2026 09:00 EST', '2026-11-18T14:00:00.000Z'],
    ['1998', null],
    ['Room 1234', null],
    ['in the year 9999', null],
    ['2026-13-45', null],
    ['', null],
    [undefined, null],
    [null, null],
  ])('%s is %s', (text, time) => {
    expect(parseTime(text, now)).toBe(time);
  });
});

it('knows what is a page', () => {
  expect(
    ['https://a.example/', 'HTTP://a.example', 'javascript:x()', 'https://', 'ftp://a.example'].map(isWebAddress),
  ).toEqual([true, true, false, false, false]);
  expect(readHost('https://www.example.com/a')).toBe('example.com');
});

it('knows a script', () => {
  expect(['運賃の', '运费', '운임', 'fare'].map(detectScriptLanguage)).toEqual(['ja', 'zh', 'ko', null]);
});

it('knows a page by whatever address', () => {
  const same = ['https://www.Example.com/a/', 'http://example.com/a#top', 'https://example.com/a?utm_source=x&gclid=1'];
  expect(new Set(same.map(buildPageKey))).toEqual(new Set(['example.com/a']));
  expect(buildPageKey('https://example.com/?b=2&a=1')).toBe(buildPageKey('https://example.com/index.html?a=1&b=2'));
  expect(buildPageKey('https://example.com/a?id=1')).not.toBe(buildPageKey('https://example.com/a?id=2'));
});
