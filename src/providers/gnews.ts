/** GNews: headlines and search in many countries and languages, Japanese and Chinese among them. https://docs.gnews.io */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';
import type { NewsAnswer, NewsRequest } from './shared/search/news.ts';
import { parseTime, requireArticles } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'gnews',
  title: 'GNews',
  tier: 'T1',
  about: 'News search. The free plan is for development: 100 requests per day, 10 articles each.',
  baseUrl: 'https://gnews.io',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from gnews.io', required: true },
    requestUsd: defineUsdSetting('0.0018'),
  },
};

const text = z.string().nullish();

const newsReply = z.object({
  totalArticles: figure,
  articles: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      description: text,
      image: text,
      publishedAt: text,
      source: z.object({ name: text }),
    }),
  ),
});

/** The news of now. Throws `empty` when there is none. */
async function headlines(
  { query, country, category, language, pageSize }: NewsRequest,
  ctx: CallContext,
): Promise<NewsAnswer> {
  const q = query === undefined ? undefined : quoteQuery(query);
  return await ask(
    '/api/v4/top-headlines',
    { q, country, category: category ?? 'general', lang: language, max: pageSize },
    ctx,
  );
}

/** Articles of the last month, newest first. Throws `empty` when there is none. */
async function search({ query = '', country, language, pageSize }: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  return await ask('/api/v4/search', { q: quoteQuery(query), country, lang: language, max: pageSize }, ctx);
}

/** Words with signs that are operators here stand in quotes. */
function quoteQuery(query: string): string {
  const words = query.replaceAll('"', ' ').trim().split(/\s+/);
  return words.map((word) => (/^[\p{L}\p{N}]+$/u.test(word) ? word : `"${word}"`)).join(' ');
}

async function ask(
  path: string,
  query: Record<string, string | number | undefined>,
  ctx: CallContext,
): Promise<NewsAnswer> {
  const settings = settingsOf(facts, ctx);
  const { articles, totalArticles } = await requestJson(facts, ctx, {
    path,
    query: { ...query, apikey: settings.apiKey },
    reply: newsReply,
    classify,
  });
  meterCost(facts, ctx, readRequestMicros(facts, settings));
  const found = articles.map(({ source, publishedAt, ...article }) => ({
    ...article,
    source: source.name,
    publishedAt: parseTime(publishedAt, Date.now()),
  }));
  return { totalResults: totalArticles ?? articles.length, articles: requireArticles(facts.id, found) };
}

/** 403 is the daily quota. A country, language or query that it can't take is told by field, and means nothing found. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  const { errors } = errorReply.safeParse(json).data ?? {};
  if (status === 403) return 'quota';
  if (status === 400 && errors && !Array.isArray(errors)) return 'empty';
  return status === 200 && errors ? 'lying' : undefined;
}

/** The errors are a list, or an object by field. */
const errorReply = z.object({ errors: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) });

const ceiling = (settings: ProviderSettings | null): number => Math.ceil(readRequestMicros(facts, settings));

export default defineProvider(facts, { headlines, search, ceiling });
