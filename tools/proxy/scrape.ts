import { z } from 'zod';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import '../../src/providers/shared/page/reader.ts';
import { fetchPage } from '../../src/providers/shared/search/web.ts';
import { lexicon } from './scrape.lexicon.ts';

const CONTENT_CHARS_MAX = 200_000;

export default defineTool({
  title: 'Page scraper',
  description:
    'Read one public web page as text, Markdown or HTML, or only the elements of a CSS selector. For pages that need scripts use `scrape-advanced`.',
  mcpLists: ['proxy'],
  effect: 'read',
  category: 'scrape',
  fetches: ['url'],
  input: z.object({
    url: z.string().min(1).max(4096).describe('Page URL, http or https.'),
    selector: z.string().min(1).max(500).optional().describe('CSS selector of the elements to return, e.g. article.'),
    format: z.enum(['text', 'html', 'markdown']).default('text').describe('Format of the content.'),
  }),
  output: z.object({
    url: z.string().describe('URL from the request.'),
    finalUrl: z.string().describe('URL of the page after redirects.'),
    title: z.string().nullable().describe('Title of the page; null if it has none.'),
    content: z.string().describe('Content in the requested format.'),
    format: z.enum(['text', 'html', 'markdown']).describe('Format from the request.'),
    contentType: z.string().describe('Media type of the page.'),
    bytes: z.number().int().describe('Number of bytes that were read.'),
    truncated: z.boolean().describe('true if the page was too long and was cut off.'),
  }),
  lexicon,
  examples: [
    { url: 'https://example.com/' },
    { url: 'https://example.com/news', selector: 'article', format: 'markdown' },
  ],
  async run({ url, selector, format }, ctx) {
    const page = await fetchPage(url, ctx);
    const { source, contentType, finalUrl } = page;
    const job = { source, contentType, finalUrl, format, charsMax: CONTENT_CHARS_MAX };
    const read = await ctx.services.pages.read(selector === undefined ? job : { ...job, selector }, ctx);
    if (read.content === '') {
      throw new UpstreamFailure('empty', 'web', {
        message: 'The page has no text; it may need scripts. Nothing was charged.',
      });
    }
    return {
      url: page.url,
      finalUrl,
      title: read.title,
      content: read.content,
      format,
      contentType,
      bytes: source.bytes.byteLength,
      truncated: source.truncated || read.cut,
    };
  },
});
