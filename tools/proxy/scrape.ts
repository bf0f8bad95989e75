import { z } from 'zod';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import '../../src/providers/shared/page/reader.ts';
import { fetchPage } from '../../src/providers/shared/search/web.ts';
import { lexicon } from './scrape.lexicon.ts';

const CONTENT_CHARS_MAX = 200_000;

export default defineTool({
  description: 'Read one public web page as text, Markdown or HTML, or just the parts a CSS selector names.',
  mcpLists: ['proxy'],
  effect: 'read',
  category: 'scrape',
  fetches: ['url'],
  input: z.object({
    url: z.string().min(1).max(4096).describe('Address of the page, http or https'),
    selector: z.string().min(1).max(500).optional().describe('CSS selector; only the elements it names are returned'),
    format: z.enum(['text', 'html', 'markdown']).default('text').describe('Form of the content'),
  }),
  output: z.object({
    url: z.string(),
    finalUrl: z.string().describe('Address after redirects'),
    title: z.string().nullable(),
    content: z.string(),
    format: z.enum(['text', 'html', 'markdown']),
    contentType: z.string().describe('Media type of the page'),
    bytes: z.number().int().describe('Bytes of the page that were read'),
    truncated: z.boolean().describe('The page or its content is longer than what was returned'),
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
