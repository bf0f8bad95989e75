/** Orders news providers by fit for a request. */
import gdelt from '../../gdelt.ts';
import gnews from '../../gnews.ts';
import newsapi from '../../newsapi.ts';
import rss from '../../rss.ts';
import type { NewsRequest } from './news.ts';

export const newsSources = { newsapi, gnews, gdelt, rss };

export type NewsSource = keyof typeof newsSources;
export type NewsMode = 'headlines' | 'search';

/** NewsAPI stands first for what it has; feeds of the operator's choice are the last resort. */
export function listNewsSources(mode: NewsMode, request: NewsRequest): NewsSource[] {
  const rest: NewsSource[] = ['gnews', 'gdelt', 'rss'];
  return newsapi.serves(mode, request) ? ['newsapi', ...rest] : rest;
}
