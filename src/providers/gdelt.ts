/** GDELT: the news of the world's papers, without a key. https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/ */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineProvider, type ProviderReply, requestJson } from './shared/provider.ts';
import { formatPlainName, type NewsAnswer, type NewsCategory, type NewsRequest } from './shared/search/news.ts';
import { requireArticles } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'gdelt',
  title: 'GDELT',
  tier: 'T0',
  about: 'News search, free with attribution; one request per five seconds for the whole server.',
  baseUrl: 'https://api.gdeltproject.org',
  settings: {},
};

/** Without an article there is no list either. */
const newsReply = z.object({
  articles: z
    .array(
      z.object({
        url: z.string(),
        title: z.string(),
        seendate: z.string(),
        socialimage: z.string().nullish(),
        domain: z.string(),
      }),
    )
    .optional(),
});

/** It has no categories: every article is searched in its English translation. */
const themes: Readonly<Record<NewsCategory, string>> = {
  business: '(business OR economy OR market)',
  technology: '(technology OR software OR internet)',
  sports: '(sports OR football OR tournament)',
  health: '(health OR hospital OR medicine)',
  science: '(science OR research OR scientists)',
  entertainment: '(film OR music OR celebrity)',
};

/** The news of the last day. Throws `empty` when there is none. */
async function headlines(request: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  return await ask(request, '1d', ctx);
}

/** Articles of the last three months, newest first. Throws `empty` when there is none. */
async function search(request: NewsRequest, ctx: CallContext): Promise<NewsAnswer> {
  return await ask(request, '3months', ctx);
}

async function ask(request: NewsRequest, timespan: string, ctx: CallContext): Promise<NewsAnswer> {
  const { articles = [] } = await requestJson(facts, ctx, {
    path: '/api/v2/doc/doc',
    query: {
      query: buildQuery(request),
      mode: 'artlist',
      format: 'json',
      sort: 'datedesc',
      maxrecords: request.pageSize,
      timespan,
    },
    reply: newsReply,
    classify,
  });
  const found = articles.map(({ url, title, seendate, domain, socialimage }) => ({
    title: title.replace(/(?<!\s)\s+([,.:;!?])/g, '$1').trim(),
    url,
    source: domain,
    publishedAt: parseSeenDate(seendate),
    image: socialimage,
  }));
  const usable = requireArticles(facts.id, found);
  return { totalResults: usable.length, articles: usable };
}

/** Signs that are operators here are taken out of the caller's words. */
function buildQuery({ query = '', country, category, language }: NewsRequest): string {
  const words = query
    .replace(/[^\p{L}\p{N}\s'.&-]/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  const place = country === undefined ? null : formatPlainName(country, 'region');
  const tongue = language === undefined ? null : formatPlainName(language, 'language');
  const parts = [
    words,
    category && themes[category],
    place && `sourcecountry:${place}`,
    tongue && `sourcelang:${tongue}`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** `20261120T063000Z` */
function parseSeenDate(text: string): string | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return parts.length === 6 ? `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z` : null;
}

/** Everything but an answer is a sentence of plain text, mostly in a 200. */
function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (/limit requests to one every/i.test(text)) return 'rate';
  if (status !== 200 || json !== undefined || /^\s*[{<]/.test(text) || text === '') return undefined;
  return /query|keyword|phrase|too short|too long|invalid/i.test(text) ? 'empty' : 'lying';
}

export default defineProvider(facts, { headlines, search });
