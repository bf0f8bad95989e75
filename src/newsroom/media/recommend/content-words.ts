/** Words that tell what a text is about: "a", "full", 会社 and 可能 are in every text. */
import type { Language } from '../../../text/language.ts';
import { splitWords } from '../../../text/words.ts';
import { STOP_WORDS } from '../../analysis/mentions/lexicon/stop-words.ts';
import { ENGLISH_FUNCTION_WORDS } from '../../analysis/quality/grammar/en.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Qualities, quantities and deeds of any thing. */
const GENERIC_EN = list(`
  full new high low good better best small smaller large larger big great long longer short open early late easy free fast quick simple special various main major available able
  due next whole half total around plus based different same single recent current former common general certain clear right wrong real true possible likely likely additional
  make makes making take takes taking get getting give giving help helps helping need needs want work works working start starts started begin begins keep keeps kept come comes
  going put set sets show shows showing find finds offer offers offered provide provides include way ways thing things part parts place number amount kind kinds lot lots end
  side case cases point level use used user users using day week month year today time times hour hours people person company companies business news story
  know known knows live lives cost costs price prices sell sells sold buy buys bought pay pays paid run runs running plan plans planned member members team teams group groups
  well also just still even ever never always often soon later ago back away down off over under out up into onto upon across along without within while since until because
  per than then thus yet only very much many more most less least few several each every both either neither any some such own other others another again further once
  old aloud source something someone
  customer customers fewer higher lower report reports reported review reviews industry morning evening noon round rest become becomes field claim claims happen happens happened fit fits
  what why who whom whose where when which how those these this that there here trade trades next
  one two three four five six seven eight nine ten hundred thousand million billion first second third last
`);
const GENERIC_CJK = list(`
  可能 会社 必要 場合 今回 利用 提供 開始 対応 実施 発表 予定 情報 内容 活用 使用 全国 国内 日本 企業 商品 製品 新商品 代表 社長 担当 時間 以上 以下 約 年間 月額 平均 方法 結果
  理由 問題 目的 特徴 効果 実現 支援 開催 参加 販売 発売 導入 開発 展開 仕組み 今後 昨年 今年 来年 最大 最初 一部 全体 各地 県内 市内 人気 話題 注目 向け 公司 可以 进行 使用 提供 推出 发布
  半分 紹介 活動 時期 中間 専門 集团 第一 第二 第三 一半 的话 用了 也能 少了
  产品 服务 活动 今年 去年 平均 问题 方法 结果 全国 国内 中国 企业 记者 表示 减少 增加 时间 部分 可能 需要 面向 县内 一个 我们 目前 已经 通过 以及 包括 相关 主要 重要 新的 使用者
`);

/** Pairs of the legal forms of companies. */
const OF_COMPANIES = list('株式 式会 有限 限公 限会 份有 股份');

/** 十个, 三家 */
const COUNT = /^[一二三四五六七八九十百千两几数\d]+[个個位名家种種次件人年月日]$/u;

/** A Latin word in lower case, or a stretch of Chinese characters and kana. Abbreviations (AI, EV) tell something, two small letters don't. */
export function isContentWord(word: string): boolean {
  if (/^[\p{Script=Latin}\p{N}]+$/u.test(word)) {
    const lower = word.toLowerCase();
    if (/^\d+$/.test(word)) return false;
    if (lower.length < 3 && !/^[A-Z\d]{2}$/.test(word)) return false;
    return !isGenericEnglish(lower);
  }
  if (COUNT.test(word)) return false;
  return [...word].length >= 2 && !GENERIC_CJK.has(word) && !STOP_WORDS.ja.has(word) && !STOP_WORDS.zh.has(word);
}

/** In lower case. */
export const isGenericEnglish = (word: string): boolean =>
  word.length < 2 || GENERIC_EN.has(word) || STOP_WORDS.en.has(word) || ENGLISH_FUNCTION_WORDS.has(word);

/** Two characters that texts of all kinds have: 会社, 公司. */
export const isGenericPair = (pair: string): boolean => GENERIC_CJK.has(pair) || OF_COMPANIES.has(pair);

/** A Chinese or Japanese word that only joins others. */
export const isJoint = (word: string): boolean =>
  /^[的了在是和与及将对为等中上下内]$/u.test(word) || GENERIC_CJK.has(word);

/** Boundaries of words, in UTF-16 units: 京都 isn't a word of 東京都. */
export function findBoundaries(text: string, language: Language): ReadonlySet<number> {
  const boundaries = new Set([0, text.length]);
  let at = 0;
  for (const { text: word } of splitWords(text, language)) {
    const start = text.indexOf(word, at);
    if (start < 0) continue;
    at = start + word.length;
    boundaries.add(start);
    boundaries.add(at);
  }
  return boundaries;
}

/** Does the text hold the term as words of its own? */
export function hasWholeTerm(text: string, boundaries: ReadonlySet<number>, term: string): boolean {
  if (term === '') return false;
  const isLatin = /^[\p{Script=Latin}\p{N}]/u.test(term);
  const isLetter = (at: number): boolean => /[\p{Script=Latin}\p{N}]/u.test(text.charAt(at));
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const end = at + term.length;
    if (isLatin ? !isLetter(at - 1) && !isLetter(end) : boundaries.has(at) && boundaries.has(end)) return true;
  }
  return false;
}
