/** The words of all media, for ranking them against a release; built once and kept up to date item by item. */
import { CATEGORY_LABELS, type CategoryKey } from '../../analysis/extraction/lexicon/category.ts';
import type { Genre } from '../../analysis/quality/genre.ts';
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

/** Under which words outlets write about a kind of news, whatever the news itself says. */
const GENRE_WORDS: Readonly<Partial<Record<Genre, string>>> = {
  recall: '自主回収 リコール 製品事故\n召回 缺陷产品 消费者\nrecalls consumer safety',
  apology: '製品事故 消費者 障害\n消费者 投诉 故障\nincidents outages data breaches',
  results: '決算 業績\n财报 业绩\nresults earnings listed companies',
  funding: '資金調達 スタートアップ 寄付 助成\n融资 投资机构\nfunding venture capital startups',
};

/** Words with which a release is looked up. */
export function readQuery({ title, lead, body, entities, genre }: ReleaseFeatures): WeightedText[] {
  return [
    { text: title, weight: 3 },
    { text: lead, weight: 2 },
    { text: body, weight: 1 },
    { text: entities.join('\n'), weight: 2 },
    { text: GENRE_WORDS[genre] ?? '', weight: 3 },
  ];
}

/** In all languages, as releases of each are compared. */
function nameIndustry(industry: string): string {
  const isKnown = (key: string): key is CategoryKey => Object.hasOwn(CATEGORY_LABELS, key);
  return isKnown(industry) ? Object.values(CATEGORY_LABELS[industry]).join('\n') : industry;
}
