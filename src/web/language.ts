/** The languages that pages for people are written in. */
export const languages = ['en', 'ja', 'zh'] as const;
export type Language = (typeof languages)[number];

/** In its own words, as a reader who knows no other looks for it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ja: '日本語', zh: '中文' };

export const isLanguage = (text: string | null): text is Language => languages.some((language) => language === text);

/** The one that the reader likes best, by `Accept-Language`; English when it names none of ours. */
export function chooseLanguage(acceptLanguage: string | null | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, 200).split(',').map(parseLanguageRange);
  ranges.sort((a, b) => b.weight - a.weight);
  for (const { primary, weight } of ranges) {
    const supported = languages.find((language) => language === primary);
    if (supported && weight > 0) return supported;
  }
  return 'en';
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
