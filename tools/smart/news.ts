import { z } from 'zod';
import { firstOf } from '../../src/kernel/chain.ts';
import { type CallContext, narrowed } from '../../src/kernel/context.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import brave from '../../src/providers/brave.ts';
import { type Article, scriptOf } from '../../src/providers/found.ts';
import { type Language, languageOf } from '../../src/providers/languages.ts';
import { articleShape, type News, type NewsRequest, newsCategories } from '../../src/providers/news.ts';
import { newsSources, sourcesFor as newsSourcesFor } from '../../src/providers/newsroom.ts';
import serper from '../../src/providers/serper.ts';
import { attemptsShape } from './_attempts.ts';
import { translatedTitles } from './_titles.ts';
import type { Settings } from './_translators.ts';

const PRICE = usd('0.006');
/** What titles may cost at most, whatever the articles have cost. */
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
function requestOf({ strategy, query, country, category, pageSize }: Input): NewsRequest {
  if (strategy === 'headlines') return { query, country: country ?? 'us', category, pageSize };
  return { query, country, language: scriptOf(query ?? '') ?? undefined, pageSize };
}

/** Sources of news first; search engines know the news too, but no headlines. */
function orderFor(input: Input): Name[] {
  const sources = newsSourcesFor(input.strategy, requestOf(input));
  return input.strategy === 'search'
    ? [...sources.filter((name) => name !== 'rss'), 'brave', 'serper', 'rss']
    : sources;
}

function sourcesFor(input: Input) {
  const request = requestOf(input);
  const { query = '', country, pageSize } = request;
  const source = (name: keyof typeof newsSources) => ({
    provider: newsSources[name],
    run: (ctx: CallContext): Promise<News> => newsSources[name][input.strategy](request, ctx),
  });
  const counted = ({ articles }: { articles: Article[] }): News => ({ articles, totalResults: articles.length });
  const hl = request.language;
  return {
    newsapi: source('newsapi'),
    gnews: source('gnews'),
    gdelt: source('gdelt'),
    rss: source('rss'),
    brave: {
      provider: brave,
      run: async (ctx: CallContext) => counted(await brave.news({ query, country, count: pageSize }, ctx)),
    },
    serper: {
      provider: serper,
      run: async (ctx: CallContext) => counted(await serper.news({ query, num: pageSize, gl: country, hl }, ctx)),
    },
  };
}

function articlesCeiling(input: Input, settings?: Settings): number {
  const first = orderFor(input).find((name) => settings === undefined || settings(providers[name].id) !== null);
  if (first === undefined || first === 'gdelt' || first === 'rss') return 0;
  const own = settings?.(providers[first].id) ?? null;
  return first === 'serper' ? serper.ceiling(input.pageSize, own) : providers[first].ceiling(own);
}

const restOf = (spentMicros: number): number => Math.max(0, Math.min(TITLES_MICROS_MAX, PRICE - spentMicros));

/** Titles that are not in the language yet, as far as their script tells, are replaced; the original stays beside. */
async function withTitles(articles: readonly Article[], to: Language, budgetMicros: number, ctx: CallContext) {
  const foreign = articles.filter(({ title }) => scriptOf(title)?.toUpperCase() !== to.base);
  if (foreign.length === 0) return [...articles];
  const titles = await translatedTitles(
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
  const language = languageOf(code);
  if (language) return language;
  check.addIssue('Must be ja, zh or en');
  return z.NEVER;
});

export default defineTool({
  title: 'Smart news',
  description:
    'News about a topic, or headlines of a country, with translated titles if wanted; another source answers when one fails.',
  price: PRICE,
  effect: 'read',
  category: 'data',
  uses: Object.values(providers),
  usesFor: (input) => orderFor(input).map((name) => providers[name]),
  input: z
    .object({
      query: z
        .string()
        .trim()
        .min(1)
        .max(400)
        .optional()
        .describe('What the news is about; needed for strategy search'),
      strategy: z
        .enum(['search', 'headlines'])
        .default('search')
        .describe('Articles about a query, or the news of now'),
      country: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z]{2}$/, 'Must be a code of two letters')
        .optional()
        .describe('Country of the papers, two letters; headlines: us by default'),
      category: z.enum(newsCategories).optional().describe('Kind of headlines; default: all'),
      pageSize: z.number().int().min(1).max(100).default(20).describe('Most articles to return'),
      targetLanguage: target.optional().describe('Translate the titles into ja, zh or en'),
    })
    .refine(({ strategy, query }) => strategy !== 'search' || query, {
      path: ['query'],
      message: 'Strategy search needs a query',
    }),
  output: z.object({
    articles: z
      .array(articleShape.extend({ originalTitle: z.string().optional().describe('Where the title was translated') }))
      .describe('Newest or best first'),
    totalResults: z.number().describe('How many the source has'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
    fallbackUsed: z.boolean().describe('Whether a source asked before had failed'),
    attempts: attemptsShape,
  }),
  lexicon: {
    verbs: {
      en: "anything going on with|anything happening with|anything happening at|what's going on with|what's happening with|been up to lately|been up to recently|anything new on|anything new about|anything new in|what's new with|what is new with|what's happening with|latest on|what's going on with|what's the latest|updates on|any updates|any news|in the news|news about|news on|latest developments|recent developments|catch me up|current events|what's new in|whats new with|bring me up to date|what has happened with|what's been happening|recent coverage|latest from|any developments|any word on|up to speed|what's going on in the|whats going on in the|what is going on in the|what's happening in the world|what's happening in|papers saying|papers say|press saying|press say|media saying|media say|making headlines|making the news|in the papers|in the headlines|what did i miss|news roundup|news round-up|what's the word on|reported about|reports about|reports on|breaking on|what happened in the world|what happened today|what has happened today|what's happening today|what's going on today|what's going on around|what happened in the news",
      ja: '最近どうなって|最近の動き|最新情報|最近の動向|何か動き|最近何かあった|新しい動き|近況|最新動向|動向を|何か新しい|どうなってる|どうなった|その後どう|進展|新しい話|なんか新しい|何か話題|新情報|続報|新展開|何かあった|最新の話|ニュースある|話題ある|目新しい|動きある|動きはある|動きあった|最近どう',
      zh: '最近有什么动静|有什么新消息|有什么动静|最新消息|最新进展|最新动态|最近怎么样了|有什么进展|近况|最近有啥|有何动态|有啥新|最近动态|有什么动向|最新动向|最近有何|怎么样了|有什么新动作|有什么新闻|有啥新闻|有啥消息|有没有新闻|有什么报道|有何新闻|新动向|新进展|后续进展|出了什么新闻|爆出什么|有什么消息|有没有消息|有没有什么新',
    },
    nouns: {
      en: 'news|headline*|top stories|breaking|breaking news|news stories|news articles|recent articles|press coverage|front page|articles about|articles on|stories|reporting on|newspaper*|news report*|coverage of|articles|top news|world news|press|front pages|the papers|bulletin|current affairs|breaking stories|wire reports|news digest|news summary|news update|newsflash',
      ja: 'ニュウス|にゅうす|ニュース|見出し|ヘッドライン|速報|新聞記事|報道|トップ記事|ニュース記事|にゅーす|話題|新聞|トピックス|最新記事|関連記事|記事|関連ニュース|最新ニュース|トップニュース|海外ニュース|主要ニュース|報道記事|ニュース速報|トピック|紙面|ニュース一覧|号外|最新の記事|時事',
      zh: '新闻|头条|要闻|快讯|报道|热点新闻|资讯|新闻头条|时事|新文|热搜新闻|热点|大事|要事|大新闻|新闻报道|新闻标题|最新报道|热搜|日报|报导|新闻稿|要点新闻|时政|热门新闻|舆情|快报|晨报|早报|晚报|新闻摘要|消息面',
    },
    hints: {
      en: 'today|latest|this morning|recent|recently|top|articles|new',
      ja: '今日|最新|最近|トップ|今朝|記事',
      zh: '今天|最新|最近|今日|今早|消息|近日|有哪些',
    },
    values: {
      category: {
        business: {
          en: 'business|economy|economic|finance|financial|market|markets|corporate',
          ja: 'ビジネス|経済|金融|企業|マーケット',
          zh: '商业|财经|经济|金融|商务|产经',
        },
        technology: {
          en: 'technology|tech|technological|it news|gadget*',
          ja: 'テクノロジー|テック|技術|it系|itニュース|itの|ハイテク|テクノロジ',
          zh: '科技|技术|互联网新闻|数码|高科技',
        },
        sports: { en: 'sports|sport|sporting|athletics', ja: 'スポーツ', zh: '体育|运动|体坛|赛事' },
        health: {
          en: 'health|medical|medicine|healthcare|wellness',
          ja: '健康|医療|ヘルス|ヘルスケア|医学',
          zh: '健康|医疗|医药|卫生|养生',
        },
        science: { en: 'science|scientific|sci', ja: '科学|サイエンス', zh: '科学|科研' },
        entertainment: {
          en: 'entertainment|showbiz|celebrity|celebrities|show business|movie news',
          ja: 'エンタメ|芸能|エンターテインメント|エンターテイメント|娯楽|エンタテインメント',
          zh: '娱乐|文娱|影视|八卦|明星',
        },
      },
    },
    units: {
      pageSize: {
        en: 'articles|stories|headlines|news items|items|results|pieces|top',
        ja: '本|件|つ|記事|個',
        zh: '条|篇|则|个|条新闻',
      },
    },
    examples: {
      en: ["Today's headlines from Spain", 'Any news about the lunar lander?'],
      ja: ['今日のニュースの見出しを教えて', 'フランスの経済ニュース'],
      zh: ['今天有什么新闻', '美国科技头条'],
    },
  },
  examples: [
    { query: 'electric cars', pageSize: 5 },
    { strategy: 'headlines', country: 'jp', category: 'technology', targetLanguage: 'en' },
  ],
  costCeiling(input, settings) {
    const articles = articlesCeiling(input, settings);
    return articles + (input.targetLanguage ? restOf(articles) : 0);
  },
  async run({ targetLanguage, ...input }, ctx) {
    if (input.strategy === 'search' && input.category) ctx.warn('The category counts for headlines only.');
    let spentMicros = 0;
    const meter = (micros: number): void => {
      spentMicros += micros;
      ctx.meter(micros);
    };
    const share = targetLanguage ? ARTICLES_SHARE : 1;
    const metered = narrowed({ ...ctx, meter }, (ctx.deadlineMs - Date.now()) * share);
    const { value, sourceUsed, fallbackUsed } = await firstOf(orderFor(input), sourcesFor(input), metered);
    const articles = value.articles.slice(0, input.pageSize);
    const shown = targetLanguage ? await withTitles(articles, targetLanguage, restOf(spentMicros), ctx) : articles;
    return { articles: shown, totalResults: value.totalResults, sourceUsed, fallbackUsed, attempts: ctx.attempts };
  },
});
