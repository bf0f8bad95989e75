import { z } from 'zod';
import { consequences, UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import { everyOf, firstOf, type Source, type SourceResult } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import brave from '../../src/providers/brave.ts';
import searxng from '../../src/providers/searxng.ts';
import serper from '../../src/providers/serper.ts';
import { buildPageKey, type SearchResult } from '../../src/providers/shared/search-results.ts';
import tavily from '../../src/providers/tavily.ts';
import { attemptsShape } from './_attempts.ts';
import { SUMMARY_MICROS_MAX, summarizeResults } from './_summary.ts';
import { lexicon } from './search.lexicon.ts';

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
function chooseEngines({ strategy }: Input, settings: Settings | undefined): Name[] {
  const ready = order[strategy].filter((name) => settings === undefined || settings(name) !== null);
  return ready.slice(0, strategy === 'thorough' ? 2 : 1);
}

function ceilingOf(name: Name, { strategy, maxResults }: Input, settings: Settings | undefined): number {
  const own = settings?.(name) ?? null;
  if (name === 'serper') return serper.ceiling(maxResults, own);
  if (name === 'brave') return brave.ceiling(own);
  return name === 'tavily' ? tavily.ceiling(strategy === 'thorough' ? 'advanced' : 'basic', own) : 0;
}

interface EngineAnswer {
  results: SearchResult[];
}

const sourcesFor = ({ query, strategy, maxResults }: Input): Record<Name, Source<EngineAnswer>> => {
  const depth = strategy === 'thorough' ? 'advanced' : 'basic';
  const run = (name: Name, search: (ctx: CallContext) => Promise<EngineAnswer>) => ({
    provider: engines[name],
    run: search,
  });
  return {
    serper: run('serper', (ctx) => serper.search({ query, num: maxResults, type: 'search' }, ctx)),
    brave: run('brave', (ctx) => brave.search({ query, count: maxResults }, ctx)),
    tavily: run('tavily', (ctx) => tavily.search({ query, depth, maxResults, includeAnswer: false }, ctx)),
    searxng: run('searxng', (ctx) => searxng.search({ query, count: maxResults }, ctx)),
  };
};

/** The results of several engines in turn, each page once. */
function mergeAnswers(answers: readonly SourceResult<EngineAnswer>[], maxResults: number): SearchResult[] {
  const pages = new Map<string, SearchResult>();
  const longest = Math.max(...answers.map(({ value }) => value.results.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const { value } of answers) {
      const result = value.results[rank];
      if (!result) continue;
      const searchResult = pages.get(buildPageKey(result.url));
      if (!searchResult) pages.set(buildPageKey(result.url), result);
      else if (result.snippet.length > searchResult.snippet.length) searchResult.snippet = result.snippet;
    }
  }
  return [...pages.values()].slice(0, maxResults);
}

export default defineTool({
  title: 'Search the web',
  description:
    'Search the web and return results with a short cited summary. Use for current events and facts; for a known URL use `smart-read`.',
  price: usd('0.009'),
  effect: 'read',
  category: 'search',
  uses: Object.values(engines),
  input: z.object({
    query: z.string().trim().min(1).max(400).describe('Search query in plain words.'),
    strategy: z
      .enum(['fast', 'thorough', 'cheap'])
      .default('fast')
      .describe('fast: one engine; thorough: two in parallel, merged; cheap: cheapest engine first.'),
    maxResults: z.number().int().min(1).max(20).default(5).describe('Maximum number of results.'),
  }),
  output: z.object({
    query: z.string().describe('The query that was searched.'),
    summary: z.string().describe('Summary of the results, citing them as [1], [2].'),
    summaryBy: z
      .string()
      .describe('ID of the provider whose model wrote the summary, or `extractive` if it quotes the results.'),
    results: listOf('Search results, best match first.', {
      title: z.string().describe('Title of the page.'),
      url: z.string().describe('URL of the page.'),
      snippet: z.string().describe('Excerpt of the page that matches the query.'),
      publishedAt: z.string().optional().describe('Publication time, ISO 8601 in UTC. Absent if unknown.'),
    }),
    sourceUsed: z.string().describe('ID of the search engine that answered; several are joined by +.'),
    engine: z.string().describe('Alias of sourceUsed, kept for compatibility.'),
    fallbackUsed: z.boolean().describe('`true` if an engine failed and another answered instead.'),
    attempts: attemptsShape,
  }),
  lexicon,
  examples: [
    { query: 'What is the Model Context Protocol?' },
    { query: '東京 観光', strategy: 'thorough', maxResults: 8 },
  ],
  costCeiling(input, settings) {
    const searches = chooseEngines(input, settings).map((name) => ceilingOf(name, input, settings));
    return searches.reduce((sum, micros) => sum + micros, SUMMARY_MICROS_MAX);
  },
  async run(input, ctx) {
    const { query, strategy, maxResults } = input;
    const sources = sourcesFor(input);
    const answers =
      strategy === 'thorough'
        ? await searchThoroughly(input, sources, ctx)
        : [await firstOf<Name, EngineAnswer>(order[strategy], sources, ctx)];
    const results = mergeAnswers(answers, maxResults);
    const sourceUsed = answers.map((answer) => answer.sourceUsed).join('+');
    const fallbackUsed = answers.some((answer) => answer.fallbackUsed);
    const summary = await summarizeResults(query, results, ctx);
    return { query, ...summary, results, sourceUsed, engine: sourceUsed, fallbackUsed, attempts: ctx.attempts };
  },
});

/** Two engines at once; when both fail, the others in order. */
async function searchThoroughly(input: Input, sources: Record<Name, Source<EngineAnswer>>, ctx: CallContext) {
  const names = chooseEngines(input, (id) => ctx.environment.settings(id));
  const left = order.thorough.filter((name) => !names.includes(name) && ctx.environment.settings(name) !== null);
  try {
    return await everyOf<Name, EngineAnswer>(names.length > 0 ? names : order.thorough, sources, ctx);
  } catch (thrown) {
    const fallsBack = thrown instanceof UpstreamFailure && consequences[thrown.kind].fallsBack;
    if (left.length === 0 || !fallsBack) throw thrown;
    return [{ ...(await firstOf<Name, EngineAnswer>(left, sources, ctx)), fallbackUsed: true }];
  }
}
