/** Measures text length: code points without white space (Japanese, Chinese) or words (English). */

import { countCodePoints } from '../../../text/code-points.ts';
import type { Language } from '../../../text/language.ts';

const WORD = /[\p{L}\p{N}]+(?:['’.,&-][\p{L}\p{N}]+)*/gu;

export function measureSize(text: string, language: Language): number {
  return language === 'en' ? readLatinWords(text).length : countCodePoints(text.replace(/\s+/g, ''));
}

export const readLatinWords = (text: string): string[] => text.match(WORD) ?? [];
