import { z } from 'zod';
import { type Chosen, everyOf, firstOf } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { errorObject, FareboxError } from '../../src/kernel/errors.ts';
import { toCallerError, UpstreamFailure } from '../../src/kernel/failure.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import type { ReadPage } from '../../src/providers/reading.ts';
import { admitUrl } from '../../src/providers/web.ts';
import { attemptsShape } from './_attempts.ts';
import { firstReaders, readerOrder, readerSources, readers, readingCeiling } from './_readers.ts';

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
  const sources = readerSources({ url, tokensMax });
  if (strategy === 'fast') return readingOf(await firstOf(readerOrder, sources, ctx));
  const names = firstReaders(READ_AT_ONCE, (id) => ctx.outside.settings(id));
  const answers = await everyOf(names, sources, ctx);
  const longest = answers.reduce((best, one) => (one.value.content.length > best.value.content.length ? one : best));
  return readingOf(longest);
}

const readingOf = ({ value, sourceUsed, fallbackUsed }: Chosen<ReadPage>): Reading => ({
  page: value,
  sourceUsed,
  fallbackUsed,
});

/** Why a page is missing, in the words that the call itself would have failed with. */
function errorOf(thrown: unknown): { code: string; message: string } | null {
  const error = thrown instanceof UpstreamFailure ? toCallerError(thrown, []) : thrown;
  if (!(error instanceof FareboxError) || error.status >= 500) return null;
  const { code, message } = errorObject(error);
  return { code, message: message.replace(' Nothing was charged.', '') };
}

const failed = { code: 'UPSTREAM_FAILED', message: 'No reader could read this page.' };

const pageShape = z.object({
  url: z.string().describe('As it was asked for'),
  ok: z.boolean().describe('Whether the page was read'),
  title: z.string().nullable(),
  content: z.string().describe('Markdown; empty when the page was not read'),
  sourceUsed: z.string().optional().describe('Id of the reader'),
  truncated: z.boolean().optional().describe('The page is longer than what was read'),
  error: z.object({ code: z.string(), message: z.string() }).optional().describe('Why it was not read'),
});

export default defineTool({
  title: 'Smart reader',
  description:
    'Read one to five web pages as Markdown, without navigation and advertising; another reader steps in when one fails.',
  price: usd('0.006'),
  effect: 'read',
  category: 'scrape',
  uses: Object.values(readers),
  input: z
    .object({
      url: address.optional().describe('Address of the page, http or https; or several in urls'),
      urls: z.array(address).min(1).max(URLS_MAX).optional().describe('Addresses of up to five pages'),
      strategy: z
        .enum(['fast', 'thorough'])
        .default('fast')
        .describe('fast: one reader, the next when it fails; thorough: two at once, the longer content'),
    })
    .refine(({ url, urls }) => (url === undefined) !== (urls === undefined), {
      path: ['url'],
      message: 'Name one page in url, or up to five in urls, not both',
    }),
  output: z.object({
    content: z.string().describe('The page as Markdown; of several, the first that was read'),
    title: z.string().nullable().describe('Its title'),
    url: z.string().describe('Its address, after redirects where they are known'),
    pages: z.array(pageShape).describe('Every page, in the order of the input'),
    sourceUsed: z.string().describe('Id of the reader of that page'),
    fallbackUsed: z.boolean().describe('Whether a reader that was asked before had failed'),
    attempts: attemptsShape,
  }),
  lexicon: {
    verbs: {
      en: "read the page|read this page|read this article|read the article|open the page|fetch the page|what does this page say|what does the page say|what's on this page|what is this page about|what does it say|contents of|content of|read|open|fetch|what's on|full text of|get the text|main text|text of the page|go to|visit|pull up|load|take a look at|check out|have a look at|what does|what is on|show me what's on|get me the text|retrieve|article text|body text|grab the text|look at|view|what's it say|what does it say on|what's written on|what's written at|what does the site say|what's this page|what is in|what's in|skim|peek at|fetch me|bring me the text",
      ja: 'を読んで|読んで|読み込んで|開いて|ページの内容|何が書いて|本文|中身を|を見て|内容を教え|全文|読み取って|取得して|何て書いて|なんて書いて|書いてある|ページを読|記事を読|読みたい|内容を知|内容は|目を通して|の内容|確認して|内容を確認|閲覧',
      zh: '读一下|读取|打开|看看|看一下|正文|全文|讲了什么|写了什么|写的什么|说了什么|内容是|网页内容|抓正文|读一读|阅读|获取内容|帮我读|讲的是什么|说的啥|讲了啥|写了啥|浏览|内容|看下|讲什么|说什么|抓取网页|读下|瞧瞧|里面写|读读|抓一下|抓取',
    },
    nouns: {
      en: 'page|pages|article|site|website|webpage|web page|post|link',
      ja: 'ページ|記事|サイト|リンク|ブログ|ウェブページ',
      zh: '网页|页面|文章|网站|链接|网址|帖子',
    },
    values: {
      strategy: {
        thorough: {
          en: 'thorough|thoroughly|carefully|both readers|most complete|complete text|strategy thorough|in full|nothing missing|completely',
          ja: '徹底的|じっくり|漏れなく|丁寧に|しっかり|念入り|もれなく|徹底',
          zh: '彻底|完整|仔细|全面|不要遗漏|尽量完整|认真|完完整整',
        },
        fast: { en: 'strategy fast|quickly|quick read', ja: '素早く|さっと|手早く', zh: '快速|尽快' },
      },
    },
    examples: {
      en: ['Read https://example.com/post', 'What does the page at https://example.com/a say?'],
      ja: ['https://example.com/post を読んで', 'https://example.com/a の内容を教えて'],
      zh: ['读一下 https://example.com/post', 'https://example.com/a 写了什么'],
    },
  },
  examples: [
    { url: 'https://example.com/' },
    { urls: ['https://example.com/news', 'https://example.org/'], strategy: 'thorough' },
  ],
  costCeiling(input, settings) {
    const pages = Math.max(1, addressesOf(input).length);
    const asked = firstReaders(input.strategy === 'thorough' ? READ_AT_ONCE : 1, settings);
    const each = asked.map((name) => readingCeiling(name, tokensFor(pages), settings));
    return pages * each.reduce((sum, micros) => sum + micros, 0);
  },
  async run(input, ctx) {
    const addresses = addressesOf(input);
    // Before any reader is asked: an address that may not be named ends the call.
    await Promise.all(addresses.map((one) => admitUrl(one, ctx)));
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
    const { content, title, url } = first.page;
    const fallbackUsed = read.some((one) => one.fallbackUsed);
    return { content, title, url, pages, sourceUsed: first.sourceUsed, fallbackUsed, attempts: ctx.attempts };
  },
});

function pageOf(url: string, end: PromiseSettledResult<Reading>): z.input<typeof pageShape> {
  if (end.status === 'rejected') {
    return { url, ok: false, title: null, content: '', error: errorOf(end.reason) ?? failed };
  }
  const { page, sourceUsed } = end.value;
  return { url, ok: true, title: page.title, content: page.content, sourceUsed, truncated: page.truncated };
}
