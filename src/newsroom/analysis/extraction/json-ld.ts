/**
 * A text as schema.org data: NewsArticle, FAQPage, Organization, linked by `@id`. What isn't known is left out: JSON-LD has no
 * nulls. Made for the feed as well as for results.
 */
import { cutCodePoints } from '../../../text/truncate.ts';
import type { FaqEntry } from './faq.ts';

export interface JsonLdInput {
  /** The page that holds the text; `@id`s begin with it. Null for a text that has no address yet. */
  url: string | null;
  /** Where the text comes from, when that is another page. */
  originalUrl?: string | null;
  headline: string | null;
  description: string | null;
  language: string;
  images?: readonly string[];
  /** ISO 8601 with offset. */
  publishedAt?: string | null;
  modifiedAt?: string | null;
  author?: { type: 'Person' | 'Organization'; name: string; url?: string | null } | null;
  publisher?: { name: string; url?: string | null } | null;
  faq: readonly Pick<FaqEntry, 'question' | 'answer'>[];
}

export type JsonValue = string | number | boolean | JsonValue[] | { [key: string]: JsonValue };

export interface JsonLd {
  '@context': 'https://schema.org';
  '@graph': { [key: string]: JsonValue }[];
}

/** Longer headlines are cut by those who read them. Code points. */
const HEADLINE_MAX = 110;

export function buildJsonLd(input: JsonLdInput): JsonLd {
  const base = input.url ?? '';
  const id = (part: string): { '@id': string } => ({ '@id': `${base}#${part}` });
  const { author, publisher, faq } = input;
  const article = dropUnknown({
    '@type': 'NewsArticle',
    ...id('article'),
    headline: input.headline === null ? null : cutCodePoints(input.headline, HEADLINE_MAX),
    description: input.description,
    image: input.images?.length ? [...input.images] : null,
    datePublished: input.publishedAt,
    dateModified: input.modifiedAt ?? input.publishedAt,
    author: author ? [dropUnknown({ '@type': author.type, name: author.name, url: author.url })] : null,
    publisher: publisher ? id('publisher') : null,
    inLanguage: input.language,
    mainEntityOfPage: input.url,
    isBasedOn: input.originalUrl,
  });
  const questions = {
    '@type': 'FAQPage',
    ...id('faq'),
    inLanguage: input.language,
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  const organization = publisher && dropUnknown({ '@type': 'Organization', ...id('publisher'), ...publisher });
  return {
    '@context': 'https://schema.org',
    '@graph': [article, ...(faq.length > 0 ? [questions] : []), ...(organization ? [organization] : [])],
  };
}

function dropUnknown(fields: Readonly<Record<string, JsonValue | null | undefined>>): { [key: string]: JsonValue } {
  const fieldsLeft: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(fields))
    if (value !== null && value !== undefined && value !== '') fieldsLeft[key] = value;
  return fieldsLeft;
}
