import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { faqOutput, LANGUAGES, readTexts, requireArticle, translationsOutput } from './_shared.ts';

export default defineTool({
  title: 'Article translations',
  description:
    'Get an article of the company, or a public one, in each available language, with its questions and answers.',
  route: 'GET /api/article-translations/{article_id}',
  effect: 'read',
  input: z.object({ article_id: z.number().int().describe('Number of the article.') }),
  output: z.object({
    article_id: z.number().int().describe('Requested article ID.'),
    original_language: z.enum(['ja', 'en', 'zh']).describe('Language of the original.'),
    languages: z.array(z.enum(['ja', 'en', 'zh'])).describe('All possible languages.'),
    translations: translationsOutput.describe('Translations by language.'),
    missing: z.array(z.enum(['ja', 'en', 'zh'])).describe('Languages without a translation of the current text.'),
    faq: faqOutput.describe('Questions and answers by language, if available.'),
  }),
  examples: [{ article_id: 41 }],
  async run({ article_id: id }, ctx) {
    const article = await requireArticle(ctx, id);
    const translations = await readTexts(ctx, article);
    const held = LANGUAGES.filter((language) => translations[language]);
    return {
      article_id: id,
      original_language: article.language,
      languages: [...LANGUAGES],
      translations,
      missing: LANGUAGES.filter((language) => translations[language]?.stale ?? true),
      faq: Object.fromEntries(held.map((language) => [language, translations[language]?.faq ?? []])),
    };
  },
});
