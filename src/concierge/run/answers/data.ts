/** Exchange rates, prices of coins, articles, lists of pages, extracted fields, vectors. */

import { isRecord } from '../../../kernel/record.ts';
import { numberAt, numberText, recordsAt, shortened, textAt, valueAt } from '../values.ts';
import type { Family } from './shapes.ts';

const LISTED = 3;
const TITLE_MAX = 120;
const FIELD_MAX = 200;
const ADDRESSES_LISTED = 5;

const rate: Family = ({ output }) => {
  const [amount, converted] = [numberAt(output, 'amount'), numberAt(output, 'converted')];
  const [from, to] = [textAt(output, 'from'), textAt(output, 'to')];
  if (amount === undefined || converted === undefined || !from || !to) return null;
  const [value, date] = [numberAt(output, 'rate'), textAt(output, 'date')];
  const known = value !== undefined && date !== undefined;
  const [before, after, at] = [numberText(amount), numberText(converted), numberText(value ?? 0)];
  return {
    en: `${before} ${from} is ${after} ${to}${known ? ` (rate ${at}, ${date})` : ''}.`,
    ja: `${before} ${from} は ${after} ${to} です${known ? `（レート${at}、${date}時点）` : ''}。`,
    zh: `${before} ${from} 等于 ${after} ${to}${known ? `（汇率 ${at}，${date}）` : ''}。`,
  };
};

const COINS_LISTED = 6;

/** Each coin with its price in each currency, and what nobody had a price for. */
const coins: Family = ({ output }) => {
  const { prices, missing } = output;
  if (!isRecord(prices)) return null;
  const quoted = Object.entries(prices).flatMap(([coin, quotes]) => {
    if (!isRecord(quotes)) return [];
    const said = Object.entries(quotes).flatMap(([currency, price]) =>
      typeof price === 'number' && currency !== 'change24h' ? [`${numberText(price)} ${currency.toUpperCase()}`] : [],
    );
    return said.length === 0 ? [] : [{ coin, price: said.join(' / '), change: percent(numberAt(quotes, 'change24h')) }];
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
function percent(change: number | undefined): string {
  if (change === undefined) return '';
  const text = change.toFixed(1).replace(/^-(0\.0)$/, '$1');
  return `${change >= 0.05 ? '+' : ''}${text} %`;
}

const titles = (records: readonly Record<string, unknown>[]): string[] =>
  records.slice(0, LISTED).flatMap((one) => {
    const title = textAt(one, 'title');
    const url = textAt(one, 'url');
    return title && url ? [`${shortened(title, TITLE_MAX)} (${url})`] : [];
  });

const articles: Family = ({ output }) => {
  const found = titles(recordsAt(output, 'articles'));
  if (found.length === 0) return null;
  return {
    en: `News: ${found.join('; ')}.`,
    ja: `ニュース：${found.join('、')}。`,
    zh: `新闻：${found.join('；')}。`,
  };
};

/** What is found has a summary, an answer, or at least its first titles. */
const found: Family = ({ output }) => {
  const pages = titles(recordsAt(output, 'results'));
  const [first] = recordsAt(output, 'results');
  if (pages.length === 0) return null;
  const said = textAt(output, 'summary') ?? textAt(output, 'answer') ?? textAt(first, 'snippet');
  const text = said === undefined ? '' : shortened(said, 1_200);
  return {
    en: `${text ? `${text} ` : ''}Sources: ${pages.join('; ')}.`,
    ja: `${text ? `${text} ` : ''}出典：${pages.join('、')}。`,
    zh: `${text ? `${text} ` : ''}来源：${pages.join('；')}。`,
  };
};

const fields: Family = ({ output }) => {
  const { data } = output;
  const url = textAt(output, 'url');
  if (!isRecord(data) || url === undefined) return null;
  const said = Object.entries(data)
    .slice(0, 8)
    .map(
      ([name, value]) =>
        `${name}: ${shortened(typeof value === 'string' ? value : JSON.stringify(value), FIELD_MAX).replace(/[.。]$/, '')}`,
    );
  return {
    en: `From ${url}: ${said.join('; ')}.`,
    ja: `${url} から：${said.join('、')}。`,
    zh: `来自 ${url}：${said.join('；')}。`,
  };
};

/** The pages of a site. */
const addresses: Family = ({ output }) => {
  const found = recordsAt(output, 'links').flatMap((link) => textAt(link, 'url') ?? []);
  if (found.length === 0) return null;
  const more = found.length > ADDRESSES_LISTED ? ' …' : '';
  const [count, first] = [numberText(found.length), `${found.slice(0, ADDRESSES_LISTED).join(' ')}${more}`];
  return {
    en: `${count} ${found.length === 1 ? 'address was' : 'addresses were'} found: ${first}`,
    ja: `${count}件のアドレスが見つかりました：${first}`,
    zh: `找到 ${count} 个地址：${first}`,
  };
};

const vectors: Family = ({ output }) => {
  const embeddings = valueAt(output, 'embeddings');
  const dimensions = numberAt(output, 'dimensions');
  if (!Array.isArray(embeddings) || dimensions === undefined) return null;
  const count = embeddings.length;
  return {
    en: `${count} ${count === 1 ? 'vector' : 'vectors'} of ${dimensions} dimensions.`,
    ja: `${dimensions}次元のベクトルを${count}件作成しました。`,
    zh: `已生成 ${count} 个 ${dimensions} 维向量。`,
  };
};

export const dataFamilies: readonly Family[] = [rate, coins, articles, found, fields, addresses, vectors];
