import { describe, expect, it } from 'vitest';
import { formatLanguageName, parseLanguage } from '../../src/providers/shared/languages.ts';

describe('languageOf', () => {
  it.each([
    ['EN', 'EN', 'English'],
    ['ja', 'JA', 'Japanese'],
    ['en-gb', 'EN-GB', 'British English'],
    ['pt_BR', 'PT-BR', 'Brazilian Portuguese'],
    ['zh-TW', 'ZH-HANT', 'Traditional Chinese'],
    ['zh-Hant-HK', 'ZH-HANT', 'Traditional Chinese'],
    ['ZH-CN', 'ZH-HANS', 'Simplified Chinese'],
    ['zh', 'ZH', 'Chinese'],
    [' ko ', 'KO', 'Korean'],
  ])('%s', (text, code, name) => {
    const language = parseLanguage(text);
    expect(language?.code).toBe(code);
    expect(language && formatLanguageName(language)).toBe(name);
  });

  it.each(['', 'xx', 'nl', 'english', 'e', 'en-', 'en-usa', 'ja;DROP', '日本語'])('not %s', (text) => {
    expect(parseLanguage(text)).toBeNull();
  });
});
