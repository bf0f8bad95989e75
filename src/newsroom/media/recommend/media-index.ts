/** The words of all media, for ranking them against a release; built once and kept up to date item by item. */
import { CATEGORY_LABELS, type CategoryKey } from '../../analysis/extraction/lexicon/category.ts';
import type { Medium, ReleaseFeatures } from '../recommend-types.ts';
import { LexicalIndex, type WeightedText } from './lexical-index.ts';

export type MediumWords = Pick<Medium, 'id' | 'name' | 'topics' | 'industries' | 'profile' | 'recentArticles'>;

/** Builds the index of these media; `set` and `delete` keep it. */
export function indexMedia(media: Iterable<MediumWords>): LexicalIndex {
  const index = new LexicalIndex();
  for (const medium of media) index.set(medium.id, readWords(medium));
  return index;
}

/** Words by which a medium is found. */
export function readWords({ name, topics, industries, profile, recentArticles }: MediumWords): WeightedText[] {
  return [
    { text: name, weight: 1 },
    { text: topics.join('\n'), weight: 3 },
    { text: industries.map(nameIndustry).join('\n'), weight: 2 },
    { text: profile ?? '', weight: 1 },
    { text: recentArticles.map(({ title }) => title).join('\n'), weight: 2 },
  ];
}

/** Words with which a release is looked up. */
export function readQuery({ title, lead, body, entities }: ReleaseFeatures): WeightedText[] {
  return [
    { text: title, weight: 3 },
    { text: lead, weight: 2 },
    { text: body, weight: 1 },
    { text: entities.join('\n'), weight: 2 },
  ];
}

/** In all languages, as releases of each are compared. */
function nameIndustry(industry: string): string {
  const isKnown = (key: string): key is CategoryKey => Object.hasOwn(CATEGORY_LABELS, key);
  return isKnown(industry) ? Object.values(CATEGORY_LABELS[industry]).join('\n') : industry;
}
