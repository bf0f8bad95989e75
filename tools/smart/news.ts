import { z } from 'zod';
import { firstOf } from '../../src/kernel/tool/chain.ts';
import { type CallContext, withTimeout } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import brave from '../../src/providers/brave.ts';
import serper from '../../src/providers/serper.ts';
import { type Language, parseLanguage } from '../../src/providers/shared/languages.ts';
import {
  articleShape,
  type NewsAnswer,
  type NewsRequest,
  newsCategories,
} from '../../src/providers/shared/search/news.ts';
import { newsSources, listNewsSources as newsSourcesFor } from '../../src/providers/shared/search/news-sources.ts';
import { detectScriptLanguage, type NewsArticle } from '../../src/providers/shared/search-results.ts';
import { sourceFields } from './_attempts.ts';
import { translateTitles } from './_titles.ts';
import type { Settings } from './_translators.ts';
import { lexicon } from './news.lexicon.ts';

const PRICE = usd('0.006');
/** Highest cost of titles, whatever the articles have cost. */
const TITLES_MICROS_MAX = 3500;
/** Of the time, where titles are to be translated after the articles were found. */
const ARTICLES_SHARE = 2 / 3;

const providers = { ...newsSources, brave, serper };
type Name = keyof typeof providers;

interface Input {
  strategy: 'search' | 'headlines';
  query?: string | undefined;
  country?: string | undefined;
  category?: (typeof newsCategories)[number] | undefined;
  pageSize: number;
}

/** Papers of the query's language, where its script tells; headlines are those of the United States by default. */
function buildRequest({ strategy, query, country, category, pageSize }: Input): NewsRequest {
  if (strategy === 'headlines') return { query, country: country ?? 'us', category, pageSize };
  return { query, country, language: detectScriptLanguage(query ?? '') ?? undefined, pageSize };
}

/** Sources of news first; search engines know the news too, but no headlines. */
function chooseOrder(input: Input): Name[] {
  const sources = newsSourcesFor(input.strategy, buildRequest(input));
  return input.strategy === 'search'
    ? [...sources.filter((name) => name !== 'rss'), 'brave', 'serper', 'rss']
    : sources;
}

function buildSources(input: Input) {
  const request = buildRequest(input);
  const { query = '', country, pageSize } = request;
  const source = (name: keyof typeof newsSources) => ({
    provider: newsSources[name],
    run: (ctx: CallContext): Promise<NewsAnswer> => newsSources[name][input.strategy](request, ctx),
  });
  const countArticles = ({ articles }: { articles: NewsArticle[] }): NewsAnswer => ({
    articles,
    totalResults: articles.length,
  });
  const hl = request.language;
  return {
    newsapi: source('newsapi'),
    gnews: source('gnews'),
    gdelt: source('gdelt'),
    rss: source('rss'),
    brave: {
      provider: brave,
      run: async (ctx: CallContext) => countArticles(await brave.news({ query, country, count: pageSize }, ctx)),
    },
    serper: {
      provider: serper,
      run: async (ctx: CallContext) => countArticles(await serper.news({ query, num: pageSize, gl: country, hl }, ctx)),
    },
  };
}

function computeArticlesCeiling(input: Input, settings?: Settings): number {
  const first = chooseOrder(input).find((name) => settings === undefined || settings(providers[name].id) !== null);
  if (first === undefined || first === 'gdelt' || first === 'rss') return 0;
  const own = settings?.(providers[first].id) ?? null;
  return first === 'serper' ? serper.ceiling(input.pageSize, own) : providers[first].ceiling(own);
}

const computeRest = (spentMicros: number): number => Math.max(0, Math.min(TITLES_MICROS_MAX, PRICE - spentMicros));

/** Titles that are not in the language yet, as far as their script tells, are replaced; the original stays beside. */
async function addTitles(articles: readonly NewsArticle[], to: Language, budgetMicros: number, ctx: CallContext) {
  const foreign = articles.filter(({ title }) => detectScriptLanguage(title)?.toUpperCase() !== to.base);
  if (foreign.length === 0) return [...articles];
  const titles = await translateTitles(
    foreign.map(({ title }) => title),
    to,
    budgetMicros,
    ctx,
  );
  const translated = new Map(foreign.map((article, index) => [article, titles[index]]));
  return articles.map((article) => {
    const title = translated.get(article);
    return title === undefined ? article : { ...article, title, originalTitle: article.title };
  });
}

const target = z.enum(['ja', 'zh', 'en']).transform((code, check): Language => {
  const language = parseLanguage(code);
  if (language) return language;
  check.addIssue('Must be ja, zh or en');
  return z.NEVER;
});

export default defineTool({
  title: 'Find news',
  description: 'Find news articles about a topic or the top headlines of a country, with optional title translation.',
  price: PRICE,
  effect: 'read',
  category: 'data',
  uses: Object.values(providers),
  usesFor: (input) => chooseOrder(input).map((name) => providers[name]),
  input: z
    .object({
      query: z.string().trim().min(1).max(400).optional().describe('Topic. Required for strategy search.'),
      strategy: z
        .enum(['search', 'headlines'])
        .default('search')
        .describe('search: articles about query; headlines: current top news.'),
      country: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z]{2}$/, 'Must be a code of two letters')
        .optional()
        .describe('ISO 3166-1 alpha-2 code, e.g. jp. Default for headlines: us.'),
      category: z.enum(newsCategories).optional().describe('Category of the headlines. Default: all.'),
      pageSize: z.number().int().min(1).max(100).default(20).describe('Maximum number of articles.'),
      targetLanguage: target.optional().describe('Language to translate the titles into.'),
    })
    .refine(({ strategy, query }) => strategy !== 'search' || query, {
      path: ['query'],
      message: 'Strategy search needs a query',
    }),
  output: z.object({
    articles: z
      .array(
        articleShape.extend({ originalTitle: z.string().optional().describe('Original title, if it was translated.') }),
      )
      .describe('Articles, newest or best match first.'),
    totalResults: z.number().describe('Number of matching articles at the provider.'),
    ...sourceFields,
  }),
  lexicon,
  examples: [
    { query: 'electric cars', pageSize: 5 },
    { strategy: 'headlines', country: 'jp', category: 'technology', targetLanguage: 'en' },
  ],
  costCeiling(input, settings) {
    const articles = computeArticlesCeiling(input, settings);
    return articles + (input.targetLanguage ? computeRest(articles) : 0);
  },
  async run({ targetLanguage, ...input }, ctx) {
    if (input.strategy === 'search' && input.category) ctx.warn('The category applies to headlines only.');
    let spentMicros = 0;
    const meter = (micros: number): void => {
      spentMicros += micros;
      ctx.meter(micros);
    };
    const share = targetLanguage ? ARTICLES_SHARE : 1;
    const metered = withTimeout({ ...ctx, meter }, (ctx.deadlineMs - Date.now()) * share);
    const { value, sourceUsed, fallbackUsed } = await firstOf(chooseOrder(input), buildSources(input), metered);
    const articles = value.articles.slice(0, input.pageSize);
    const newsArticles = targetLanguage
      ? await addTitles(articles, targetLanguage, computeRest(spentMicros), ctx)
      : articles;
    return {
      articles: newsArticles,
      totalResults: value.totalResults,
      sourceUsed,
      fallbackUsed,
      attempts: ctx.attempts,
    };
  },
});
