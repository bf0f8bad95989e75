/** NewsAPI.org: headlines of the United States, and a search in fourteen languages. https://newsapi.org/docs */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { truncate } from '../text/truncate.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';
import type { NewsAnswer, NewsRequest } from './shared/search/news.ts';
import { parseTime, requireArticles } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'newsapi',
  title: 'NewsAPI',
  tier: 'T1',
  about: 'News search. The free plan is for development only and delayed by a day.',
  baseUrl: 'https://newsapi.org',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from newsapi.org', required: true },
    // The business plan: 449 USD a month for 250,000 requests.
    requestUsd: defineUsdSetting('0.0018'),
  },
};

const QUERY_CHARS_MAX = 500;
const languages = new Set('ar de en es fr he it nl no pt ru sv ud zh'.split(' '));

const text = z.string().nullish();

const newsReply = z.object({
  status: z.literal('ok'),
  totalResults: figure,
  articles: z.array(
    z.object({
      source: z.object({ name: text }),
      title: text,
      url: z.string(),
      description: text,
      urlToImage: text,
      publishedAt: text,
    }),
  ),
});

/** Covers headlines of one country, and no search in Japanese, Korean or within a country. */
function hasCoverage(mode: 'headlines' | 'search', { country, language }: NewsRequest): boolean {
  const speaks = language === undefined || languages.has(language);
  if (mode === 'headlines') return country === 'us' && (language === undefined || language === 'en');
  return speaks && country === undefined;
}

/** The news of now in the United States. Throws `empty` when there is none. */
async function headlines({ query, category, pageSize }: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  return await ask('/v2/top-headlines', { q: shortenQuery(query), country: 'us', category, pageSize }, ctx);
}

/** Articles of the last weeks, newest first. Throws `empty` when there is none. */
async function search({ query, language, pageSize }: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  return await ask('/v2/everything', { q: shortenQuery(query), language, pageSize }, ctx);
}

const shortenQuery = (query: string | undefined): string | undefined => query && truncate(query, QUERY_CHARS_MAX);

async function ask(
  path: string,
  query: Record<string, string | number | undefined>,
  ctx: CallContext,
): Promise<NewsAnswer> {
  const settings = settingsOf(facts, ctx);
  const { articles, totalResults } = await requestJson(facts, ctx, {
    path,
    query,
    headers: { 'x-api-key': settings.apiKey },
    reply: newsReply,
    classify,
  });
  meterCost(facts, ctx, readRequestMicros(facts, settings));
  const found = articles.map(({ title, source, publishedAt, urlToImage, ...article }) => ({
    ...article,
    title: title ?? '',
    source: source.name,
    publishedAt: parseTime(publishedAt, Date.now()),
    image: urlToImage,
  }));
  // An article that its paper has taken back keeps its place in the list.
  const published = found.filter(({ title }) => title !== '' && title !== '[Removed]');
  return { totalResults: totalResults ?? articles.length, articles: requireArticles(facts.id, published) };
}

function classify({ status, json }: ProviderReply): FailureKind | undefined {
  const { status: bodyStatus, code } = errorReply.safeParse(json).data ?? {};
  if (code === 'apiKeyExhausted' || code === 'maximumResultsReached') return 'quota';
  return status === 200 && bodyStatus === 'error' ? 'lying' : undefined;
}

const errorReply = z.object({ status: z.literal('error'), code: text });

const ceiling = (settings: ProviderSettings | null): number => Math.ceil(readRequestMicros(facts, settings));

export default defineProvider(facts, { serves: hasCoverage, headlines, search, ceiling });
