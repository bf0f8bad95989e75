/** Firecrawl: pages, whole sites and their maps, read with browsers. https://docs.firecrawl.dev */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import {
  assertTrusted,
  createNoContentFailure,
  createTargetFailure,
  type ReadPage,
  type ReadRequest,
  trustedFetcher,
} from './shared/network/reading.ts';
import type { SiteFormat, SiteLink, SitePage, SiteRequest } from './shared/network/site.ts';
import { defineProvider, type ProviderReply, pathSegment, requestJson, settingsOf } from './shared/provider.ts';
import { isWebAddress, parseTime } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'firecrawl',
  title: 'Firecrawl',
  tier: 'T1',
  about: 'Reads pages with a browser, crawls sites and lists their pages; billed per page. Can be self-hosted.',
  baseUrl: 'https://api.firecrawl.dev',
  settings: {
    apiKey: {
      kind: 'secret',
      about: 'API key from firecrawl.dev, starts with fc-; any value for a self-hosted server',
      required: true,
    },
    creditUsd: defineUsdSetting('0.0007', 'one credit'),
    trustedFetcher,
  },
};

const BODY_BYTES_MAX = 12 * 1024 * 1024;
const POLL_MS = 1_000;
/** Time kept for giving a crawl up, and for our own work. */
const RESERVE_MS = 3_000;
const TIMEOUT_MS_MIN = 1_000;
const TIMEOUT_MS_MAX = 300_000;
const CREDITS_JSON = 4;

const text = z.string().nullish();
/** Pages may state a thing twice: then it comes as a list. */
const firstText = z.union([z.string(), z.array(z.string()).transform((all) => all[0] ?? null)]).nullish();

const page = z.object({
  markdown: text,
  html: text,
  json: z.unknown().optional(),
  metadata: z.object({
    title: firstText,
    description: firstText,
    language: firstText,
    author: firstText,
    publishedTime: firstText,
    url: text,
    sourceURL: text,
    statusCode: figure,
    creditsUsed: figure,
  }),
});

type Page = z.output<typeof page>;

const crawlReply = z.object({
  status: z.enum(['scraping', 'completed', 'failed', 'cancelled']),
  creditsUsed: figure,
  data: z.array(page).default([]),
});

/** One page in the formats asked for. */
async function scrape(request: SiteRequest, ctx: CallContext): Promise<SitePage> {
  const page = await scrapePage(request, ctx);
  if (!page.markdown?.trim() && !page.html?.trim() && page.json == null) throw createNoContentFailure(facts.id);
  return buildSitePage(page, request.url);
}

/** The content of a page, for a reader. */
async function read({ url, format }: ReadRequest, ctx: CallContext): Promise<ReadPage> {
  const page = await scrapePage({ url, formats: [format], waitForMs: 0 }, ctx);
  const content = page[format]?.trim() ?? '';
  if (content === '') throw createNoContentFailure(facts.id);
  const { title, description, language, author, publishedTime, url: finalUrl } = page.metadata;
  return {
    title: title || null,
    url: finalUrl || url,
    content,
    truncated: false,
    description: description || null,
    author: author || null,
    publishedAt: parseTime(publishedTime, Date.now()),
    language: language || null,
  };
}

async function scrapePage({ url, formats, waitForMs }: SiteRequest, ctx: CallContext): Promise<Page> {
  const timeout = chooseTimeoutMs(ctx);
  const { data } = await post('/scrape', z.object({ data: page }), ctx, {
    url,
    formats: formats.map(buildFormat),
    timeout,
    // More than half of the time is refused.
    waitFor: Math.min(waitForMs, Math.floor(timeout / 2)),
  });
  meterCredits(data.metadata.creditsUsed ?? countCredits(formats), ctx);
  const { statusCode } = data.metadata;
  if (statusCode && statusCode >= 400) throw createTargetFailure(facts.id, statusCode);
  return data;
}

/** Up to `limit` pages of a site, from `url` on. What is there when the time is up counts, with a warning. */
async function crawl({ url, formats, waitForMs, limit }: SiteRequest & { limit: number }, ctx: CallContext) {
  const started = await post('/crawl', z.object({ id: z.string() }), ctx, {
    url,
    limit,
    scrapeOptions: { formats: formats.map(buildFormat), waitFor: waitForMs },
  });
  const { status, data, creditsUsed } = await waitForCrawl(`/v2/crawl/${pathSegment(started.id, 'url')}`, ctx);
  meterCredits(creditsUsed ?? data.length, ctx);
  const pages = data.filter(({ metadata }) => (metadata.statusCode ?? 200) < 400).slice(0, limit);
  if (pages.length === 0) {
    if (status === 'scraping') throw new UpstreamFailure('timeout', facts.id);
    throw status === 'completed' ? createNoContentFailure(facts.id) : new UpstreamFailure('overloaded', facts.id);
  }
  if (status !== 'completed') ctx.warn('The crawl did not finish in time. These are the pages read so far.');
  return pages.map((page) => buildSitePage(page, url));
}

/** Asks until the crawl has ended, or the time is nearly up: then it is cancelled. */
async function waitForCrawl(path: string, ctx: CallContext): Promise<z.output<typeof crawlReply>> {
  const endMs = ctx.deadlineMs - RESERVE_MS;
  for (;;) {
    const state = await requestJson(facts, ctx, { ...buildCommonRequest(ctx), path, reply: crawlReply });
    if (state.status !== 'scraping') return state;
    if (Date.now() + POLL_MS > endMs) {
      await requestJson(facts, ctx, { ...buildCommonRequest(ctx), method: 'DELETE', path, reply: z.unknown() }).catch(
        () => null,
      );
      return state;
    }
    await sleep(POLL_MS, undefined, { signal: ctx.signal }).catch(() => {});
  }
}

/** Addresses of a site's pages. */
async function map({ url, limit }: { url: string; limit: number }, ctx: CallContext): Promise<SiteLink[]> {
  const link = z.object({ url: z.string(), title: text, description: text });
  const { links } = await post('/map', z.object({ links: z.array(link) }), ctx, { url, limit });
  meterCredits(1, ctx);
  const pages = links.filter((one) => isWebAddress(one.url)).slice(0, limit);
  if (pages.length === 0) throw createNoContentFailure(facts.id);
  return pages.map((one) => ({
    url: one.url,
    ...(one.title ? { title: one.title } : {}),
    ...(one.description ? { description: one.description } : {}),
  }));
}

async function post<S extends z.ZodType>(path: string, reply: S, ctx: CallContext, json: object) {
  return await requestJson(facts, ctx, { ...buildCommonRequest(ctx), path: `/v2${path}`, json, reply });
}

function buildCommonRequest(ctx: CallContext) {
  const settings = settingsOf(facts, ctx);
  assertTrusted(facts, settings);
  return {
    headers: { authorization: `Bearer ${settings.apiKey}` },
    classify,
    bodyBytesMax: BODY_BYTES_MAX,
    stallMs: 30_000,
  };
}

/** Refused pages don't count against the provider; another reader may be let in. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  const { success, code } = refusal.safeParse(json).data ?? {};
  if (status === 403 || (status === 500 && /^SCRAPE_/.test(code ?? ''))) return 'empty';
  return status === 200 && success === false ? 'lying' : undefined;
}

const refusal = z.object({ success: z.boolean().nullish(), code: z.string().nullish() });

function chooseTimeoutMs(ctx: CallContext): number {
  return Math.min(TIMEOUT_MS_MAX, Math.max(TIMEOUT_MS_MIN, ctx.deadlineMs - Date.now() - TIMEOUT_MS_MIN));
}

function buildFormat(format: SiteFormat): string | object {
  if (format !== 'json') return format;
  return { type: 'json', prompt: 'The content of this page as structured data, with names in English.' };
}

function buildSitePage({ markdown, html, json, metadata }: Page, format: string): SitePage {
  return {
    url: metadata.url ?? metadata.sourceURL ?? format,
    title: metadata.title ?? null,
    ...(markdown ? { markdown } : {}),
    ...(html ? { html } : {}),
    ...(json === undefined || json === null ? {} : { json }),
  };
}

const countCredits = (formats: readonly SiteFormat[]): number => 1 + (formats.includes('json') ? CREDITS_JSON : 0);

function meterCredits(credits: number, ctx: CallContext): void {
  meterCost(facts, ctx, credits * readRequestMicros(facts, settingsOf(facts, ctx), 'creditUsd'));
}

/** The most that so many pages can cost on the plan that the operator has stated, in micro-USD. */
const ceiling = (pages: number, formats: readonly SiteFormat[], settings: ProviderSettings | null): number =>
  Math.ceil(pages * countCredits(formats) * readRequestMicros(facts, settings, 'creditUsd'));

export default defineProvider(facts, { scrape, read, crawl, map, ceiling });
