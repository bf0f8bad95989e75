/** Languages of the translation services, and the codes that different providers want for them. */

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

/** Reads `ja`, `pt_BR`, `zh-Hant-TW`, …; null for a language that is not offered. */
export function languageOf(text: string): Language | null {
  const [, first, ...rest] = /^([A-Z]{2})(?:[-_]([A-Z]{4}))?(?:[-_]([A-Z]{2}))?$/.exec(text.trim().toUpperCase()) ?? [];
  const base = bases.find((known) => known === first);
  if (!base) return null;
  const [script, region] = rest;
  const variant = base === 'ZH' ? chineseScripts[script ?? region ?? ''] : region;
  return { base, code: variant === undefined ? base : `${base}-${variant}` };
}

/** `Japanese`, `Brazilian Portuguese`, `Traditional Chinese`: what a model understands best. */
export function languageName({ code }: Language): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}
