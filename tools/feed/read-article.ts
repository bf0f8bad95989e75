import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { escapeHtml } from '../../src/lib/escape-html.ts';
import { createArticleMissingError } from '../../src/newsroom/content/articles/reads.ts';
import { findFeedArticle } from '../../src/newsroom/content/feed/reads.ts';
import {
  buildVersion,
  type FeedArticleJson,
  feedArticle,
  lang as langField,
  nameLanguage,
  parseLanguage,
} from './_shared.ts';
import { showArticle } from './_show.ts';

export default defineTool({
  title: 'Read a published article',
  description:
    'Get a published article with its text. For news from other sites the feed has a summary and facts, and links to the page.',
  route: 'GET /v1/articles/{article_id}',
  effect: 'read',
  failsWith: ['GONE'],
  answerHeaders: ['Content-Language'],
  input: z.object({
    article_id: z.number().int().describe('Number of the article.'),
    lang: langField.default('').describe('Requested language; empty: the original.'),
  }),
  output: feedArticle.extend({
    body: z.string().nullable().describe('Full text; `null` for external news.'),
    body_html: z.string().nullable().describe('Text as HTML paragraphs.'),
  }),
  examples: [{ article_id: 41 }],
  version: ({ article_id: id, lang }, ctx) => buildVersion(ctx, 'article', id, nameLanguage(lang)),
  async page(input, ctx) {
    const { shown, body } = await findShown(input, ctx);
    return await showArticle(shown, body, ctx);
  },
  async run(input, ctx) {
    const { shown, body } = await findShown(input, ctx);
    ctx.addHeader('Content-Language', shown.lang);
    return { ...shown, body, body_html: body && writeParagraphs(body) };
  },
});

interface ArticleQuery {
  article_id: number;
  lang: string;
}

/** Throws NOT_FOUND for an article that was never public, and GONE for one that is so no more. */
async function findShown({ article_id: id, lang }: ArticleQuery, { services: { database, feed } }: CallContext) {
  const article = Number.isSafeInteger(id)
    ? await findFeedArticle(database.db, id, parseLanguage(lang), feed.site)
    : undefined;
  if (article === undefined) throw createArticleMissingError();
  if (article === 'gone') throw new FareboxError('GONE', { message: 'Article is no longer available' });
  const shown: FeedArticleJson = JSON.parse(article.document);
  return { shown, body: article.body };
}

function writeParagraphs(body: string): string {
  const paragraphs = body.split(/(?:\r?\n[^\S\r\n]*){2,}/).filter((text) => text.trim() !== '');
  return paragraphs.map((text) => `<p>${escapeHtml(text.trim()).replace(/\r?\n/g, '<br>')}</p>`).join('\n');
}
