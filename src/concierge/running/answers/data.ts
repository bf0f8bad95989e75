/** Exchange rates, prices of coins, articles, lists of pages, extracted fields, vectors. */

import { isRecord } from '../../../lib/record.ts';
import { formatNumber, readNumber, readRecords, readText, readValue, shorten } from '../values.ts';
import type { AnswerTeller } from './types.ts';

const LISTED = 3;
const LISTED_MAX = 20;
const TITLE_MAX = 120;
const FIELD_MAX = 200;
const ADDRESSES_LISTED = 5;

const tellRate: AnswerTeller = ({ output }) => {
  const [amount, converted] = [readNumber(output, 'amount'), readNumber(output, 'converted')];
  const [from, to] = [readText(output, 'from'), readText(output, 'to')];
  if (amount === undefined || converted === undefined || !from || !to) return null;
  const [value, date] = [readNumber(output, 'rate'), readText(output, 'date')];
  const isComplete = value !== undefined && date !== undefined;
  const [before, after, at] = [formatNumber(amount), formatNumber(converted), formatNumber(value ?? 0)];
  return {
    en: `${before} ${from} is ${after} ${to}${isComplete ? ` (rate ${at}, ${date})` : ''}.`,
    ja: `${before} ${from} は ${after} ${to} です${isComplete ? `（レート${at}、${date}時点）` : ''}。`,
    zh: `${before} ${from} 等于 ${after} ${to}${isComplete ? `（汇率 ${at}，${date}）` : ''}。`,
  };
};

const COINS_LISTED = 6;

/** Each coin with its price in each currency, and what nobody had a price for. */
const tellCoins: AnswerTeller = ({ output }) => {
  const { prices, missing } = output;
  if (!isRecord(prices)) return null;
  const quoted = Object.entries(prices).flatMap(([coin, quotes]) => {
    if (!isRecord(quotes)) return [];
    const priceTexts = Object.entries(quotes).flatMap(([currency, price]) =>
      typeof price === 'number' && currency !== 'change24h' ? [`${formatNumber(price)} ${currency.toUpperCase()}`] : [],
    );
    return priceTexts.length === 0
      ? []
      : [{ coin, price: priceTexts.join(' / '), change: formatPercent(readNumber(quotes, 'change24h')) }];
  });
  const unknown = Array.isArray(missing) ? missing.filter((coin) => typeof coin === 'string') : [];
  if (quoted.length === 0) return null;
  const [listed, lacking] = [quoted.slice(0, COINS_LISTED), unknown.slice(0, COINS_LISTED).join(', ')];
  const en = listed.map(({ coin, price, change }) => `${coin}: ${price}${change && ` (${change} in 24 hours)`}`);
  const ja = listed.map(({ coin, price, change }) => `${coin} は ${price}${change && `（24時間で${change}）`}`);
  const zh = listed.map(({ coin, price, change }) => `${coin}：${price}${change && `（24 小时 ${change}）`}`);
  return {
    en: `${en.join('; ')}.${lacking && ` No price was found for ${lacking}.`}`,
    ja: `${ja.join('、')} です。${lacking && `${lacking} の価格は見つかりませんでした。`}`,
    zh: `${zh.join('；')}。${lacking && `未找到 ${lacking} 的价格。`}`,
  };
};

/** `+1.4 %`; empty where nothing is known. */
function formatPercent(change: number | undefined): string {
  if (change === undefined) return '';
  const text = change.toFixed(1).replace(/^-(0\.0)$/, '$1');
  return `${change >= 0.05 ? '+' : ''}${text} %`;
}

const listTitles = (records: readonly Record<string, unknown>[], listed = LISTED): string[] =>
  records.slice(0, Math.min(listed, LISTED_MAX)).flatMap((one) => {
    const title = readText(one, 'title');
    const url = readText(one, 'url');
    return title && url ? [`${shorten(title, TITLE_MAX)} (${url})`] : [];
  });

const tellArticles: AnswerTeller = ({ output, listed }) => {
  const titles = listTitles(readRecords(output, 'articles'), listed);
  if (titles.length === 0) return null;
  return {
    en: `News: ${titles.join('; ')}.`,
    ja: `ニュース：${titles.join('、')}。`,
    zh: `新闻：${titles.join('；')}。`,
  };
};

/** A result is told by its summary, its answer, or at least its first titles. */
const tellResults: AnswerTeller = ({ output, listed }) => {
  const pages = listTitles(readRecords(output, 'results'), listed);
  const [first] = readRecords(output, 'results');
  if (pages.length === 0) return null;
  const summary = readText(output, 'summary') ?? readText(output, 'answer') ?? readText(first, 'snippet');
  const text = summary === undefined ? '' : shorten(summary, 1_200);
  return {
    en: `${text ? `${text} ` : ''}Sources: ${pages.join('; ')}.`,
    ja: `${text ? `${text} ` : ''}出典：${pages.join('、')}。`,
    zh: `${text ? `${text} ` : ''}来源：${pages.join('；')}。`,
  };
};

const tellFields: AnswerTeller = ({ output }) => {
  const { data } = output;
  const url = readText(output, 'url');
  if (!isRecord(data) || url === undefined) return null;
  const lines = Object.entries(data)
    .slice(0, 8)
    .map(
      ([name, value]) =>
        `${name}: ${shorten(typeof value === 'string' ? value : JSON.stringify(value), FIELD_MAX).replace(/[.。]$/, '')}`,
    );
  return {
    en: `From ${url}: ${lines.join('; ')}.`,
    ja: `${url} から：${lines.join('、')}。`,
    zh: `来自 ${url}：${lines.join('；')}。`,
  };
};

/** The pages of a site. */
const tellAddresses: AnswerTeller = ({ output }) => {
  const urls = readRecords(output, 'links').flatMap((link) => readText(link, 'url') ?? []);
  if (urls.length === 0) return null;
  const more = urls.length > ADDRESSES_LISTED ? ' …' : '';
  const [count, first] = [formatNumber(urls.length), `${urls.slice(0, ADDRESSES_LISTED).join(' ')}${more}`];
  return {
    en: `${count} ${urls.length === 1 ? 'address was' : 'addresses were'} found: ${first}`,
    ja: `${count}件のアドレスが見つかりました：${first}`,
    zh: `找到 ${count} 个地址：${first}`,
  };
};

const tellVectors: AnswerTeller = ({ output }) => {
  const embeddings = readValue(output, 'embeddings');
  const dimensions = readNumber(output, 'dimensions');
  if (!Array.isArray(embeddings) || dimensions === undefined) return null;
  const count = embeddings.length;
  return {
    en: `${count} ${count === 1 ? 'vector' : 'vectors'} of ${dimensions} dimensions.`,
    ja: `${dimensions}次元のベクトルを${count}件作成しました。`,
    zh: `已生成 ${count} 个 ${dimensions} 维向量。`,
  };
};

export const dataFamilies: readonly AnswerTeller[] = [
  tellRate,
  tellCoins,
  tellArticles,
  tellResults,
  tellFields,
  tellAddresses,
  tellVectors,
];
