/** Common interface of news providers. */
import { z } from 'zod';
import type { NewsArticle } from '../search-results.ts';

export const newsCategories = ['business', 'technology', 'sports', 'health', 'science', 'entertainment'] as const;
export type NewsCategory = (typeof newsCategories)[number];

export interface NewsRequest {
  /** Needed for a search. */
  query?: string | undefined;
  /** Two letters in lower case. */
  country?: string | undefined;
  category?: NewsCategory | undefined;
  /** Two letters in lower case. */
  language?: string | undefined;
  /** 1–100. */
  pageSize: number;
}

export interface NewsAnswer {
  articles: NewsArticle[];
  /** How many the source has; at least those that it gave. */
  totalResults: number;
}

export const articleShape = z.object({
  title: z.string().describe('Headline of the article.'),
  url: z.string().describe('URL of the article.'),
  source: z.string().describe('Name or host of the publisher.'),
  publishedAt: z.string().nullable().describe('Publication time, ISO 8601 in UTC; null if unknown.'),
  description: z.string().optional().describe('Short summary by the publisher.'),
  image: z.string().optional().describe('URL of the article image.'),
});

/** `jp` → `japan`, `ja` → `japanese`: English names without spaces; null for codes that are none. */
export function formatPlainName(code: string, type: 'region' | 'language'): string | null {
  try {
    const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(
      type === 'region' ? code.toUpperCase() : code,
    );
    return name?.toLowerCase().replace(/[^a-z]/g, '') ?? null;
  } catch {
    return null;
  }
}
