/** Exchange rates, prices of coins, articles, lists of pages, extracted fields, vectors. */

import { isRecord } from '../../../kernel/record.ts';
import { numberAt, recordsAt, shortened, textAt, valueAt } from '../values.ts';
import type { Family } from './shapes.ts';

const LISTED = 3;
const TITLE_MAX = 120;
const FIELD_MAX = 200;

const rate: Family = ({ output }) => {
  const [amount, converted] = [numberAt(output, 'amount'), numberAt(output, 'converted')];
  const [from, to] = [textAt(output, 'from'), textAt(output, 'to')];
  if (amount === undefined || converted === undefined || !from || !to) return null;
  const [value, date] = [numberAt(output, 'rate'), textAt(output, 'date')];
  const known = value !== undefined && date !== undefined;
  return {
    en: `${amount} ${from} is ${converted} ${to}${known ? ` (rate ${value}, ${date})` : ''}.`,
    ja: `${amount} ${from} は ${converted} ${to} です${known ? `（レート${value}、${date}時点）` : ''}。`,
    zh: `${amount} ${from} 等于 ${converted} ${to}${known ? `（汇率 ${value}，${date}）` : ''}。`,
  };
};

const coins: Family = ({ output }) => {
  const { prices } = output;
  if (!isRecord(prices)) return null;
  const quoted = Object.entries(prices).flatMap(([coin, quotes]) =>
    isRecord(quotes)
      ? Object.entries(quotes).flatMap(([currency, price]) =>
          typeof price === 'number' && currency !== 'change24h'
            ? [{ coin, currency: currency.toUpperCase(), price }]
            : [],
        )
      : [],
  );
  if (quoted.length === 0) return null;
  const listed = quoted.slice(0, 6);
  return {
    en: `${listed.map(({ coin, currency, price }) => `${coin}: ${price} ${currency}`).join('; ')}.`,
    ja: `${listed.map(({ coin, currency, price }) => `${coin} は ${price} ${currency}`).join('、')}です。`,
    zh: `${listed.map(({ coin, currency, price }) => `${coin}：${price} ${currency}`).join('；')}。`,
  };
};

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
      ([name, value]) => `${name}: ${shortened(typeof value === 'string' ? value : JSON.stringify(value), FIELD_MAX)}`,
    );
  return {
    en: `From ${url}: ${said.join('; ')}.`,
    ja: `${url} から：${said.join('、')}。`,
    zh: `来自 ${url}：${said.join('；')}。`,
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

export const dataFamilies: readonly Family[] = [rate, coins, articles, found, fields, vectors];
