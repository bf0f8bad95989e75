import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listFeedArticles } from '../../src/newsroom/content/feed/reads.ts';
import { buildVersion, feedArticle, lang as langField, nameLanguage, parseArticles, parseLanguage } from './_shared.ts';

export default defineTool({
  title: 'List published articles',
  description: 'List published articles of all companies, newest first.',
  route: 'GET /v1/articles',
  effect: 'read',
  input: z.object({
    lang: langField.default('ja'),
    limit: z.number().int().min(1).max(100).default(100).describe('Maximum number of items per page.'),
    cursor: z.string().optional().describe('`next_cursor` of the previous page, for the same language.'),
  }),
  output: z.object({
    items: z.array(feedArticle).describe('Items, newest first.'),
    next_cursor: z.string().nullable().describe('Cursor of the next page; `null` on the last page.'),
    has_more: z.boolean().describe('`true` if another page exists.'),
    lang: z
      .string()
      .nullable()
      .describe(
        'Language of the texts: ja, en or zh. `null` for a language that the feed does not have: each article states its own.',
      ),
  }),
  examples: [{}, { lang: 'en', limit: 20 }],
  version({ lang, limit, cursor = '' }, ctx) {
    if (cursor !== '') ctx.services.feed.readCursor(cursor, nameLanguage(lang));
    return buildVersion(ctx, 'articles', nameLanguage(lang), limit, cursor);
  },
  async run({ lang, limit, cursor = '' }, { services: { database, feed } }) {
    const name = nameLanguage(lang);
    const after = cursor === '' ? null : feed.readCursor(cursor, name);
    const query = { language: parseLanguage(lang), limit, after, site: feed.site };
    const { items, next } = await database.read(listFeedArticles, query);
    return {
      items: parseArticles(items),
      next_cursor: next && feed.writeCursor(next, name),
      has_more: next !== null,
      lang: parseLanguage(lang),
    };
  },
});
