/** Patterns shared by all languages. They read folded text and take linear time. */
import type { Matcher } from './lexicons/lexicon.ts';

const plain = (pattern: RegExp): readonly Matcher[] => [{ pattern, cased: true }];

export const LINKS = plain(/(?:https?:\/\/|(?<![\w.])www\.)[^\s、。「」()<>"“”]{4,2000}/g);
export const MAIL = plain(/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g);
export const PHONE = plain(
  /(?<![\d-])(?:\+\d{1,3}[- ]?)?\(?\d{2,4}\)?[- ]\d{2,4}[- ]\d{3,4}(?![\d-])|(?<!\d)1[3-9]\d{9}(?!\d)/g,
);
export const IMAGES = plain(
  /!\[[^\]\n]{0,200}\]\([^()\s]{1,500}\)|https?:\/\/[^\s、。「」()<>"]{1,400}?\.(?:jpe?g|png|gif|webp)/gi,
);
export const FULL_DATE = plain(
  /(?:(?:19|20)\d{2}|令和(?:\d{1,2}|元))年 ?\d{1,2}月 ?\d{1,2}[日号號]|(?<![\d.])(?:19|20)\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])(?![\d.])|(?<!\p{L})(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2},? (?:19|20)\d{2}|(?<!\d)\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (?:19|20)\d{2}/gu,
);
export const PRICE = plain(
  /[$€£¥] ?\d[\d,.]{0,15}|\d[\d,.]{0,15}[千万亿億萬]?(?:円|元|美元|ドル|ユーロ)|\d[\d,.]{0,15} (?:dollars|yen|euros|yuan)\b/g,
);
export const EXCLAMATION = plain(/[!！]/g);
