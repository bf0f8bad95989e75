import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import jinaReader from '../../src/providers/jina-reader.ts';
import ownReader from '../../src/providers/own-reader.ts';
import { lexicon } from './reader.lexicon.ts';

const providers = [jinaReader, ownReader];

/** What the price covers where the reader is paid by the token. */
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
  description: 'Read the content of one web page, without navigation and advertising, as Markdown, HTML or JSON.',
  price: usd('0.004'),
  effect: 'read',
  category: 'scrape',
  uses: providers,
  // Jina serves a page again for an hour by itself.
  cache: { seconds: 300 },
  fetches: ['url'],
  input: z.object({
    url: z.string().trim().min(1).max(4096).describe('Address of the page, http or https'),
    format: z
      .enum(['markdown', 'json', 'html'])
      .default('markdown')
      .describe('json: Markdown, with what the page states of itself and its links in fields of their own'),
  }),
  output: z.object({
    title: z.string().nullable(),
    url: z.string().describe('After redirects, where they are known'),
    content: z.string().describe('The content in the format asked for; with json, as Markdown'),
    format: z.enum(['markdown', 'json', 'html']),
    truncated: z.boolean().describe('The page is longer than what was read'),
    description: z.string().nullable().optional().describe('What the page says of itself; with json'),
    author: z.string().nullable().optional().describe('With json'),
    publishedAt: z.string().nullable().optional().describe('ISO 8601 UTC, where the page tells; with json'),
    language: z.string().nullable().optional().describe('Language code, as the page states it; with json'),
    links: z
      .array(z.object({ text: z.string(), url: z.string() }))
      .optional()
      .describe('Where the content links to; with json'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
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
