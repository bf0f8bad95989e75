/**
 * Words of search: Latin words, and pairs of characters for scripts that are written without spaces. The catalogue
 * is described in English, so each category also has the Japanese and Chinese words that people would look it up by.
 */
import type { Category } from '../../kernel/tool/tool.ts';

/** They hold sentences together and stand in any request: a tool is not found by them alone. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the and or but not no nor of to in on at by for from with without into onto about over under than as if so',
    'then is are was were be been being am do does did done doing can could will would should may might must have has',
    'had having it its this that these those there here i me my mine we us our you your he him his she her they them',
    'their what which who whom whose how why when where some any each every all one ones thing something anything',
    'someone just also too very more most much many let lets get gets got give make makes made want wants wanted need',
    'needs several once like please help use using used way tool tools',
  ].flatMap((line) => line.split(' ').map(stem)),
);
/** Hiragana in front of a word, or a particle behind it, says how words go together and not what they are. */
const STOP_PAIRS = /^\p{Script=Hiragana}|[をにはがのとでもへや]$|[的了吗呢吧啊我你他她您这那么把给]/u;
const STOP_CHARACTERS = /[\p{Script=Hiragana}ー的了吗呢吧啊我你他她您这那么把给请一下个]/u;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/** Without those that say nothing of what is meant. */
export function splitWords(text: string): string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const latin = lower.replace(UNSPACED, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [
    ...latin.map(stem).filter((word) => !STOP_WORDS.has(word)),
    ...(lower.match(UNSPACED) ?? []).flatMap(splitPairs).filter((pair) => !STOP_PAIRS.test(pair)),
  ];
}

/**
 * Parts of a request that a tool has to know: its words, and each character of scripts without spaces that is more than
 * grammar.
 */
export function splitParts(text: string): string[] {
  const characters = (text.normalize('NFKC').match(UNSPACED) ?? []).flatMap((run) => [...run]);
  return [
    ...splitWords(text.normalize('NFKC').replace(UNSPACED, ' ')),
    ...characters.filter((character) => !STOP_CHARACTERS.test(character)),
  ];
}

export const isUnspaced = (text: string): boolean => text.search(UNSPACED) === 0;

/** Names of people and places, and numbers, as splitParts gives them. */
export function listNames(text: string): ReadonlySet<string> {
  const names = text.normalize('NFKC').match(/(?<![\p{L}\p{N}])(?:\p{Lu}\p{Ll}+|\p{N}+)(?![\p{L}\p{N}])/gu) ?? [];
  return new Set(names.flatMap(splitWords));
}

/** Parts of an expression, their largest number, and the weight of each. */
const WORDS = { most: 6, joint: ' ', length: 1 };
const CHARACTERS = { most: 10, joint: '', length: 0.5 };

/**
 * Every run of words and of unspaced characters in a text, the longest first, with its length in words: two unspaced
 * characters say about as much as a word.
 */
export function listExpressions(text: string): ReadonlyMap<string, number> {
  const lower = text.normalize('NFKC').toLowerCase();
  const expressions: [string, number][] = [];
  for (const run of lower.match(UNSPACED) ?? []) addRuns([...run], CHARACTERS, expressions);
  const latin = lower.replace(UNSPACED, ' | ').split('|');
  for (const part of latin) addRuns((part.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem), WORDS, expressions);
  return new Map(expressions.filter(([text]) => !STOP_WORDS.has(text)).sort((a, b) => b[1] - a[1]));
}

/** An expression as it stands among those of a text: words, or unspaced characters; undefined for a mixture. */
export function toExpression(text: string): string | undefined {
  const lower = text.normalize('NFKC').toLowerCase();
  const runs = lower.match(UNSPACED) ?? [];
  const words = lower.replace(UNSPACED, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  if (runs.length === 0) return words.length > 0 ? words.map(stem).join(' ') : undefined;
  return runs.length === 1 && words.length === 0 ? runs[0] : undefined;
}

function addRuns(units: readonly string[], { most, joint, length }: typeof WORDS, into: [string, number][]): void {
  for (let from = 0; from < units.length && from < RUN_UNITS_MAX; from++) {
    for (let count = 1; count <= most && from + count <= units.length; count++) {
      into.push([units.slice(from, from + count).join(joint), count * length]);
    }
  }
}

const RUN_UNITS_MAX = 200;

function splitPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Enough of a stem to let "translates", "translation" and "translate" meet. */
function stem(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '');
  const bare = word.replace(/(ations?|ions?|ing|ers?|ors?|ies|es|ed|s|e|y)$/, '');
  return bare.length >= 3 ? bare : word;
}

export const categoryWords: Readonly<Record<Category, string>> = {
  search: 'find web 検索 調べる 探す ウェブ 搜索 检索 查找 网络',
  llm: 'ai chat generate text write summarize 文章 要約 質問 回答 対話 聊天 写作 摘要 总结 问答 模型 モデル',
  translate: 'language 翻訳 訳す 言語 翻译 语言 译文',
  weather: 'forecast temperature rain 天気 気温 予報 雨 天气 气温 预报 下雨',
  utility: 'place address map location route ip 住所 地図 場所 経路 道順 緯度 経度 地址 地图 位置 路线 经纬度',
  finance: 'currency exchange money rate 為替 通貨 換算 レート 円 汇率 货币 兑换 换算',
  crypto: 'bitcoin coin token 暗号資産 仮想通貨 ビットコイン 加密货币 比特币 虚拟货币',
  data: 'encyclopedia news facts 百科 事典 ニュース 記事 データ 百科全书 新闻 数据 文章',
  scrape: 'page website html extract crawl read ページ 抽出 読む サイト 取得 网页 抓取 提取 阅读 网站',
  vision: 'image picture photo describe 画像 写真 説明 图像 图片 照片 识别',
  audio: 'speech voice sound tts stt 音声 読み上げ 声 文字起こし 语音 声音 朗读 转写 听写',
};
