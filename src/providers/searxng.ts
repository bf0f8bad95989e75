/** SearXNG: a search engine of engines on your own host. https://docs.searxng.org/dev/search_api.html */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { defineProvider, requestJson } from './shared/provider.ts';
import { type Freshness, isWebAddress, readPublishedAt, type SearchResult } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'searxng',
  title: 'SearXNG',
  tier: 'T0',
  about: 'Self-hosted web, news and image search. Enable JSON under search.formats in its settings.yml.',
  baseUrl: 'http://127.0.0.1:8080',
  offByDefault: true,
  settings: {},
};

const categories = { search: 'general', news: 'news', images: 'images' } as const;
const ranges = { pd: 'day', pw: 'week', pm: 'month' } as const;

export interface SearxngRequest {
  query: string;
  count: number;
  type?: keyof typeof categories;
  /** `ja`, `zh-CN`, …; default all. */
  language?: string | undefined;
  freshness?: Freshness | undefined;
}

const text = z.string().nullish();

const searchReply = z.object({
  results: z.array(
    z.object({ title: z.string(), url: text, content: text, publishedDate: text, img_src: text, thumbnail_src: text }),
  ),
  unresponsive_engines: z.array(z.unknown()).default([]),
});

/** Pages, news or images for a query, best first. Throws `empty` when every engine answered and found nothing. */
async function search(
  { query, count, type = 'search', language, freshness }: SearxngRequest,
  ctx: CallContext,
): Promise<{ results: SearchResult[] }> {
  const reply = await requestJson(facts, ctx, {
    path: '/search',
    query: {
      q: query,
      format: 'json',
      categories: categories[type],
      language: language ?? 'all',
      time_range: freshness && ranges[freshness],
    },
    reply: searchReply,
    classify: ({ status, json }) => (status === 200 && hasMember(json, 'error') ? 'lying' : undefined),
  });
  const results = reply.results.flatMap(({ title, url, content, publishedDate, img_src, thumbnail_src }) => {
    if (!url || !isWebAddress(url)) return [];
    return {
      title,
      url,
      snippet: content ?? '',
      ...readPublishedAt(publishedDate),
      ...(type === 'images' && img_src ? { imageUrl: img_src } : {}),
      ...(type === 'images' && thumbnail_src ? { thumbnailUrl: thumbnail_src } : {}),
    };
  });
  if (results.length > 0) return { results: results.slice(0, count) };
  throw new UpstreamFailure(reply.unresponsive_engines.length > 0 ? 'overloaded' : 'empty', facts.id);
}

export default defineProvider(facts, { search });
