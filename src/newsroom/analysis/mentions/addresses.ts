/** Links, addresses of mail and telephone numbers. */
import { keepLongest, leaveOut, type Mention } from './types.ts';

const URL =
  /(?:https?:\/\/|www\.)[^\s<>"'`、。，「」『』【】〈〉《》()[\]{}|\\^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2000}/giu;
const DOMAIN =
  /(?<![\w@.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|jp|cn|tw|hk|io|ai|app|dev|co|info|biz|edu|gov|example|test|uk|de|fr|eu|us|kr|sg)(?![\w.-]*@)(?![a-z0-9])(?:\/[\w./%?=&#~+-]{0,500})?/giu;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu;
const PHONE = new RegExp(
  [
    '(?<![\\d.-])\\+\\d{1,3}[- ]?\\(?\\d{1,5}\\)?[- ]\\d{1,4}[- ]\\d{3,4}(?![\\d-])',
    '(?<![\\d.-])\\(?\\d{2,5}\\)?-\\d{1,4}-\\d{3,4}(?![\\d-])',
    '(?<![\\d.-])\\(?0\\d{1,4}\\)?[- ]\\d{1,4}[- ]\\d{3,4}(?![\\d-])',
    '(?<![\\d-])0\\d{2,3}-\\d{7,8}(?!\\d)',
    '(?<![\\d-])0\\d{9,10}(?!\\d)',
  ].join('|'),
  'gu',
);

export const findEmails = (plain: string): Mention[] => collect(plain, EMAIL);

/** With their scheme or without; a full stop behind one is the sentence's. */
export function findUrls(plain: string): Mention[] {
  const links = [...collect(plain, URL), ...collect(plain, DOMAIN)].map(({ start, end }) => {
    const text = plain.slice(start, end);
    return { start, end: start + trimEnd(text) };
  });
  return leaveOut(keepLongest(links), findEmails(plain));
}

export const findPhones = (plain: string): Mention[] => collect(plain, PHONE);

/** Addresses of all three kinds. */
export const findContacts = (plain: string): Mention[] =>
  keepLongest([...findEmails(plain), ...findUrls(plain), ...findPhones(plain)]);

function trimEnd(text: string): number {
  let end = text.length;
  while (end > 0 && /[.,;:!?~-]/.test(text.charAt(end - 1))) end--;
  return end;
}

const collect = (plain: string, pattern: RegExp): Mention[] =>
  [...plain.matchAll(pattern)].map(({ index, 0: text }) => ({ start: index, end: index + text.length }));
