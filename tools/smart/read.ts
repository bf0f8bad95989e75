import { z } from 'zod';
import { FareboxError, toErrorObject } from '../../src/kernel/errors/errors.ts';
import { toCallerError, UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { everyOf, firstOf, type SourceResult } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import type { ReadPage } from '../../src/providers/shared/network/reading.ts';
import { attemptsShape } from './_attempts.ts';
import { buildReaderSources, computeReadingCeiling, listFirstReaders, readerOrder, readers } from './_readers.ts';
import { lexicon } from './read.lexicon.ts';

const URLS_MAX = 5;
/** Over all pages: what the price covers at a reader that is paid by the token. */
const TOKENS_MAX = 36_000;
const READ_AT_ONCE = 2;

const address = z.string().trim().min(1).max(4096);

interface Input {
  url?: string | undefined;
  urls?: string[] | undefined;
  strategy: 'fast' | 'thorough';
}

const addressesOf = ({ url, urls }: Input): string[] => [...(url === undefined ? [] : [url]), ...(urls ?? [])];

const tokensFor = (pages: number): number => Math.floor(TOKENS_MAX / pages);

interface Reading {
  page: ReadPage;
  sourceUsed: string;
  fallbackUsed: boolean;
}

async function readOne(url: string, { strategy }: Input, tokensMax: number, ctx: CallContext): Promise<Reading> {
  const sources = buildReaderSources({ url, tokensMax });
  if (strategy === 'fast') return readingOf(await firstOf(readerOrder, sources, ctx));
  const names = listFirstReaders(READ_AT_ONCE, (id) => ctx.environment.settings(id));
  const answers = await everyOf(names, sources, ctx);
  const longest = answers.reduce((best, one) => (one.value.content.length > best.value.content.length ? one : best));
  return readingOf(longest);
}

const readingOf = ({ value, sourceUsed, fallbackUsed }: SourceResult<ReadPage>): Reading => ({
  page: value,
  sourceUsed,
  fallbackUsed,
});

/** Why a page is missing, in the words that the call itself would have failed with. */
function errorOf(thrown: unknown): { code: string; message: string } | null {
  const error = thrown instanceof UpstreamFailure ? toCallerError(thrown, []) : thrown;
  if (!(error instanceof FareboxError) || error.status >= 500) return null;
  const { code, message } = toErrorObject(error);
  return { code, message: message.replace(' Nothing was charged.', '') };
}

const failed = { code: 'UPSTREAM_FAILED', message: 'This page could not be read.' };

const pageShape = z.object({
  url: z.string().describe('URL from the request.'),
  ok: z.boolean().describe('`true` if the page was read.'),
  title: z.string().nullable().describe('Title of the page; null if it has none.'),
  content: z.string().describe('Content as Markdown; empty if the page was not read.'),
  sourceUsed: z.string().optional().describe('ID of the provider that read the page.'),
  truncated: z.boolean().optional().describe('`true` if the page was too long and was cut off.'),
  error: z
    .object({
      code: z.string().describe('Error code, such as UPSTREAM_FAILED.'),
      message: z.string().describe('Error message in English.'),
    })
    .optional()
    .describe('Error, if the page was not read.'),
});

export default defineTool({
  title: 'Read web pages',
  description:
    'Read one to five web pages as clean Markdown when you know their URLs. To find pages use `smart-search`.',
  keywords: 'several urls, multiple urls, list of urls, several pages, 複数のURL, 複数ページ, 多个网址, 多个网页',
  price: usd('0.006'),
  effect: 'read',
  category: 'scrape',
  uses: Object.values(readers),
  fetches: ['url', 'urls'],
  input: z
    .object({
      url: address.optional().describe('Page URL, http or https.'),
      urls: z.array(address).min(1).max(URLS_MAX).optional().describe('Up to five page URLs, instead of url.'),
      strategy: z
        .enum(['fast', 'thorough'])
        .default('fast')
        .describe('fast: one reader; thorough: two in parallel, keeps the longer content.'),
    })
    .refine(({ url, urls }) => (url === undefined) !== (urls === undefined), {
      path: ['url'],
      message: 'Provide either url (one page) or urls (up to five)',
    }),
  output: z.object({
    content: z.string().describe('Content as Markdown; for several URLs, of the first page that was read.'),
    title: z.string().nullable().describe('Title of that page; null if it has none.'),
    url: z.string().describe('URL of that page after redirects.'),
    truncated: z.boolean().describe('`true` if the page was too long and was cut off.'),
    pages: z.array(pageShape).optional().describe('All pages in the order of urls; only if urls was given.'),
    sourceUsed: z.string().describe('ID of the provider that read that page.'),
    fallbackUsed: z.boolean().describe('`true` if an earlier reader failed and another answered instead.'),
    attempts: attemptsShape,
  }),
  lexicon,
  examples: [
    { url: 'https://example.com/' },
    { urls: ['https://example.com/news', 'https://example.org/'], strategy: 'thorough' },
  ],
  costCeiling(input, settings) {
    const pages = Math.max(1, addressesOf(input).length);
    const firstReaders = listFirstReaders(input.strategy === 'thorough' ? READ_AT_ONCE : 1, settings);
    const each = firstReaders.map((name) => computeReadingCeiling(name, tokensFor(pages), settings));
    return pages * each.reduce((sum, micros) => sum + micros, 0);
  },
  async run(input, ctx) {
    const addresses = addressesOf(input);
    const tokensMax = tokensFor(addresses.length);
    const contexts = addresses.map((): CallContext => ({ ...ctx, attempts: [] }));
    const ends = await Promise.allSettled(
      contexts.map((own, at) => readOne(addresses[at] ?? '', input, tokensMax, own)),
    );
    for (const { attempts } of contexts) ctx.attempts.push(...attempts);
    const read = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const [first] = read;
    if (!first) throw ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []))[0];
    const pages = ends.map((end, at) => pageOf(addresses[at] ?? '', end));
    const missing = pages.length - read.length;
    if (missing > 0) ctx.warn(`${missing} of ${pages.length} pages could not be read; pages says which and why.`);
    const { content, title, url, truncated } = first.page;
    return {
      content,
      title,
      url,
      truncated,
      ...(pages.length > 1 ? { pages } : {}),
      sourceUsed: first.sourceUsed,
      fallbackUsed: read.some((one) => one.fallbackUsed),
      attempts: ctx.attempts,
    };
  },
});

function pageOf(url: string, end: PromiseSettledResult<Reading>): z.input<typeof pageShape> {
  if (end.status === 'rejected') {
    return { url, ok: false, title: null, content: '', error: errorOf(end.reason) ?? failed };
  }
  const { page, sourceUsed } = end.value;
  return { url, ok: true, title: page.title, content: page.content, sourceUsed, truncated: page.truncated };
}
