/** Feeds of papers that the operator has chosen: RSS 2.0, RSS 1.0 and Atom. https://www.rssboard.org/rss-specification */
import type { load } from 'cheerio';
import type { CallContext } from '../kernel/context.ts';
import { UpstreamFailure } from '../kernel/failure.ts';
import { listRequiredVariables, type ProviderFacts } from '../kernel/provider.ts';
import { decodePage } from './shared/charset.ts';
import type { NewsAnswer, NewsRequest } from './shared/news.ts';
import { defineProvider, requestBytes, settingsOf } from './shared/provider.ts';
import { isWebAddress, type NewsArticle, parseTime, readHost } from './shared/search-results.ts';

const facts: ProviderFacts = {
  id: 'rss',
  title: 'Feeds',
  tier: 'T0',
  about: 'News from feeds of your choice, at addresses that do not redirect; mind the terms of their papers.',
  baseUrl: '',
  settings: {
    feeds: {
      kind: 'text',
      about:
        'Feeds by country, or country and category, such as jp=https://a.example/all.xml, *=https://b.example/rss, jp/business=https://c.example/rss',
      required: true,
      sandbox: '*=https://feeds.example.com/all.xml jp=https://feeds.example.com/jp.xml',
    },
  },
};

const FEEDS_MAX = 5;
const FEED_BYTES_MAX = 1024 * 1024;
const ITEMS_MAX = 200;
const DESCRIPTION_CHARS_MAX = 500;

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
  const answers = await Promise.allSettled(feeds.map(({ url }) => fetchFeed(url, ctx)));
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

const FEED_START = /<(?:rss|feed|rdf:RDF)[\s>]/i;
const FEED_END = /<\/(?:rss|feed|rdf:RDF)>\s*$/i;

async function fetchFeed(url: string, ctx: CallContext): Promise<NewsArticle[]> {
  const accept = 'application/rss+xml, application/atom+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.7';
  const { origin, pathname, search: query } = new URL(url);
  const { bytes, type } = await requestBytes(facts, ctx, {
    baseUrl: origin,
    path: `${pathname}${query}`,
    headers: { accept },
    bodyBytesMax: FEED_BYTES_MAX,
    classify: ({ status, text: words }) =>
      status === 200 && !(FEED_START.test(words) && FEED_END.test(words)) ? 'malformed' : undefined,
  });
  // Loaded here, so that a server without feeds does not carry it.
  const { load } = await import('cheerio');
  return parseArticles(decodePage(bytes, type).text, load);
}

type Load = typeof load;

function parseArticles(xml: string, load: Load): NewsArticle[] {
  const $ = load(xml, { xml: true });
  const paper = $('channel > title, feed > title').first().text().trim();
  const items = $('item, entry').slice(0, ITEMS_MAX).toArray();
  return items.flatMap((item): NewsArticle[] => {
    const readText = (names: string): string => $(item).children(names).first().text().trim();
    const links = $(item).children('link');
    const link = links.filter('[rel="alternate"], :not([rel])').first();
    const url = (link.attr('href') ?? link.text()).trim();
    const title = stripMarkup(readText('title'), load);
    if (!title || !isWebAddress(url)) return [];
    const description = stripMarkup(readText('description, summary'), load).slice(0, DESCRIPTION_CHARS_MAX);
    const image = $(item)
      .children('enclosure[type^="image/"], media\\:thumbnail, media\\:content[medium="image"]')
      .attr('url');
    return [
      {
        title,
        url,
        source: readText('source') || paper || readHost(url),
        publishedAt: parseTime(readText('pubDate, dc\\:date, published, updated'), Date.now()),
        ...(description ? { description } : {}),
        ...(image && isWebAddress(image) ? { image } : {}),
      },
    ];
  });
}

/** Titles and descriptions may hold markup, as text. */
function stripMarkup(html: string, load: Load): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  return load(html, null, false).text().replace(/\s+/g, ' ').trim();
}

function hasWords({ title, description = '' }: NewsArticle, words: readonly string[]): boolean {
  const text = `${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export default defineProvider(facts, { headlines, search });
