/** Parses a message into words, numbers, data and language. Denied or pasted text is not a request. */

import type { RouteLanguage } from '../types.ts';
import { splitDenied } from './denials.ts';
import type { Hit, Reading } from './message.ts';
import { fold, readOriginal, readText, type Text } from './normalise.ts';
import { findNumbers } from './numbers.ts';
import { findLastAsk, findPasted } from './pasted.ts';
import { correctSounds } from './sounds.ts';
import { blankOut, DATA, findLiterals, findQuotes } from './spans.ts';
import { correctSpelling, findNearNames } from './spelling.ts';
import { keepLongest } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

export function readMessage(message: string, vocabulary: Vocabulary, language?: RouteLanguage): Reading {
  const text = readText(message);
  // A tool's name in quotation marks is not a text.
  const quotes = findQuotes(text).filter(({ value }) => !vocabulary.tools.has(value.toLowerCase()));
  const literals = findLiterals(text, quotes);
  const spans = [...quotes, ...literals].sort((a, b) => a.start - b.start);
  const whole = correctSounds(blankOut(text.folded, spans), vocabulary.spoken);
  const allHits = addNearNames(findKnownWords(whole, text, vocabulary), whole, text, vocabulary).filter(
    ({ key, start, end }) => key.kind !== 'time' || !(isHalfWeather(whole, end) || isInsideKana(whole, start, end)),
  );
  const pasted = findPasted(whole, allHits, vocabulary, quotes);
  const command = pasted ? blankOut(whole, [pasted]) : whole;
  const topicFrom = pasted ? null : findTopicStart(whole, allHits, vocabulary);
  const ownHits = allHits.filter(
    (hit) =>
      !(pasted && hit.start >= pasted.start && hit.end <= pasted.end) &&
      !(topicFrom !== null && hit.start >= topicFrom.at && isOtherAsk(hit, topicFrom.family, vocabulary)),
  );
  const { hits, denials } = splitDenied(ownHits, command);
  return {
    text,
    language:
      language ?? detectLanguage(command.includes(DATA) && !/[\p{L}]/u.test(command) ? text.plain : command, text),
    command,
    hits,
    denials,
    names: keepLongest(
      hits.filter(({ key }) => key.kind === 'currency' || key.kind === 'coin' || key.kind === 'language'),
    ),
    numbers: findNumbers(command),
    spans: spans.filter(({ start }) => !(pasted && start >= pasted.start && start < pasted.end)),
    pasted,
  };
}

/** 昆明天气 does not name a day. */
const isHalfWeather = (command: string, end: number): boolean =>
  command.charAt(end - 1) === '天' && /^气(?![温压候])/.test(command.slice(end, end + 2));

/** とうきょう and きょうとの name no day. */
const isInsideKana = (command: string, start: number, end: number): boolean =>
  /^[ぁ-ん]+$/.test(command.slice(start, end)) &&
  (/[ぁ-ん]/.test(command.charAt(start - 1))
    ? !/[のはがをにでともへやねよらてけ]/.test(command.charAt(start - 1))
    : /^と[のではに]/.test(command.slice(end, end + 2)));

const MONEY =
  /价|钱|换|兑|涨|跌|行情|多少|値|価|いくら|なんぼ|相场|れーと|币|汇|直す|なおす|円|どる|ゆーろ|元|等于|折合/;

/** A message about translating that names no language may have mistyped it: 意大力语, ポルトガル後. */
function findNearLanguages(hits: readonly Hit[], whole: string, plain: string, index: Vocabulary['index']): Hit[] {
  if (!/翻|译|訳|番译/.test(whole) || hits.some(({ key }) => key.kind === 'language')) return [];
  const names = index.names.filter(({ key, text }) => key.kind === 'language' && text.length >= NAME_MIN);
  return findNearNames(whole, plain, names, () => false).slice(0, 1);
}

const NAME_MIN = 4;

/** A message about prices that names no money may have mistyped it. */
function addNearNames(hits: Hit[], whole: string, { plain }: Text, { index }: Vocabulary): Hit[] {
  const spoken = findNearLanguages(hits, whole, plain, index);
  if (spoken.length > 0) return [...hits, ...spoken].sort((a, b) => a.start - b.start || b.end - a.end);
  if (!MONEY.test(whole) || hits.some(({ key }) => key.kind === 'coin' && !key.needsContext)) return hits;
  const names = index.names.filter(({ key }) => key.kind === 'coin' || key.kind === 'currency');
  const isTaken = (start: number, end: number): boolean =>
    hits.some(
      (hit) =>
        hit.start < end &&
        hit.end > start &&
        hit.end - hit.start > 1 &&
        // 克朗 is part of 捷克克朗, and 越南 of 越南盾, however the rest is spelled.
        !(/^(?:currency|region)$/.test(hit.key.kind) && hit.end - hit.start < end - start && hit.start >= start) &&
        /^(?:coin|currency|verb|mark|noun|region|language)$/.test(hit.key.kind),
    );
  const near = findNearNames(whole, plain, names, isTaken);
  return near.length === 0 ? hits : [...hits, ...near].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** EURUSD: the codes of two currencies in one word. */
function findCodePairs(command: string, index: Vocabulary['index']): Hit[] {
  return [...command.matchAll(/(?<![a-z0-9])[a-z]{6}(?![a-z0-9])/g)].flatMap(({ 0: word, index: start }) => {
    const hits = [0, 3].flatMap((at) => {
      const code = index.find(word.slice(at, at + 3), '').find(({ key }) => key.kind === 'currency' && key.isCode);
      return code ? [{ ...code, start: start + at, end: start + at + 3 }] : [];
    });
    const isPair = hits.length === 2 && hits.some(({ key }) => key.kind === 'currency' && !key.needsContext);
    return isPair ? hits : [];
  });
}

function findKnownWords(command: string, text: Text, { index }: Vocabulary): Hit[] {
  const corrected = correctSpelling(command, index.words);
  if (!corrected) return [...index.find(command, text.plain), ...findCodePairs(command, index)];
  const plain =
    fold(corrected.text) === corrected.text ? alignCorrected(corrected.text, corrected.at, text.plain) : text.plain;
  const known = index.find(corrected.text, plain).map((hit) => ({
    ...hit,
    start: corrected.at[hit.start] ?? hit.start,
    end: (corrected.at[hit.end - 1] ?? hit.end - 1) + 1 + measureSlack(corrected.at, hit.end),
  }));
  return [...known, ...findCodePairs(command, index)];
}

/** A corrected word that is shorter than what was written still stands for all of it. */
function measureSlack(at: readonly number[], end: number): number {
  const last = at[end - 1];
  const next = at[end];
  return last === undefined || next === undefined ? 0 : Math.max(0, next - last - 1);
}

const alignCorrected = (corrected: string, at: readonly number[], plain: string): string =>
  [...corrected].length === corrected.length
    ? Array.from(corrected, (unit, index) => (/[a-z]/.test(unit) ? unit : plain.charAt(at[index] ?? 0))).join('')
    : plain;

function isOtherAsk({ key }: Hit, family: string, { findUsual }: Vocabulary): boolean {
  if (key.kind === 'elsewhere' || key.kind === 'secret' || key.kind === 'greeting') return true;
  if (key.kind !== 'verb' && key.kind !== 'mark' && key.kind !== 'noun' && key.kind !== 'hint') return false;
  return findUsual(key.tool) !== family;
}

/** For a tool that takes a topic, text after a colon isn't another request but may have parameters. */
function findTopicStart(
  whole: string,
  hits: readonly Hit[],
  vocabulary: Vocabulary,
): { at: number; family: string } | null {
  const colon = whole.search(/[::](?!\/\/)/);
  if (colon < 0) return null;
  const ask = findLastAsk(hits, { start: 0, end: colon + 1 }, 'topic', vocabulary);
  return ask && 'tool' in ask.key ? { at: colon + 1, family: vocabulary.findUsual(ask.key.tool) } : null;
}

const JAPANESE_ONLY = /[気円図読訳駅広県沢込働峠辻榊枠桜辺浜渋斎剣価検値発売総単図経済伝変応]/;
const CHINESE_ONLY =
  /[麼嗎這們您你她妳哪什怎啊的们这么吗呢吧们没还让给个为从关问间说话请谢钱换图书车东语译读写听节词对发现样边过应该号单两亿开网页獨尋對說讓從還沒這個們嗎麼請幫與於為誰邊點裡錢過嘅咗唔係啲語譯讀發現實氣圖關問間時會來學國單價經濟轉換應變]/;

/** By the words of the request, not by what it is about. */
export function detectLanguage(command: string, text: Text): RouteLanguage {
  const kana = command.match(/[ぁ-ゖ]/g)?.length ?? 0;
  const han = command.match(/\p{Script=Han}/gu)?.length ?? 0;
  const small =
    command.match(
      /(?<![a-z])(?:the|a|an|to|in|of|for|what|how|is|and|from|please|me|this|at|on|with|i|my|do|you|it|by|check)(?![a-z])/g,
    )?.length ?? 0;
  const latin = command.match(/[a-z]{2,}/g)?.length ?? 0;
  if (small >= 2 && latin > (kana + han) / 2) return 'en';
  if (kana > 0) return 'ja';
  if (han === 0) return 'en';
  if (latin >= 3 && latin > han && small > 0) return 'en';
  const words = readOriginal(text, 0, text.plain.length);
  const zh = words.match(new RegExp(CHINESE_ONLY, 'g'))?.length ?? 0;
  const ja = words.match(new RegExp(JAPANESE_ONLY, 'g'))?.length ?? 0;
  return ja > zh && !/[的吗呢吧了]/.test(command) ? 'ja' : 'zh';
}
