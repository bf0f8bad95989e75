import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { escapeHtml } from '../../src/lib/escape-html.ts';
import { listMapEntries } from '../../src/newsroom/content/feed/reads.ts';
import { formatTime } from '../../src/newsroom/content/feed/template.ts';
import { buildVersion } from './_shared.ts';

/** The most that one sitemap may name (sitemaps.org). */
const ADDRESSES_MAX = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export default defineTool({
  title: 'Sitemap',
  description: `List the addresses of all published articles for search engines; beyond ${ADDRESSES_MAX} it lists further sitemaps.`,
  route: 'GET /sitemap.xml',
  effect: 'read',
  reply: 'bytes',
  failsWith: ['NOT_FOUND'],
  limits: 'feed',
  input: z.object({
    page: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Page number, starting at 1. Omit it for the whole sitemap or its index.'),
  }),
  output: z.unknown(),
  answerHeaders: ['Content-Encoding'],
  examples: [{}],
  version: ({ page }, ctx) => buildVersion(ctx, 'sitemap', page ?? null),
  async run({ page }, { services: { database, feed } }) {
    const { baseUrl, zone } = feed.site;
    const offset = ((page ?? 1) - 1) * ADDRESSES_MAX;
    if (!Number.isSafeInteger(offset)) throw createNoPageError();
    const { total, entries } = await database.read(listMapEntries, { limit: ADDRESSES_MAX, offset });
    const pages = Math.max(1, Math.ceil(total / ADDRESSES_MAX));
    if (page !== undefined && page > pages) throw createNoPageError();
    if (page === undefined && pages > 1) {
      const addresses = Array.from({ length: pages }, (_, index) => `${baseUrl}/sitemap.xml?page=${index + 1}`);
      return writeXml(
        'sitemapindex',
        addresses.map((loc) => `<sitemap><loc>${escapeHtml(loc)}</loc></sitemap>`),
      );
    }
    const urls = entries.map(({ id, updatedAt }) => {
      const loc = escapeHtml(`${baseUrl}/v1/articles/${id}`);
      return `<url><loc>${loc}</loc><lastmod>${formatTime(updatedAt, zone)}</lastmod></url>`;
    });
    return writeXml('urlset', urls);
  },
});

const createNoPageError = (): FareboxError => new FareboxError('NOT_FOUND', { message: 'Page not found' });

function writeXml(name: string, lines: readonly string[]): Bytes {
  const root = [`<${name} xmlns="${NAMESPACE}">`, ...lines, `</${name}>`];
  const text = ['<?xml version="1.0" encoding="UTF-8"?>', ...root, ''].join('\n');
  return new Bytes(Buffer.from(text), 'application/xml; charset=utf-8', 'sitemap.xml', { isText: true });
}
