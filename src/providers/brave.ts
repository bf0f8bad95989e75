/** Brave Search: web and news from its own index. https://api-dashboard.search.brave.com/documentation */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { truncate } from '../text/truncate.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';
import {
  detectScriptLanguage,
  type Freshness,
  isWebAddress,
  type NewsArticle,
  parseTime,
  readPublishedAt,
  requireArticles,
  type SearchResult,
} from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'brave',
  title: 'Brave Search',
  tier: 'T3',
  about:
    'Web and news search. 5 USD of monthly credit cover the first 1,000 requests; further requests cost 0.005 USD each.',
  baseUrl: 'https://api.search.brave.com',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from api-dashboard.search.brave.com', required: true },
    // 0 is the monthly credit: an operator who goes beyond it says so, and search-independent asks for a deposit.
    requestUsd: defineUsdSetting('0'),
  },
};

const COUNT_MAX = { web: 20, news: 50 };
const QUERY_CHARS_MAX = 400;
const QUERY_WORDS_MAX = 50;

/** The countries that the API knows; for others it searches everywhere. */
const countries = new Set(
  'AR AU AT BE BR CA CL CN DE DK ES FI FR GB GR HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE CH TR TW US ZA'.split(
    ' ',
  ),
);

export interface BraveRequest {
  query: string;
  count: number;
  /** Two letters. */
  country?: string | undefined;
  freshness?: Freshness | undefined;
}

const text = z.string().nullish();

const resultShape = z.object({ title: z.string(), url: z.string(), description: text, page_age: text, age: text });

const webReply = z.object({ type: z.literal('search'), web: z.object({ results: z.array(resultShape) }).nullish() });

const newsReply = z.object({
  results: z.array(
    resultShape.extend({
      meta_url: z.object({ hostname: text }).nullish(),
      thumbnail: z.object({ src: text, original: text }).nullish(),
    }),
  ),
});

/** Pages for a query, best first; at most 20. Throws `empty` when there are none. */
async function search(request: BraveRequest, ctx: CallContext): Promise<{ results: SearchResult[] }> {
  const { web } = await ask('web', webReply, request, ctx);
  const results = (web?.results ?? []).filter(({ url }) => isWebAddress(url)).slice(0, request.count);
  if (results.length === 0) throw new UpstreamFailure('empty', facts.id);
  return {
    results: results.map(({ title, url, description, page_age: at }) => ({
      title,
      url,
      snippet: description ?? '',
      ...readPublishedAt(at),
    })),
  };
}

/** Articles for a query, newest first where the query is about news; at most 50. Throws `empty` when there are none. */
async function searchNews(request: BraveRequest, ctx: CallContext): Promise<{ articles: NewsArticle[] }> {
  const { results } = await ask('news', newsReply, request, ctx);
  const found = results.map(({ title, url, description, page_age: at, age, meta_url: site, thumbnail }) => ({
    title,
    url,
    source: site?.hostname?.replace(/^www\./, ''),
    publishedAt: parseTime(at ?? age, Date.now()),
    description,
    image: thumbnail?.original ?? thumbnail?.src,
  }));
  return { articles: requireArticles(facts.id, found).slice(0, request.count) };
}

async function ask<S extends z.ZodType>(kind: 'web' | 'news', reply: S, request: BraveRequest, ctx: CallContext) {
  const { query, count, freshness } = request;
  const settings = settingsOf(facts, ctx);
  const countryCode = request.country?.toUpperCase();
  const country = countryCode === undefined || countries.has(countryCode) ? countryCode : 'ALL';
  if (country !== countryCode)
    ctx.warn(`Brave Search has no results of its own for the country ${countryCode}: it searched all countries.`);
  const answer = await requestJson(facts, ctx, {
    path: `/res/v1/${kind}/search`,
    query: {
      q: shortenQuery(query),
      count: Math.min(count, COUNT_MAX[kind]),
      country,
      search_lang: chooseSearchLanguage(query, country),
      freshness,
      text_decorations: kind === 'web' ? false : undefined,
    },
    headers: { 'x-subscription-token': settings.apiKey },
    reply,
    classify,
  });
  meterCost(facts, ctx, readRequestMicros(facts, settings));
  return answer;
}

/** A longer query is refused; its first words say what it is about. */
function shortenQuery(query: string): string {
  const words = query.trim().split(/\s+/).slice(0, QUERY_WORDS_MAX).join(' ');
  return truncate(words, QUERY_CHARS_MAX);
}

/** Results come in English unless the language is named, and Japanese has a name of its own here. */
function chooseSearchLanguage(query: string, country: string | undefined): string | undefined {
  const script = detectScriptLanguage(query);
  if (script === 'ja' || (script === 'zh' && country === 'JP')) return 'jp';
  if (script === 'zh') return country === 'TW' || country === 'HK' ? 'zh-hant' : 'zh-hans';
  return script ?? undefined;
}

/** A wrong key has the status of a wrong parameter: the code decides. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  const { type, error } = errorReply.safeParse(json).data ?? {};
  switch (error?.code) {
    case 'SUBSCRIPTION_TOKEN_INVALID':
    case 'SUBSCRIPTION_NOT_FOUND':
    case 'OPTION_NOT_IN_PLAN':
      return 'auth';
    case 'QUOTA_LIMITED':
      return 'quota';
    case 'RATE_LIMITED':
      return 'rate';
    default:
      return status === 200 && (error || type === 'ErrorResponse') ? 'lying' : undefined;
  }
}

const errorReply = z.object({ type: text, error: z.object({ code: text }).nullish() });

/** Micro-USD for one request on the plan that the operator has stated. */
const ceiling = (settings: ProviderSettings | null): number => Math.ceil(readRequestMicros(facts, settings));

export default defineProvider(facts, { search, news: searchNews, ceiling });
