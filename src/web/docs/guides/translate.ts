/** Guides in Japanese and Chinese: the words of each section, in the form that it has in English. Code stays as it is. */
import type { DiscoveryInfo } from '../../../describe/guide.ts';
import { toUsdText } from '../../../lib/money.ts';
import type { Language } from '../../language.ts';
import { ja } from './ja.ts';
import type { Guide, GuideTranslation, Section, SectionWords } from './types.ts';
import { zh } from './zh.ts';

export const translations: Readonly<Record<string, GuideTranslation>> = { ja, zh };

const ENGLISH: Omit<GuideTranslation, 'guides'> = { answer: 'Response:', run: 'Run:', inFile: 'In $1:' };

export const readPhrases = (language: Language): Omit<GuideTranslation, 'guides'> => translations[language] ?? ENGLISH;

export function readLead(guide: Guide, language: Language): string {
  return translations[language]?.guides[guide.id]?.about ?? guide.about;
}

/** What has no words in the language stays English. */
export function translateSections(
  guide: Guide,
  sections: readonly Section[],
  language: Language,
  facts: DiscoveryInfo,
): Section[] {
  const translation = translations[language];
  if (!translation) return [...sections];
  const { run, inFile, guides } = translation;
  return sections.map((section) => {
    const words = guides[guide.id]?.sections[section.title];
    if (words) return translateSection(section, words, facts);
    const text = section.text.map((line) => (line === ENGLISH.run ? run : line.replace(/^In (`[^`]+`):$/, inFile)));
    return { ...section, text };
  });
}

function translateSection(section: Section, words: SectionWords, facts: DiscoveryInfo): Section {
  const fill = (text: string): string =>
    text
      .replaceAll('{baseUrl}', facts.baseUrl)
      .replaceAll('{welcome}', toUsdText(facts.welcomeMicros))
      .replaceAll('{amounts}', facts.depositAmounts.join(', '));
  const links = section.links?.map((link, index) => {
    const [title = link.title, note = link.note] = words.links?.[index] ?? [];
    return { ...link, title, note };
  });
  return {
    ...section,
    title: words.title,
    text: words.text.map(fill),
    ...(words.items ? { items: words.items.map(fill) } : {}),
    ...(links ? { links } : {}),
  };
}
