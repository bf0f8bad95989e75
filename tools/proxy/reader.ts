import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import jinaReader from '../../src/providers/jina-reader.ts';
import ownReader from '../../src/providers/own-reader.ts';
import { lexicon } from './reader.lexicon.ts';

const providers = [jinaReader, ownReader];

/** Amount that the price covers if the reader is paid by the token. */
const TOKENS_MAX = 60_000;
const LINKS_MAX = 500;

const linkForm = /(?<!!)\[((?:[^\]\\]|\\.){1,300})\]\((https?:[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g;

/** The links of a page written as Markdown, each address once. */
function linksIn(content: string): { text: string; url: string }[] {
  const links = new Map<string, string>();
  for (const [, text = '', url = ''] of content.matchAll(linkForm)) {
    if (!links.has(url)) links.set(url, text.replace(/\\(?=\p{P})/gu, ''));
    if (links.size >= LINKS_MAX) break;
  }
  return [...links].map(([url, text]) => ({ text, url }));
}

export default defineTool({
  title: 'Page reader',
  description:
    'Read the main content of one web page as Markdown, HTML or JSON, without navigation and ads. For several pages or fallback use `smart-read`; for pages behind scripts `scrape-advanced`.',
  price: usd('0.004'),
  effect: 'read',
  category: 'scrape',
  uses: providers,
  // Jina serves a page again for an hour by itself.
  cache: { seconds: 300 },
  fetches: ['url'],
  input: z.object({
    url: z.string().trim().min(1).max(4096).describe('Page URL, http or https.'),
    format: z
      .enum(['markdown', 'json', 'html'])
      .default('markdown')
      .describe('Output format; json adds metadata and links of the page to its Markdown.'),
  }),
  output: z.object({
    title: z.string().nullable().describe('Title of the page; null if it has none.'),
    url: z.string().describe('URL of the page after redirects.'),
    content: z.string().describe('Content in the requested format; Markdown for json.'),
    format: z.enum(['markdown', 'json', 'html']).describe('Format from the request.'),
    truncated: z.boolean().describe('true if the page was too long and was cut off.'),
    description: z.string().nullable().optional().describe('Meta description of the page; only with json.'),
    author: z.string().nullable().optional().describe('Author named by the page; only with json.'),
    publishedAt: z.string().nullable().optional().describe('Publication time, ISO 8601 in UTC; only with json.'),
    language: z.string().nullable().optional().describe('Language code declared by the page; only with json.'),
    links: z
      .array(
        z.object({ text: z.string().describe('Text of the link.'), url: z.string().describe('Target of the link.') }),
      )
      .optional()
      .describe('Links in the content; only with json.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [{ url: 'https://example.com/' }, { url: 'https://example.com/news', format: 'json' }],
  costCeiling: (_input, settings) => {
    const isOwn = settings !== undefined && settings(jinaReader.id) === null;
    return isOwn ? 0 : jinaReader.ceiling(TOKENS_MAX, settings?.(jinaReader.id) ?? null);
  },
  async run({ url, format }, ctx) {
    const provider = chooseConfigured(providers, ctx);
    const request = { url, format: format === 'html' ? 'html' : 'markdown', tokensMax: TOKENS_MAX } as const;
    const { title, url: finalUrl, content, truncated, ...stated } = await provider.read(request, ctx);
    const page = { title, url: finalUrl, content, format, truncated, sourceUsed: provider.id };
    return format === 'json' ? { ...page, ...stated, links: linksIn(content) } : page;
  },
});
