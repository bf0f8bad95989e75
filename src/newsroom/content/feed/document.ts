/** An article as the feed shows it in one language: made once, when it changes, and stored as a template. */

import type { Language } from '../../../text/language.ts';
import { buildJsonLd } from '../../analysis/extraction/json-ld.ts';
import { BASE, cleanTexts, markTime, SEQUENCE, writeTemplate } from './template.ts';
import type { FeedFact, FeedQuestion } from './types.ts';

/** Text of an article in one language. */
export interface ArticleText {
  title: string;
  summary: string | null;
  /** Null where the feed does not give it. */
  body: string | null;
  faq: readonly FeedQuestion[];
}

/** All that is public of an article; two that are equal make equal documents. */
export interface PublicArticle {
  id: number;
  /** The original; it is among `texts`. */
  language: Language;
  texts: Readonly<Partial<Record<Language, ArticleText>>>;
  canonicalUrl: string | null;
  /** Null where its source doesn't say. */
  publishedAt: number | null;
  category: string | null;
  tags: readonly string[];
  imageUrl: string | null;
  author: { name: string; url: string | null; isPerson: boolean } | null;
  publisher: string | null;
  shop: { slug: string; name: string } | null;
  nqScore: number | null;
  facts: readonly FeedFact[];
}

const LANGUAGES: readonly Language[] = ['ja', 'en', 'zh'];

/** In the order in which they are told. */
export const listLanguages = ({ texts }: PublicArticle): Language[] => LANGUAGES.filter((language) => texts[language]);

/** The `FeedArticle` of newsroom.md §4.9.2, without its body. */
export function writeDocument(publicArticle: PublicArticle, language: Language, updatedAt: number): string {
  const article = cleanTexts(publicArticle);
  const { id, author, publisher, shop, texts } = article;
  const text = texts[language] ?? { title: '', summary: null, faq: [] };
  const url = `${BASE}/v1/articles/${id}`;
  const published = article.publishedAt === null ? null : markTime(article.publishedAt);
  const updated = markTime(updatedAt);
  return writeTemplate({
    id,
    article_id: id,
    seq: SEQUENCE,
    title: text.title,
    summary: text.summary,
    url,
    canonical_url: article.canonicalUrl ?? url,
    lang: language,
    available_langs: listLanguages(article),
    translated: language !== article.language,
    published_at: published,
    updated_at: updated,
    category: article.category,
    tags: article.tags,
    image_url: article.imageUrl,
    author: author && { name: author.name, url: author.url },
    publisher: { name: publisher },
    shop,
    nq_score: article.nqScore,
    faq: text.faq,
    facts: article.facts,
    json_ld: buildJsonLd({
      url,
      originalUrl: article.canonicalUrl,
      headline: text.title,
      description: text.summary,
      language,
      images: article.imageUrl === null ? [] : [article.imageUrl],
      publishedAt: published,
      modifiedAt: updated,
      author: author && { type: author.isPerson ? 'Person' : 'Organization', name: author.name, url: author.url },
      publisher: publisher === null ? null : { name: publisher },
      faq: text.faq,
    }),
  });
}
