import type { RouteLanguage } from '../types.ts';

/** By its letters: kana is Japanese, ideographs without kana are Chinese, everything else counts as English. */
export function detectLanguage(text: string): RouteLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}
