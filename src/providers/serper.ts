/** Serper: results of a large search engine as JSON. https://serper.dev */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';
import {
  isWebAddress,
  type NewsArticle,
  parseTime,
  readPublishedAt,
  requireArticles,
  type SearchResult,
} from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'serper',
  title: 'Serper',
  tier: 'T1',
  about: 'Web, news and image search. More than 10 results cost two requests. Check the terms before reselling.',
  baseUrl: 'https://google.serper.dev',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from serper.dev', required: true },
    requestUsd: defineUsdSetting('0.001'),
  },
};

/** Possible numbers of results. */
const pageSizes = [10, 20, 30, 40, 50, 100];

export type SearchType = 'search' | 'news' | 'images';

export interface SerperRequest {
  query: string;
  /** 1–100. */
  num: number;
  /** Country, two letters. */
  gl?: string | undefined;
  /** Language such as `ja`, `zh-cn`. */
  hl?: string | undefined;
}

const text = z.string().nullish();

const itemShape = z.object({
  title: z.string(),
  link: z.string(),
  snippet: text,
  date: text,
  source: text,
  imageUrl: text,
  thumbnailUrl: text,
});

const searchReply = z.object({
  searchParameters: z.object({}),
  answerBox: z.object({ answer: text, snippet: text }).nullish(),
  organic: z.array(itemShape).nullish(),
  news: z.array(itemShape).nullish(),
  images: z.array(itemShape).nullish(),
  credits: figure,
});

type Item = z.output<typeof itemShape>;

/** Pages, news or images for a query, best first. Throws `empty` when there are none. */
async function search(
  { type, ...request }: SerperRequest & { type: SearchType },
  ctx: CallContext,
): Promise<{ results: SearchResult[]; answer?: string }> {
  const { items, answer } = await ask(type, request, ctx);
  return { results: items.map(buildResult), ...(answer ? { answer } : {}) };
}

/** Articles for a query. Throws `empty` when there are none. */
async function searchNews(request: SerperRequest, ctx: CallContext): Promise<{ articles: NewsArticle[] }> {
  const { items } = await ask('news', request, ctx);
  const found = items.map(({ title, link, snippet, date, source, imageUrl }) => ({
    title,
    url: link,
    source,
    publishedAt: parseTime(date, Date.now()),
    description: snippet,
    image: imageUrl,
  }));
  return { articles: requireArticles(facts.id, found) };
}

async function ask(type: SearchType, { query, num, gl, hl }: SerperRequest, ctx: CallContext) {
  const settings = settingsOf(facts, ctx);
  const size = pageSizes.find((one) => one >= num) ?? 100;
  const reply = await requestJson(facts, ctx, {
    path: `/${type}`,
    headers: { 'x-api-key': settings.apiKey },
    json: { q: query, num: size, ...(gl ? { gl: gl.toLowerCase() } : {}), ...(hl ? { hl: hl.toLowerCase() } : {}) },
    reply: searchReply,
    classify,
  });
  meterCost(facts, ctx, (reply.credits ?? countCredits(num)) * readRequestMicros(facts, settings));
  const items = (type === 'search' ? reply.organic : reply[type]) ?? [];
  const pages = items.filter(({ link }) => isWebAddress(link)).slice(0, num);
  if (pages.length === 0) throw new UpstreamFailure('empty', facts.id);
  return { items: pages, answer: reply.answerBox?.answer ?? reply.answerBox?.snippet };
}

function buildResult({ title, link, snippet, date, source, imageUrl, thumbnailUrl }: Item): SearchResult {
  return {
    title,
    url: link,
    snippet: snippet ?? '',
    ...readPublishedAt(date),
    ...(source ? { source } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    ...(thumbnailUrl ? { thumbnailUrl } : {}),
  };
}

function classify({ status, json, text: words }: ProviderReply): FailureKind | undefined {
  if (status === 400 && /not enough credits/i.test(words)) return 'quota';
  return status === 200 && hasMember(json, 'message') && !hasMember(json, 'searchParameters') ? 'lying' : undefined;
}

const countCredits = (num: number): number => (num > 10 ? 2 : 1);

/** The most a search can cost on the plan that the operator has stated, in micro-USD. */
const ceiling = (num: number, settings: ProviderSettings | null): number =>
  Math.ceil(countCredits(num) * readRequestMicros(facts, settings));

export default defineProvider(facts, { search, news: searchNews, ceiling });
