import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { Shop } from '../../src/newsroom/content/feed/reads.ts';
import { formatTime } from '../../src/newsroom/content/feed/template.ts';
import { buildShopPath } from './_press.ts';
import { buildVersion, requireShop } from './_shared.ts';
import { showNewsroom } from './_show.ts';

const text = (about: string) => z.string().nullable().describe(about);

export default defineTool({
  title: 'Read a publisher',
  description: 'Get the public profile of a company that has published an article.',
  route: 'GET /v1/shops/{slug}',
  effect: 'read',
  input: z.object({ slug: z.string().describe('Last part of the profile’s URL.') }),
  output: z.object({
    id: z.number().int().describe('Number of the profile.'),
    slug: z.string().describe('Slug of the request.'),
    name: z.string().describe('Name as displayed.'),
    description: text('Description of the company.'),
    url: text('Website of the company.'),
    prefecture: text('Prefecture of the company.'),
    address: text('Postal address of the company.'),
    categories: z.array(z.string()).describe('Categories of its articles, most frequent first.'),
    logo_url: text('URL of the logo.'),
    article_count: z.number().int().describe('Number of public articles.'),
    latest_at: text('Time of the last publication, ISO 8601 in the server’s time zone.'),
    json_ld: z.record(z.string(), z.unknown()).describe('schema.org data as JSON-LD.'),
  }),
  examples: [{ slug: 'sample' }],
  version: ({ slug }, ctx) => buildVersion(ctx, 'shop', slug),
  async page({ slug }, ctx) {
    const { shop, facts } = await requireShop(ctx, slug);
    const jsonLd = describeOrganization(shop, `${ctx.services.feed.site.baseUrl}${buildShopPath(slug)}`);
    return await showNewsroom({ shop, total: facts.articles, jsonLd }, ctx);
  },
  async run({ slug }, ctx) {
    const { site } = ctx.services.feed;
    const { shop, facts } = await requireShop(ctx, slug);
    return {
      ...shop,
      categories: facts.categories,
      article_count: facts.articles,
      latest_at: facts.latestAt === null ? null : formatTime(facts.latestAt, site.zone),
      json_ld: describeOrganization(shop, `${site.baseUrl}/v1/shops/${slug}`),
    };
  },
});

function describeOrganization({ name, description, url, address, logo_url: logo }: Shop, page: string) {
  const entries = Object.entries({ name, description, url, address, logo }).filter(([, value]) => value !== null);
  const organization = { '@type': 'Organization', '@id': `${page}#publisher`, ...Object.fromEntries(entries) };
  return { '@context': 'https://schema.org', '@graph': [{ ...organization, mainEntityOfPage: page }] };
}
