import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { escapeHtml } from '../../src/lib/escape-html.ts';
import { createArticleMissingError } from '../../src/newsroom/content/articles/reads.ts';
import { findFeedArticle } from '../../src/newsroom/content/feed/reads.ts';
import { buildVersion, feedArticle, lang as langField, nameLanguage, parseLanguage } from './_shared.ts';

export default defineTool({
  title: 'Read a published article',
  description:
    'One published article with its text. Of news from elsewhere the feed has summary and facts, and leads to the page.',
  route: 'GET /v1/articles/{article_id}',
  effect: 'read',
  failsWith: ['GONE'],
  answerHeaders: ['Content-Language'],
  input: z.object({
    article_id: z.number().int().describe('Number of the article.'),
    lang: langField.default('').describe('The language that is wanted; empty: the original.'),
  }),
  output: feedArticle.extend({
    body: z.string().nullable().describe('Full text; `null` for external news.'),
    body_html: z.string().nullable().describe('Text as HTML paragraphs.'),
  }),
  examples: [{ article_id: 41 }],
  version: ({ article_id: id, lang }, ctx) => buildVersion(ctx, 'article', id, nameLanguage(lang)),
  async run({ article_id: id, lang }, ctx) {
    const { database, feed } = ctx.services;
    const article = Number.isSafeInteger(id)
      ? await findFeedArticle(database.db, id, parseLanguage(lang), feed.site)
      : undefined;
    if (article === undefined) throw createArticleMissingError();
    if (article === 'gone') throw new FareboxError('GONE', { message: 'Article is no longer available' });
    ctx.addHeader('Content-Language', article.language);
    const { body, document } = article;
    const shown: z.input<typeof feedArticle> = JSON.parse(document);
    return { ...shown, body, body_html: body && writeParagraphs(body) };
  },
});

function writeParagraphs(body: string): string {
  const paragraphs = body.split(/(?:\r?\n[^\S\r\n]*){2,}/).filter((text) => text.trim() !== '');
  return paragraphs.map((text) => `<p>${escapeHtml(text.trim()).replace(/\r?\n/g, '<br>')}</p>`).join('\n');
}
