/** Chooses the language of a page. The languages are the folders of `src/locales`. */
import { FALLBACK, languages } from './texts.ts';

export type Language = string;

export const isLanguage = (text: string | null): text is Language => text !== null && languages.includes(text);

/** The one that the reader likes best, by `Accept-Language`; English when it names none of ours. */
export function chooseLanguage(acceptLanguage: string | null | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, 200).split(',').map(parseLanguageRange);
  ranges.sort((a, b) => b.weight - a.weight);
  for (const { primary, weight } of ranges) {
    const supported = languages.find((language) => language === primary);
    if (supported && weight > 0) return supported;
  }
  return FALLBACK;
}

/** `?lang=ja` before what the browser asks for: a link can name the language. */
export function chooseDocumentLanguage(query: URLSearchParams, acceptLanguage: string | null): Language {
  const choice = query.get('lang');
  return isLanguage(choice) ? choice : chooseLanguage(acceptLanguage);
}

/** Makes a text once for each language. */
export function runOncePerLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const values = new Map<Language, T>();
  return (language) => {
    const value = values.get(language);
    if (value !== undefined) return value;
    const fresh = make(language);
    values.set(language, fresh);
    return fresh;
  };
}

function parseLanguageRange(range: string): { primary: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = q === undefined ? 1 : Number(q);
  return { primary: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
}
