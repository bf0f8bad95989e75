/** Reads the texts of pages and mails from `src/locales/<language>/<area>.json`. What a language lacks falls back to English. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../lib/record.ts';
import type { Areas, Texts } from './text-types.ts';

export const LOCALES = new URL(import.meta.url.endsWith('.ts') ? './' : '../../../src/locales/', import.meta.url);
export const FALLBACK = 'en';

export interface LocaleTexts {
  /** A language is a folder: English first, then by name. */
  languages: readonly string[];
  texts<A extends keyof Areas>(area: A, language: string): Texts<A>;
  /** Texts that English has elsewhere, such as those of error codes; empty where a language has none. */
  readOptionalTexts(area: string, language: string): Readonly<Record<string, unknown>>;
  /** As its speakers call it. */
  nameLanguage(language: string): string;
}

/** Each area is read when it is first shown, and kept. */
export function openTexts(folder: string): LocaleTexts {
  const kept = new Map<string, unknown>();
  const read = (language: string, area: string): unknown => {
    const file = join(folder, language, `${area}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  const load = (area: string, language: string): unknown => {
    const key = `${language} ${area}`;
    if (!kept.has(key)) {
      const english = read(FALLBACK, area);
      kept.set(key, language === FALLBACK ? english : merge(english, read(language, area)));
    }
    return kept.get(key);
  };
  function texts<A extends keyof Areas>(area: A, language: string): Texts<A>;
  function texts(area: string, language: string): unknown {
    return load(area, language);
  }
  const readOptionalTexts: LocaleTexts['readOptionalTexts'] = (area, language) => {
    const found = load(area, language);
    return isRecord(found) ? found : {};
  };
  return {
    languages: readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
      .sort((a, b) => Number(b === FALLBACK) - Number(a === FALLBACK) || a.localeCompare(b)),
    texts,
    readOptionalTexts,
    nameLanguage: (language) => String(readOptionalTexts('language', language).name ?? language),
  };
}

/** Members of `own` in the place of those of `base`. */
function merge(base: unknown, own: unknown): unknown {
  if (!isRecord(base) || !isRecord(own)) return own ?? base;
  const names = new Set([...Object.keys(base), ...Object.keys(own)]);
  return Object.fromEntries([...names].map((name) => [name, merge(base[name], own[name])]));
}

export const { languages, texts, readOptionalTexts, nameLanguage } = openTexts(fileURLToPath(LOCALES));

/** A text by a name that may be unknown, such as a status. */
export const findText = (table: Readonly<Record<string, string>>, name: string | number): string | undefined =>
  table[name];
