/** Our own reader: the page is fetched here and its content found here, with no account anywhere. */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import './shared/page/reader.ts';
import type { ReadPage, ReadRequest } from './shared/network/reading.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';
import { fetchPage } from './shared/search/web.ts';
import { parseTime } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'own-reader',
  title: 'Own reader',
  tier: 'T0',
  about: 'Built-in reader that extracts the main content of pages. Runs no scripts.',
  baseUrl: '',
  settings: {},
};

const CONTENT_CHARS_MAX = 400_000;

/**
 * The content of a page. Throws INVALID_INPUT (address), UNREADABLE_TARGET (a PDF, a page that scripts draw, a 403) or an
 * UpstreamFailure of the page's own server.
 */
async function read({ url, format }: ReadRequest, ctx: CallContext): Promise<ReadPage> {
  settingsOf(facts, ctx);
  const { source, contentType, finalUrl } = await fetchPage(url, ctx);
  const job = { source, contentType, finalUrl, format, charsMax: CONTENT_CHARS_MAX };
  const { cut, ...article } = await ctx.services.pages.readArticle(job, ctx);
  const publishedAt = parseTime(article.publishedAt, Date.now());
  return { ...article, publishedAt, url: finalUrl, truncated: source.truncated || cut };
}

export default defineProvider(facts, { read });
