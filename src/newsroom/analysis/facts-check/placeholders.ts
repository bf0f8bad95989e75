/** The visible marks in generated text for what somebody has to fill in: 【要確認：価格】, [TO CONFIRM: price], 【待确认：价格】. */

import type { Language } from '../../../text/language.ts';
import type { Mention } from '../mentions/types.ts';

/** Missing facts, by the key that answers list. */
export const PLACEHOLDER_LABELS = {
  number: { ja: '数値', zh: '数字', en: 'number' },
  percent: { ja: '割合', zh: '比例', en: 'percentage' },
  price: { ja: '価格', zh: '价格', en: 'price' },
  date: { ja: '日付', zh: '日期', en: 'date' },
  time: { ja: '時刻', zh: '时间', en: 'time' },
  launch_date: { ja: '開始日', zh: '上线日期', en: 'launch date' },
  place: { ja: '場所', zh: '地点', en: 'place' },
  name: { ja: '名称', zh: '名称', en: 'name' },
  person: { ja: '氏名', zh: '姓名', en: 'person' },
  role: { ja: '役職', zh: '职务', en: 'role' },
  quote: { ja: '発言', zh: '发言', en: 'quote' },
  url: { ja: 'URL', zh: '网址', en: 'URL' },
  email: { ja: 'メールアドレス', zh: '邮箱', en: 'e-mail' },
  contact: { ja: '問い合わせ先', zh: '联系方式', en: 'contact' },
  company: { ja: '会社概要', zh: '公司简介', en: 'company profile' },
  features: { ja: '特長', zh: '特点', en: 'features' },
  source: { ja: '出典', zh: '来源', en: 'source' },
  reason: { ja: '背景・目的', zh: '背景与目的', en: 'reason' },
  title: { ja: '見出し', zh: '标题', en: 'headline' },
} as const satisfies Record<string, Record<Language, string>>;

export type PlaceholderKey = keyof typeof PLACEHOLDER_LABELS;

/** Of any language; the label is what stands behind the colon. Folding makes the colon ASCII. */
const PLACEHOLDER = /【(?:要確認|待确认|待確認)[:：]([^【】\n]{1,60})】|\[TO CONFIRM: ([^[\]\n]{1,60})\]/gu;

const KEYS = new Map<string, string>(
  Object.entries(PLACEHOLDER_LABELS).flatMap(([key, labels]) => Object.values(labels).map((label) => [label, key])),
);

/** The placeholder for a key, or for a label of one's own (導入社数). */
export function writePlaceholder(keyOrLabel: PlaceholderKey | (string & {}), language: Language): string {
  const label = isKey(keyOrLabel) ? PLACEHOLDER_LABELS[keyOrLabel][language] : keyOrLabel;
  if (language === 'en') return `[TO CONFIRM: ${label}]`;
  return language === 'ja' ? `【要確認：${label}】` : `【待确认：${label}】`;
}

/** Placeholders in a text, folded or not. */
export const findPlaceholders = (text: string): Mention[] =>
  [...text.matchAll(PLACEHOLDER)].map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }));

/** The keys of the placeholders in a text, in order, each once; a label that has no key is its own. */
export function listPlaceholders(text: string): string[] {
  const labels = [...text.matchAll(PLACEHOLDER)].map(([, cjk, latin]) => (cjk ?? latin ?? '').trim());
  return [...new Set(labels.map((label) => KEYS.get(label) ?? label))];
}

const isKey = (key: string): key is PlaceholderKey => key in PLACEHOLDER_LABELS;
