import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listFeedArticles } from '../../src/newsroom/content/feed/reads.ts';
import { buildVersion, feedArticle, parseArticles, requireShop, shopName } from './_shared.ts';

export default defineTool({
  title: 'List the news of a publisher',
  description: 'List published articles of one company, newest first, in their original language.',
  route: 'GET /v1/shops/{slug}/news',
  effect: 'read',
  input: z.object({
    slug: z.string().describe('Last part of the profile’s URL.'),
    limit: z.number().int().min(1).max(50).default(20).describe('Maximum number of results.'),
  }),
  output: z.object({
    shop: shopName.describe('Publisher of the articles.'),
    items: z.array(feedArticle).describe('Items, newest first.'),
    total: z.number().int().describe('Number of all public articles.'),
    limit: z.number().int().describe('Maximum number of results.'),
  }),
  examples: [{ slug: 'sample' }],
  version: ({ slug, limit }, ctx) => buildVersion(ctx, 'shop-news', slug, limit),
  async run({ slug, limit }, ctx) {
    const { database, feed } = ctx.services;
    const { shop, facts } = await requireShop(ctx, slug);
    const query = { language: null, limit, after: null, shopId: shop.id, site: feed.site };
    const { items } = await database.read(listFeedArticles, query);
    const { slug: namesBySlug, name } = shop;
    return { shop: { slug: namesBySlug, name }, items: parseArticles(items), total: facts.articles, limit };
  },
});
