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
  /** Pictures and attachments of a release; absent without any. */
  files?: readonly PublicFile[];
}

export interface PublicFile {
  id: number;
  kind: 'picture' | 'attachment';
  type: string;
  name: string;
  alt: string | null;
  caption: string | null;
  credit: string | null;
  width: number | null;
  height: number | null;
  size: number;
}

/** Path of a public file. */
export const buildFilePath = (articleId: number, fileId: number): string => `/v1/articles/${articleId}/files/${fileId}`;

/** On this server, where it is a path. */
const resolve = (url: string): string => (url.startsWith('/') ? `${BASE}${url}` : url);

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
    image_url: article.imageUrl === null ? null : resolve(article.imageUrl),
    author: author && { name: author.name, url: author.url },
    publisher: { name: publisher },
    shop,
    nq_score: article.nqScore,
    faq: text.faq,
    facts: article.facts,
    ...(article.files ? listPublicFiles(article.id, article.files) : {}),
    json_ld: buildJsonLd({
      url,
      originalUrl: article.canonicalUrl,
      headline: text.title,
      description: text.summary,
      language,
      images: listImages(article),
      publishedAt: published,
      modifiedAt: updated,
      author: author && { type: author.isPerson ? 'Person' : 'Organization', name: author.name, url: author.url },
      publisher: publisher === null ? null : { name: publisher },
      faq: text.faq,
    }),
  });
}

/** Those of the release, or the one of a page elsewhere. */
function listImages({ id, imageUrl, files = [] }: PublicArticle): string[] {
  const pictures = files.filter(({ kind }) => kind === 'picture');
  if (pictures.length > 0) return pictures.map((picture) => resolve(buildFilePath(id, picture.id)));
  return imageUrl === null ? [] : [resolve(imageUrl)];
}

function listPublicFiles(articleId: number, files: readonly PublicFile[]) {
  const ofKind = (wanted: PublicFile['kind']) => files.filter(({ kind }) => kind === wanted);
  const locate = ({ id, type, name, size }: PublicFile) => ({
    url: resolve(buildFilePath(articleId, id)),
    type,
    name,
    size,
  });
  return {
    pictures: ofKind('picture').map((picture) => {
      const { alt, caption, credit, width, height } = picture;
      return { ...locate(picture), alt, caption, credit, width, height };
    }),
    attachments: ofKind('attachment').map((attachment) => ({ ...locate(attachment), caption: attachment.caption })),
  };
}
