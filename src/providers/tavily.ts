/** Tavily: web search made for models. https://docs.tavily.com */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { meterCost } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, requestJson, settingsOf } from './shared/provider.ts';
import { readPublishedAt } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'tavily',
  title: 'Tavily',
  tier: 'T1',
  about:
    'Web search with a generated answer. The free plan includes 1,000 credits per month; an advanced search uses two.',
  baseUrl: 'https://api.tavily.com',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from tavily.com, starts with tvly-', required: true },
    creditUsd: { kind: 'usd', about: 'Cost of one credit in USD; 0 on the free plan', default: '0' },
  },
};

type Depth = 'basic' | 'advanced';

const searchReply = z.object({
  answer: z.string().nullish(),
  results: z.array(
    z.object({ title: z.string(), url: z.string(), content: z.string(), published_date: z.string().nullish() }),
  ),
  usage: z.object({ credits: figure }).nullish(),
});

interface TavilyRequest {
  query: string;
  depth: Depth;
  maxResults: number;
  includeAnswer: boolean;
}

/** Pages for a query, best first, with a summary when asked for. Throws `empty` when there are none. */
async function search({ query, depth, maxResults, includeAnswer }: TavilyRequest, ctx: CallContext) {
  const settings = settingsOf(facts, ctx);
  const { answer, results, usage } = await requestJson(facts, ctx, {
    path: '/search',
    headers: { authorization: `Bearer ${settings.apiKey}` },
    json: {
      query,
      search_depth: depth,
      max_results: maxResults,
      include_answer: includeAnswer,
      include_usage: true,
    },
    reply: searchReply,
    classify: ({ status, json }) => {
      if (status === 432 || status === 433) return 'quota';
      return status === 200 && (hasMember(json, 'detail') || hasMember(json, 'error')) ? 'lying' : undefined;
    },
  });
  meterCost(facts, ctx, (usage?.credits ?? countCredits(depth)) * readCreditMicros(settings));
  if (results.length === 0) throw new UpstreamFailure('empty', facts.id);
  return {
    results: results.slice(0, maxResults).map(({ title, url, content, published_date: date }) => ({
      title,
      url,
      snippet: content,
      ...readPublishedAt(date),
    })),
    ...(includeAnswer && answer ? { answer } : {}),
  };
}

const countCredits = (depth: Depth): number => (depth === 'advanced' ? 2 : 1);

const readCreditMicros = (settings: ProviderSettings | null): number => (Number(settings?.creditUsd) || 0) * 1_000_000;

/** Price of a search on the operator's plan, in micro-USD. */
const ceiling = (depth: Depth, settings: ProviderSettings | null): number =>
  Math.ceil(countCredits(depth) * readCreditMicros(settings));

export default defineProvider(facts, { search, ceiling });
