import { z } from 'zod';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { escapeHtml } from '../../src/lib/escape-html.ts';
import { listFeedArticles } from '../../src/newsroom/content/feed/reads.ts';
import { formatTime } from '../../src/newsroom/content/feed/template.ts';
import { buildShopPath } from './_press.ts';
import { buildVersion, type FeedArticleJson, parseArticles, requireShop } from './_shared.ts';

const ITEMS = 50;

export default defineTool({
  title: 'Feed of a publisher',
  description: `The newest ${ITEMS} published articles of one company for feed readers, as Atom 1.0.`,
  route: 'GET /v1/shops/{slug}/feed.xml',
  effect: 'read',
  reply: 'bytes',
  failsWith: ['NOT_FOUND'],
  answerHeaders: ['Content-Encoding'],
  input: z.object({ slug: z.string().describe('Slug of the publisher.') }),
  output: z.unknown(),
  examples: [{ slug: 'sample' }],
  version: ({ slug }, ctx) => buildVersion(ctx, 'shop-feed', slug),
  async run({ slug }, ctx) {
    const { database, feed } = ctx.services;
    const { site } = feed;
    const { shop, facts } = await requireShop(ctx, slug);
    const query = { language: null, limit: ITEMS, after: null, shopId: shop.id, site };
    const entries = parseArticles((await database.read(listFeedArticles, query)).items);
    const page = `${site.baseUrl}${buildShopPath(slug)}`;
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      element('title', shop.name),
      element('id', page),
      `<link href="${escapeHtml(page)}"/>`,
      `<link rel="self" type="application/atom+xml" href="${escapeHtml(page)}/feed.xml"/>`,
      element('updated', formatTime(facts.latestAt ?? 0, site.zone)),
      `<author>${element('name', shop.name)}</author>`,
      ...entries.map(writeEntry),
      '</feed>',
      '',
    ];
    return new Bytes(Buffer.from(lines.join('\n')), 'application/atom+xml; charset=utf-8', 'feed.xml', {
      isText: true,
    });
  },
});

const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

function writeEntry({ title, url, lang, summary, published_at: publishedAt, updated_at: updatedAt }: FeedArticleJson) {
  return [
    `<entry xml:lang="${escapeHtml(lang)}">`,
    element('title', title),
    element('id', url),
    `<link href="${escapeHtml(url)}"/>`,
    ...(publishedAt === null ? [] : [element('published', publishedAt)]),
    element('updated', updatedAt),
    ...(summary === null ? [] : [element('summary', summary)]),
    '</entry>',
  ].join('');
}
