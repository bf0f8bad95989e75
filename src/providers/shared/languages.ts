/** Languages of the translation services, and the codes that different providers want for them. */
import { z } from 'zod';

const bases = ['EN', 'JA', 'ZH', 'KO', 'FR', 'DE', 'ES', 'IT', 'PT', 'RU'] as const;

export type BaseLanguage = (typeof bases)[number];

export interface Language {
  base: BaseLanguage;
  /** `JA`, `PT-BR`, `ZH-HANT`: in capitals, Chinese by script. */
  code: string;
}

export const LANGUAGES_TEXT = bases.join(', ');

const chineseScripts: Readonly<Record<string, string>> = {
  CN: 'HANS',
  SG: 'HANS',
  HANS: 'HANS',
  TW: 'HANT',
  HK: 'HANT',
  MO: 'HANT',
  HANT: 'HANT',
};

/** A language that only some providers know. */
export interface AnyLanguage {
  /** `JA`, `FIL`. */
  base: string;
  /** As in Language. */
  code: string;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Reads `ja`, `pt_BR`, `zh-Hant-TW`, …; null for what is no language. */
export function parseAnyLanguage(text: string): AnyLanguage | null {
  const [, base, ...rest] =
    /^([A-Z]{2,3})(?:[-_]([A-Z]{4}))?(?:[-_]([A-Z]{2}))?$/.exec(text.trim().toUpperCase()) ?? [];
  if (!base || languageNames.of(base) === undefined) return null;
  const [script, region] = rest;
  const variant = base === 'ZH' ? chineseScripts[script ?? region ?? ''] : region;
  return { base, code: variant === undefined ? base : `${base}-${variant}` };
}

/** The same for the languages that every translator knows; null for a language that is not offered. */
export function parseLanguage(text: string): Language | null {
  const language = parseAnyLanguage(text);
  const base = bases.find((one) => one === language?.base);
  return language && base ? { base, code: language.code } : null;
}

/** `Japanese`, `Brazilian Portuguese`, `Traditional Chinese`: what a model understands best. */
export function formatLanguageName({ code }: Language): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}

/** A field that names a language; `message` for what `parse` can't read. */
export const languageField = <L>(parse: (text: string) => L | null, message: string) =>
  z
    .string()
    .trim()
    .max(20)
    .transform((text, check): L => {
      const language = parse(text);
      if (language !== null) return language;
      check.addIssue(message);
      return z.NEVER;
    });
