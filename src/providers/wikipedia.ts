/** Wikipedia: search for the best page, then its summary. https://www.mediawiki.org/wiki/Specs/Summary/1.3.0 */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { defineProvider, pathSegment, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'wikipedia',
  title: 'Wikipedia',
  tier: 'T0',
  about: 'Encyclopedia, CC BY-SA 4.0. {language} in the address is replaced with en, ja or zh.',
  baseUrl: 'https://{language}.wikipedia.org',
  settings: {},
};

/** Without a hit `query` may be missing altogether. */
const searchReply = z.object({ query: z.object({ search: z.array(z.object({ title: z.string() })) }).optional() });

const summaryReply = z.object({
  title: z.string(),
  extract: z.string(),
  thumbnail: z.object({ source: z.string() }).optional(),
  content_urls: z.object({ desktop: z.object({ page: z.string() }) }),
});

export interface WikipediaSummary {
  title: string;
  /** The lead of the article as plain text. */
  extract: string;
  url: string;
  thumbnail?: string;
}

/** The lead of the best matching article. Throws `empty` when nothing matches. */
async function fetchSummary(
  { query, language }: { query: string; language: string },
  ctx: CallContext,
): Promise<WikipediaSummary> {
  const { baseUrl = facts.baseUrl } = settingsOf(facts, ctx);
  const host = { baseUrl: baseUrl.replace('{language}', language) };
  const reply = await requestJson(facts, ctx, {
    ...host,
    path: '/w/api.php',
    query: { action: 'query', list: 'search', srsearch: query, srlimit: 1, format: 'json', formatversion: 2 },
    reply: searchReply,
    // The Action API tells its errors, throttling included, inside a 200.
    classify: ({ status, json }) => (status === 200 && hasMember(json, 'error') ? 'lying' : undefined),
  });
  const title = reply.query?.search[0]?.title;
  if (title === undefined) throw new UpstreamFailure('empty', facts.id);
  const page = await requestJson(facts, ctx, {
    ...host,
    path: `/api/rest_v1/page/summary/${pathSegment(title.replaceAll(' ', '_'), 'query')}`,
    query: { redirect: false },
    reply: summaryReply,
    classify: ({ status }) => (status === 404 ? 'empty' : undefined),
  });
  if (page.extract === '') throw new UpstreamFailure('empty', facts.id);
  return {
    title: page.title,
    extract: page.extract,
    url: page.content_urls.desktop.page,
    ...(page.thumbnail ? { thumbnail: page.thumbnail.source } : {}),
  };
}

export default defineProvider(facts, { summary: fetchSummary });
