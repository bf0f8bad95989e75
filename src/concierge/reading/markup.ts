/** Reads what people write next to a URL: a CSS selector, or names of fields. */

import type { RouteLanguage } from '../types.ts';
import type { Reading } from './message.ts';
import { readOriginal } from './normalise.ts';

const TAG =
  'a|article|aside|body|button|div|dd|dl|dt|em|figure|footer|form|h[1-6]|header|img|input|label|li|main|nav|ol|p|pre|section|select|span|strong|table|tbody|td|th|thead|tr|ul|video';
const SIMPLE = `(?:(?:${TAG})(?![\\w-])|[.#][a-z_][\\w-]*|\\[[a-z-]+(?:[~|^$*]?=[^\\]]{1,40})?\\]|\\*)(?:[.#][a-z_][\\w-]*|\\[[a-z-]+(?:[~|^$*]?=[^\\]]{1,40})?\\]|:{1,2}[a-z-]+(?:\\([^)]{1,20}\\))?){0,6}`;
const SELECTOR = new RegExp(`(?<![\\w/@.-])(${SIMPLE}(?: ?[>+~] ?${SIMPLE}| ${SIMPLE}){0,5})`, 'g');

/** The CSS selector that is written in a text, in `plain`; one with a dot, a hash or a bracket goes before a bare tag. */
export function findSelector(
  plain: string,
  from: number,
  to: number,
  isNamed: boolean,
): { start: number; end: number } | null {
  const selectors = [...plain.slice(from, to).matchAll(SELECTOR)].map(({ 0: text, index }) => ({
    start: from + index,
    end: from + index + text.length,
    text,
  }));
  const sure =
    selectors.find(
      ({ text, start }) =>
        /[.#[>]/.test(text) &&
        !/^\.\w+$/.test(text.trim()) &&
        !/^[ap]\.[ms]$/.test(text) &&
        !/\d$/.test(plain.charAt(start - 1)),
    ) ?? selectors.find(({ text }) => /^[.#]/.test(text));
  const selector =
    sure ?? (isNamed ? selectors.find(({ text }) => text.length > 1 || text === 'a' || text === 'p') : undefined);
  return selector ? { start: selector.start, end: selector.end } : null;
}

const LIST_CHARS_MAX = 300;
const FIELD_CHARS_MAX = 64;
const FIELD_WORDS_MAX = 5;

const separators = {
  en: /(?:(?<!\s)\s+)?(?:,|、|;|\/|・|&| and | plus | as well as |\n)\s*(?:and |the |its |their )?/,
  ja: /(?:(?<!\s)\s+)?(?:,|、|，|;|\/|・|&|と|および|及び|ならびに|それに|あと|\n)\s*(?:と)?/,
  zh: /(?:(?<!\s)\s+)?(?:,|、|，|;|；|\/|・|&|以及|和|与|及|还有|還有|跟|\n)\s*(?:和|以及)?/,
} as const;

/** Names of fields on one side of the address that stands between `start` and `end`: the longer list. */
export function findFields(reading: Reading, start: number, end: number): string[] {
  const spans = reading.spans.filter((span) => span.start >= start && span.end <= end);
  const url = spans.find(({ kind }) => kind === 'url');
  if (!url) return [];
  const quotes = spans.filter(({ kind }) => kind === 'quote');
  if (quotes.length > 1) return quotes.map(({ value }) => value);
  const parts = [
    readOriginal(reading.text, Math.max(start, url.start - LIST_CHARS_MAX), url.start),
    readOriginal(reading.text, url.end, Math.min(end, url.end + LIST_CHARS_MAX)),
  ];
  const lists = parts.map((part) => splitList(part, reading.language));
  return lists.reduce((best, list) => (list.length > best.length ? list : best), []);
}

const LEADING = {
  en: /^(?:.*?(?:extract|pull out|pull|pick out|get me|get|give me only|give me just|give me|fish out|grab|collect|list|return|find|need|want|would like|i'd like|like|interested in|looking for|after|fetch|read off|note down|note|tell me|show me|show|parse out|parse|fields?:?|following:?)\s*)?(?:(?:out|only|just|the|its|a|an|me|for me|their)\s+)*/is,
  zh: /^(?:[^、,，]*?(?:提取出?|抽取出?|抽出|取出|挑出|列出|找出|整理出|提炼出|采集|摘出|里的|中的|上的|里面的|页面的|网页的|字段:?|项目:?|抓取|抓出|获取|把|告诉我|给我)\s*)?(?:(?:出|一下|这个|这些|页面的|里面的|里的|的)\s*)*/is,
  ja: /^(?:から|より|に|の中の|の中から|のページの|ページの|サイトの|の|で|について|、|,|:|：|\s|項目は|フィールドは|次の項目)*/,
} as const;
const TRAILING =
  /(?:(?<!\s)\s+)?(?:as separate fields|as fields|as json|into fields|in separate fields|from (?:the|this|that)?\s*(?:page|site|url|article|link)?.*|out of.*|on (?:the|this) page.*|for me.*|please.*|off (?:the|this)?.*|off\s*$|at\s*$|from\s*$|of\s*$|in a structured.*|in structured.*|を?(?:項目ごとに?|それぞれ|フィールドとして|構造化して|別々に|項目別に)?(?:抜き出|抽出|取り出|拾|取得|まとめ|ピックアップ|書き出|リスト|教え|ください|データ|抜粋|だけ|出して|ほしい|欲しい|取って|とって|知りたい|調べ).*|の(?:[0-9二两三四五六七八九][つ点項项种]|项目|項目).*|を項目.*|这几项.*|这些.*|分别.*|等字段.*|等信息.*|几个字段.*|字段.*|信息.*|提取.*|抽取.*|出来.*|给我.*|列出.*|[一二两三四五六七八九0-9]+(?:项|个|样|种|点).*|整理.*|的内容.*|抓.*|摘.*|挑.*|单独.*|逐项.*|(?<![.。!！?？:：])[.。!！?？:：]+\s*)$/is;

function splitList(part: string, language: RouteLanguage): string[] {
  const line = part.replace(/^[\s:,、，。：]+|[\s:：]+$/g, '');
  if (line === '') return [];
  const bare = line
    .replace(LEADING[language], '')
    .replace(TRAILING, '')
    .replace(/(?<![。.!?？！])[。.!?？！]+$/, '');
  return bare
    .split(separators[language])
    .map((item) =>
      item
        .replace(/^(?:the|its|a|an|and|their|和|以及|把|将)\s+/i, '')
        .replace(TRAILING, '')
        .replace(/^(?:把|将)|(?:を|的)$/g, '')
        .trim(),
    )
    .filter(
      (item, at, all) =>
        item !== '' &&
        item.length <= FIELD_CHARS_MAX &&
        item.split(' ').length <= FIELD_WORDS_MAX &&
        all.indexOf(item) === at,
    )
    .slice(0, 50);
}
