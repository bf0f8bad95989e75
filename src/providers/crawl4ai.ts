/** Crawl4AI: pages read with a browser on the operator's own host. https://docs.crawl4ai.com */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { figure } from './shared/figures.ts';
import {
  assertTrusted,
  createNoContentFailure,
  createTargetFailure,
  type ReadPage,
  type ReadRequest,
  trustedFetcher,
} from './shared/network/reading.ts';
import type { SiteLink, SitePage, SiteRequest } from './shared/network/site.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';
import { admitUrl } from './shared/search/web.ts';
import { isWebAddress } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'crawl4ai',
  title: 'Crawl4AI',
  tier: 'T0',
  about: 'Self-hosted browser that reads pages, crawls sites and lists their links.',
  baseUrl: 'http://127.0.0.1:11235',
  offByDefault: true,
  settings: {
    apiKey: { kind: 'secret', about: 'The server’s CRAWL4AI_API_TOKEN, if it has one' },
    trustedFetcher: { ...trustedFetcher, required: true, sandbox: 'true' },
  },
};

const BODY_BYTES_MAX = 12 * 1024 * 1024;

const text = z.string().nullish();

const pageShape = z.object({
  url: z.string(),
  success: z.boolean().nullish(),
  status_code: figure,
  cleaned_html: text,
  html: text,
  markdown: z.union([z.string(), z.object({ raw_markdown: text, fit_markdown: text })]).nullish(),
  metadata: z.object({ title: text, description: text }).nullish(),
  links: z.object({ internal: z.array(z.object({ href: z.string(), text })).default([]) }).nullish(),
});

type CrawledPage = z.output<typeof pageShape>;

/** The content of a page, for a reader. */
async function read({ url, format }: ReadRequest, ctx: CallContext): Promise<ReadPage> {
  const { title, ...found } = await scrape({ url, formats: [format], waitForMs: 0 }, ctx);
  const content = found[format] ?? '';
  const unknown = { description: null, author: null, publishedAt: null, language: null };
  return { title, url: found.url, content, truncated: false, ...unknown };
}

/** One page; JSON is not offered. */
async function scrape(request: SiteRequest, ctx: CallContext): Promise<SitePage> {
  const [found] = await fetchPages([request.url], request, ctx);
  if (!found) throw createNoContentFailure(facts.id);
  return buildSitePage(found, request);
}

/** The page and those it links to on its own site, up to `limit`. */
async function crawl(request: SiteRequest & { limit: number }, ctx: CallContext): Promise<SitePage[]> {
  const [first] = await fetchPages([request.url], request, ctx);
  if (!first) throw createNoContentFailure(facts.id);
  const admitted: string[] = [];
  for (const { url } of listLinks(first, request.limit * 2)) {
    if (admitted.length + 1 >= request.limit) break;
    const isPublic = await admitUrl(url, ctx).then(
      () => true,
      () => false,
    );
    if (isPublic) admitted.push(url);
  }
  const others = admitted.length === 0 ? [] : await fetchPages(admitted, request, ctx);
  return [first, ...others].map((page) => buildSitePage(page, request));
}

/** Addresses that a page links to on its own site. */
async function map({ url, limit }: { url: string; limit: number }, ctx: CallContext): Promise<SiteLink[]> {
  const [found] = await fetchPages([url], { url, formats: ['markdown'], waitForMs: 0 }, ctx);
  const links = found ? listLinks(found, limit) : [];
  if (links.length === 0) throw createNoContentFailure(facts.id);
  return links;
}

async function fetchPages(
  urls: readonly string[],
  { waitForMs }: SiteRequest,
  ctx: CallContext,
): Promise<CrawledPage[]> {
  const settings = settingsOf(facts, ctx);
  assertTrusted(facts, settings);
  const { results } = await requestJson(facts, ctx, {
    path: '/crawl',
    headers: { authorization: settings.apiKey ? `Bearer ${settings.apiKey}` : undefined },
    json: {
      urls,
      browser_config: {},
      crawler_config: waitForMs > 0 ? { delay_before_return_html: waitForMs / 1000 } : {},
    },
    reply: z.object({ results: z.array(pageShape) }),
    classify,
    bodyBytesMax: BODY_BYTES_MAX,
    stallMs: 30_000,
  });
  const read = results.filter(({ success, status_code: status }) => success !== false && (status ?? 200) < 400);
  const [failed] = results;
  if (read.length > 0 || !failed) return read;
  if (failed.status_code && failed.status_code >= 400) throw createTargetFailure(facts.id, failed.status_code);
  throw new UpstreamFailure('empty', facts.id);
}

function classify({ status, json }: ProviderReply): FailureKind | undefined {
  if (status === 200 && refusal.safeParse(json).success) return 'lying';
  return status === 500 && detail.safeParse(json).success ? 'empty' : undefined;
}

const refusal = z.object({ success: z.literal(false) });
/** A page that can't be had is told as a failure of the server. */
const detail = z.object({ detail: z.string() });

function buildSitePage(
  { url, metadata, markdown, cleaned_html, html }: CrawledPage,
  { formats }: SiteRequest,
): SitePage {
  const text = typeof markdown === 'string' ? markdown : ((markdown?.fit_markdown || markdown?.raw_markdown) ?? '');
  const source = cleaned_html ?? html ?? '';
  const sitePage: SitePage = { url, title: metadata?.title ?? null };
  if (formats.includes('markdown') && text.trim() !== '') sitePage.markdown = text.trim();
  if (formats.includes('html') && source !== '') sitePage.html = source;
  if (sitePage.markdown === undefined && sitePage.html === undefined) throw createNoContentFailure(facts.id);
  return sitePage;
}

function listLinks({ url, links }: CrawledPage, limit: number): SiteLink[] {
  const linksByUrl = new Map<string, SiteLink>();
  for (const { href, text: title } of links?.internal ?? []) {
    if (!URL.canParse(href, url)) continue;
    const whole = new URL(href, url);
    whole.hash = '';
    if (!isWebAddress(whole.href) || whole.href === url || linksByUrl.has(whole.href)) continue;
    linksByUrl.set(whole.href, { url: whole.href, ...(title?.trim() ? { title: title.trim() } : {}) });
    if (linksByUrl.size >= limit) break;
  }
  return [...linksByUrl.values()];
}

/** It runs on the operator's own host. */
const ceiling = (): number => 0;

export default defineProvider(facts, { scrape, read, crawl, map, ceiling });
