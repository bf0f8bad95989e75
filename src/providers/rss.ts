/** Feeds of papers that the operator has chosen: RSS and Atom. */

import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { listRequiredVariables, type ProviderDefinition } from '../kernel/tool/provider.ts';
import './shared/page/reader.ts';
import { defineProvider, requestBytes, settingsOf } from './shared/provider.ts';
import type { NewsAnswer, NewsRequest } from './shared/search/news.ts';
import { type NewsArticle, readHost } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'rss',
  title: 'Feeds',
  tier: 'T0',
  about: 'News from RSS and Atom feeds of your choice. Addresses must not redirect; check each publisher’s terms.',
  baseUrl: '',
  settings: {
    feeds: {
      kind: 'text',
      about:
        'Feeds per country, or per country and category, such as jp=https://a.example/all.xml, *=https://b.example/rss, jp/business=https://c.example/rss',
      required: true,
      sandbox: '*=https://feeds.example.com/all.xml jp=https://feeds.example.com/jp.xml',
    },
  },
};

const FEEDS_MAX = 5;
const FEED_BYTES_MAX = 1024 * 1024;
const ITEMS_MAX = 200;

interface Feed {
  /** `*` for every country. */
  country: string;
  category: string | undefined;
  url: string;
}

/** The news of a country in the order of their time. Throws `empty` when no feed has any. */
async function headlines(request: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  return await readFeeds(request, ctx);
}

/** Articles of the feeds that hold every word of the query. Throws `empty` when there is none. */
async function search(request: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  return await readFeeds(request, ctx);
}

async function readFeeds(request: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  const all = parseFeeds(settingsOf(facts, ctx).feeds ?? '');
  if (all.length === 0)
    throw new UpstreamFailure('unconfigured', facts.id, { variables: listRequiredVariables(facts) });
  const feeds = chooseFeeds(request, all);
  const answers = await Promise.allSettled(feeds.map((feed) => fetchFeed(feed, ctx)));
  const newsArticles = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason;
  const words = request.query?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const byUrl = new Map(
    newsArticles.filter((article) => hasWords(article, words)).map((article) => [article.url, article]),
  );
  if (byUrl.size === 0) throw new UpstreamFailure('empty', facts.id);
  const articles = [...byUrl.values()].sort((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''));
  return { totalResults: articles.length, articles: articles.slice(0, request.pageSize) };
}

const feedPattern =
  /(?<![^\s,])(\*|[a-z]{2})(?:\/([a-z]+))?=(https?:\/\/\S+?)(?=,*(?:\s|$)|,(?:\*|[a-z]{2})(?:\/[a-z]+)?=)/gi;

/** `country[/category]=address` with spaces or commas between; what is none of that is passed over. */
function parseFeeds(text: string): Feed[] {
  return [...text.matchAll(feedPattern)].map(([, country = '*', category, url = '']) => ({
    country: country.toLowerCase(),
    category: category?.toLowerCase(),
    url,
  }));
}

/** Those of the country, or of every country where it has none; and of the category when one is asked for. */
function chooseFeeds({ country, category }: NewsRequest, feeds: readonly Feed[]): Feed[] {
  const own = feeds.filter((feed) => country === undefined || feed.country === country);
  const near = own.length > 0 ? own : feeds.filter((feed) => feed.country === '*');
  return near.filter((feed) => category === undefined || feed.category === category).slice(0, FEEDS_MAX);
}

async function fetchFeed({ url, country }: Feed, ctx: CallContext): Promise<NewsArticle[]> {
  const accept = 'application/rss+xml, application/atom+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.7';
  const { origin, pathname, search: query } = new URL(url);
  const { bytes, type } = await requestBytes(facts, ctx, {
    baseUrl: origin,
    path: `${pathname}${query}`,
    headers: { accept },
    bodyBytesMax: FEED_BYTES_MAX,
  });
  const list = await ctx.services.pages.readReleases(
    {
      source: { bytes, typeHeader: type, truncated: false },
      contentType: type,
      finalUrl: url,
      charsMax: FEED_BYTES_MAX,
      itemsMax: ITEMS_MAX,
      country: country === '*' ? null : country,
    },
    ctx,
  );
  const { kind, isCut, releases } = list;
  if (kind === 'page' || (isCut && releases.length === 0)) throw new UpstreamFailure('malformed', facts.id);
  if (isCut) ctx.log.warn({ url, items: releases.length }, 'feed is truncated');
  return releases.map(({ title, url: address, publishedAtMs, summary, imageUrl, origin: paper }) => ({
    title,
    url: address,
    source: paper ?? list.name ?? readHost(address),
    publishedAt: publishedAtMs === null ? null : new Date(publishedAtMs).toISOString(),
    ...(summary ? { description: summary } : {}),
    ...(imageUrl ? { image: imageUrl } : {}),
  }));
}

function hasWords({ title, description = '' }: NewsArticle, words: readonly string[]): boolean {
  const text = `${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export default defineProvider(facts, { headlines, search });
