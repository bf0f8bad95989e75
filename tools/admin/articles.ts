import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { articleOutput, formatArticle } from '../../src/newsroom/operations/reports/article-output.ts';
import { ARTICLE_SORTS, listArticles } from '../../src/newsroom/operations/reports/article-reads.ts';
import { bringIntoRange, describePage, looseRange, pageShape } from '../../src/newsroom/operations/reports/pages.ts';
import { truncate } from '../../src/text/truncate.ts';

const Q_CHARS_MAX = 200;
const truths: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

export default defineTool({
  title: 'List articles',
  description: 'List all articles of the newsroom with their progress through the pipeline, without their texts.',
  route: 'GET /admin/articles',
  effect: 'read',
  input: z.object({
    ...looseRange(30),
    q: z.string().default('').describe('Part of the title, company or text, up to 200 characters.'),
    has_email: z.string().default('').describe('`true` or `false`; any other value returns both.'),
    category: z.string().default('').describe('Most likely category; empty returns all.'),
    analyzed: z.string().default('').describe('`true` or `false`; any other value returns both.'),
    sort: z
      .string()
      .default('')
      .describe(`One of ${ARTICLE_SORTS.join(', ')}. Default: ${ARTICLE_SORTS[0]}.`),
  }),
  output: z.object({
    items: z.array(articleOutput).describe('Items in the requested order.'),
    ...pageShape,
    sort: z.enum(ARTICLE_SORTS).describe('Applied sort order.'),
    applied: objectOf('Filters that were applied.', {
      q: z.string().describe('Applied search text.'),
      has_email: z.boolean().nullable().describe('Filter; `null` returns both.'),
      category: z.string().describe('Filter by category; empty returns all.'),
      analyzed: z.boolean().nullable().describe('Filter; `null` returns both.'),
    }),
  }),
  examples: [{}, { analyzed: 'false' }],
  async run({ page, per_page, q: query, has_email, category, analyzed, sort: order }, ctx) {
    const range = bringIntoRange(page, per_page);
    const sort = ARTICLE_SORTS.find((one) => one === order) ?? ARTICLE_SORTS[0];
    const q = truncate(query.trim(), Q_CHARS_MAX).toWellFormed();
    const [hasEmail, isAnalyzed] = [truths[has_email] ?? null, truths[analyzed] ?? null];
    const filter = { q, category, hasEmail, isAnalyzed, sort, ...range };
    const { articles, total } = await ctx.services.database.read(listArticles, filter);
    const items = articles.map((article) => formatArticle(article, ctx.server));
    return {
      items,
      ...describePage(total, range),
      sort,
      applied: { q, has_email: hasEmail, category, analyzed: isAnalyzed },
    };
  },
});
