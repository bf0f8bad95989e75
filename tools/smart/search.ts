import { z } from 'zod';
import { type Chosen, everyOf, firstOf, type Source } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { consequences, UpstreamFailure } from '../../src/kernel/failure.ts';
import { usd } from '../../src/kernel/money.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import brave from '../../src/providers/brave.ts';
import { pageKey, type SearchResult } from '../../src/providers/found.ts';
import searxng from '../../src/providers/searxng.ts';
import serper from '../../src/providers/serper.ts';
import tavily from '../../src/providers/tavily.ts';
import { attemptsShape } from './_attempts.ts';
import { SUMMARY_MICROS_MAX, summaryOf } from './_summary.ts';

const engines = { serper, brave, tavily, searxng };
type Name = keyof typeof engines;

/** In order; `thorough` asks the first two that are set up at once. */
const order = {
  fast: ['serper', 'brave', 'tavily', 'searxng'],
  thorough: ['tavily', 'brave', 'serper', 'searxng'],
  cheap: ['searxng', 'brave', 'serper', 'tavily'],
} as const satisfies Record<string, readonly Name[]>;

type Strategy = keyof typeof order;
type Settings = (providerId: string) => ProviderSettings | null;

interface Input {
  query: string;
  strategy: Strategy;
  maxResults: number;
}

/** Engines that are asked whatever happens: the first, or two at once. */
function asked({ strategy }: Input, settings: Settings | undefined): Name[] {
  const ready = order[strategy].filter((name) => settings === undefined || settings(name) !== null);
  return ready.slice(0, strategy === 'thorough' ? 2 : 1);
}

function ceilingOf(name: Name, { strategy, maxResults }: Input, settings: Settings | undefined): number {
  const own = settings?.(name) ?? null;
  if (name === 'serper') return serper.ceiling(maxResults, own);
  if (name === 'brave') return brave.ceiling(own);
  return name === 'tavily' ? tavily.ceiling(strategy === 'thorough' ? 'advanced' : 'basic', own) : 0;
}

type Found = { results: SearchResult[] };

const sourcesFor = ({ query, strategy, maxResults }: Input): Record<Name, Source<Found>> => {
  const depth = strategy === 'thorough' ? 'advanced' : 'basic';
  const run = (name: Name, search: (ctx: CallContext) => Promise<Found>) => ({ provider: engines[name], run: search });
  return {
    serper: run('serper', (ctx) => serper.search({ query, num: maxResults, type: 'search' }, ctx)),
    brave: run('brave', (ctx) => brave.search({ query, count: maxResults }, ctx)),
    tavily: run('tavily', (ctx) => tavily.search({ query, depth, maxResults, includeAnswer: false }, ctx)),
    searxng: run('searxng', (ctx) => searxng.search({ query, count: maxResults }, ctx)),
  };
};

/** The results of several engines in turn, each page once. */
function merged(answers: readonly Chosen<Found>[], maxResults: number): SearchResult[] {
  const pages = new Map<string, SearchResult>();
  const longest = Math.max(...answers.map(({ value }) => value.results.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const { value } of answers) {
      const result = value.results[rank];
      if (!result) continue;
      const known = pages.get(pageKey(result.url));
      if (!known) pages.set(pageKey(result.url), result);
      else if (result.snippet.length > known.snippet.length) known.snippet = result.snippet;
    }
  }
  return [...pages.values()].slice(0, maxResults);
}

export default defineTool({
  title: 'Smart search',
  description:
    'Search the web with several engines, one after another or at once, and get a summary of what was found.',
  price: usd('0.009'),
  effect: 'read',
  category: 'search',
  uses: Object.values(engines),
  input: z.object({
    query: z.string().trim().min(1).max(400).describe('What to search for'),
    strategy: z
      .enum(['fast', 'thorough', 'cheap'])
      .default('fast')
      .describe(
        'fast: one engine, the next when it fails; thorough: two at once, merged; cheap: your own engine first',
      ),
    maxResults: z.number().int().min(1).max(20).default(5).describe('How many results to return at most'),
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    summary: z.string().describe('What the results say about the query, with their numbers in brackets'),
    summaryBy: z.string().describe('Id of the model’s provider, or extractive: in the results’ own words'),
    results: z
      .array(
        z.object({
          title: z.string(),
          url: z.string(),
          snippet: z.string().describe('What the page says about the query'),
          publishedAt: z.string().optional().describe('As the source states it'),
        }),
      )
      .describe('Best match first'),
    sourceUsed: z.string().describe('Id of the engine that answered; several are joined by +'),
    engine: z.string().describe('The same as sourceUsed'),
    fallbackUsed: z.boolean().describe('Whether an engine that was asked had failed'),
    attempts: attemptsShape,
  }),
  lexicon: {
    verbs: {
      en: "search|search for|search the web|web search|search online|look up online|look online|find out online|search the internet|do a search|on the web|on the internet|look it up online|online search|find me info|browse the web|find websites|find sources|check online|see what's online|search engine|scour the web|find online|find reviews|web for|internet for|online for|search up|search around|check the web|check the internet|look around online|hit the web|web-search|websearch|net search|find…online|look…online|find…on the web|find…internet|search…online|studies…online|check…online|look…on the web|look…internet|say online|people online|hunt around|hunt online|rummage|see what the internet|see what the web|comb the web|trawl the web|trawl|ask the internet|web results|online results|net for|scan the web|surf the web|look through the web|find out on the web|internet say|internet says|internet…say|web say|web says|do some digging|do some googling|do some research|digging online|poke around online|google around|research online|read up on|see online|sites that|websites that|websites about|web pages about|three websites|a few websites|some links|a few links|links about|links on|on the net|from the net|on the interwebs|on the world wide web|info on the|any info on|any info about|info about|look around for|have a look online|reviews of|on google|have a google",
      ja: '検索|ネットで調べ|ウェブで調べ|webで調べ|ネットで探|ウェブで探|ウェブ検索|web検索|ネット検索|サーチ|search|検索して|けんさく|リサーチ|ネット上で|検索をかけ|検索をお願い|ネットで見|ネットで情報|情報を集め|web上で|ウェブ上で|ネットで見つけ|ウェブから|ネットから|オンラインで調べ|オンラインで探|検索エンジン|web検索で|インターネットで|ネット情報|下調べ|調べ物|検索し|ネット…調べ|ウェブ…調べ|ネット…探し|ウェブ…探し|web…調べ|web…探し|ネット…検索|情報…集め',
      zh: '搜索|搜一下|搜一搜|上网查|上网搜|网上查|网上搜|联网搜索|检索|搜搜|搜下|网上找|搜寻|百度一下|search|查一下网上|网络搜索|调研|上网找|网上有没有|在网上|上网看|互联网上|网络上查|网搜|联网查|联网搜|联网找|联网查一下|联网查查|上网查查|网上看|网上搜搜|网上查查|到网上|从网上|在线搜索|在线查|帮我搜|搜个|搜些|搜点|搜几|去搜|搜寻一下|网上扒|搜出|网上…资料|网上…信息|网上…教程|网上…评价|在网上…找|上网…查|上网…搜|网上…查|网上…搜',
    },
    nouns: {
      en: 'look up|find out|find me|dig up|hunt for|find some|research|find the best|look into|find information|find info',
      ja: '調べて|しらべて|調べたい|探して|さがして|調べてほしい|調べてくれ|調べといて|調べておいて|調べると|探してほしい|調査して',
      zh: '查找|找一下|找找|查查|查一查|查询一下|搜|找资料|查资料|查一下|查下|帮我查|查询|查个|帮忙查|找一找|找个|去查|帮我找',
    },
    hints: {
      en: 'best|find|latest|online|web|which|recommend*|results|reviews|websites|sources',
      ja: 'おすすめ|最新|ネット|ウェブ|web|比較|探し|口コミ|レビュー|サイト',
      zh: '网上|最新|推荐|哪些|找|查|联网|关于|资料|网站|评价|评测',
    },
    values: {
      strategy: {
        thorough: {
          en: 'thorough|thoroughly|in depth|in-depth|comprehensive|exhaustive|deep dive|careful|carefully|comprehensively|extensive|extensively',
          ja: '徹底的|じっくり|念入り|網羅的|くまなく|入念|しっかり|丁寧に|徹底|詳しく|詳細に',
          zh: '全面|彻底|深入|仔细|详尽|详细|全方位|细致',
        },
        cheap: {
          en: 'cheap search|cheapest|low cost|cheaply|inexpensive|lowest cost|keep it cheap|cheap strategy|strategy cheap',
          ja: '格安|最安で|安価|低コスト|安上がり|なるべく安く|できるだけ安く|安く検索',
          zh: '省钱|低成本|最省钱|最便宜的方式|便宜的方式|尽量便宜|便宜搜',
        },
        fast: {
          en: 'quick search|fast search|quickly|strategy fast|fast strategy',
          ja: '素早く|さっと|ざっと|高速検索|手早く|急いで',
          zh: '快速搜|快速|尽快|简单搜',
        },
      },
    },
    units: {
      maxResults: {
        en: 'top|results|hits|links|sources|max results|maxresults|websites|pages|sites|articles',
        ja: '件|つ|個|サイト|件まで|本|ページ',
        zh: '条|个结果|个|项|条结果|条资料|篇|个网站',
      },
    },
    examples: {
      en: ['Search the web for tide tables in Brittany', 'Look online for bicycle repair courses'],
      ja: ['ネットで屋久島の登山道を調べて', '電動工具の口コミを検索して'],
      zh: ['上网查一下露营装备清单', '搜索一下智能手表评测'],
    },
  },
  examples: [
    { query: 'What is the Model Context Protocol?' },
    { query: '東京 観光', strategy: 'thorough', maxResults: 8 },
  ],
  costCeiling(input, settings) {
    const searches = asked(input, settings).map((name) => ceilingOf(name, input, settings));
    return searches.reduce((sum, micros) => sum + micros, SUMMARY_MICROS_MAX);
  },
  async run(input, ctx) {
    const { query, strategy, maxResults } = input;
    const sources = sourcesFor(input);
    const answers =
      strategy === 'thorough'
        ? await thorough(input, sources, ctx)
        : [await firstOf<Name, Found>(order[strategy], sources, ctx)];
    const results = merged(answers, maxResults);
    const sourceUsed = answers.map((answer) => answer.sourceUsed).join('+');
    const fallbackUsed = answers.some((answer) => answer.fallbackUsed);
    const summary = await summaryOf(query, results, ctx);
    return { query, ...summary, results, sourceUsed, engine: sourceUsed, fallbackUsed, attempts: ctx.attempts };
  },
});

/** Two engines at once; when both fail, the others in order. */
async function thorough(input: Input, sources: Record<Name, Source<Found>>, ctx: CallContext) {
  const names = asked(input, (id) => ctx.outside.settings(id));
  const left = order.thorough.filter((name) => !names.includes(name) && ctx.outside.settings(name) !== null);
  try {
    return await everyOf<Name, Found>(names.length > 0 ? names : order.thorough, sources, ctx);
  } catch (thrown) {
    const fallsBack = thrown instanceof UpstreamFailure && consequences[thrown.kind].fallsBack;
    if (left.length === 0 || !fallsBack) throw thrown;
    return [{ ...(await firstOf<Name, Found>(left, sources, ctx)), fallbackUsed: true }];
  }
}
