/** The languages that pages for people are written in. */
export const languages = ['en', 'ja', 'zh'] as const;
export type Language = (typeof languages)[number];

/** The one that the reader likes best, by `Accept-Language`; English when it names none of ours. */
export function chooseLanguage(acceptLanguage: string | null | undefined): Language {
  const wishes = (acceptLanguage ?? '').slice(0, 200).split(',').map(parseWish);
  wishes.sort((a, b) => b.weight - a.weight);
  for (const { primary, weight } of wishes) {
    const known = languages.find((language) => language === primary);
    if (known && weight > 0) return known;
  }
  return 'en';
}

function parseWish(range: string): { primary: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = q === undefined ? 1 : Number(q);
  return { primary: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
}
