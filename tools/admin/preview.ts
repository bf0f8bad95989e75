import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { Page } from '../../src/kernel/tool/reply.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { chooseLanguage } from '../../src/locales/language.ts';
import { findArticle } from '../../src/newsroom/content/articles/reads.ts';
import { diagnoseArticle } from '../../src/newsroom/mailing/outreach/diagnosis.ts';
import { hasLetters } from '../../src/text/language.ts';
import { renderDiagnosis, renderNoDiagnosis } from '../../src/web/pages/diagnosis.tsx';

export default definePage({
  title: 'Diagnosis of an article',
  description:
    'Return the report on an article as its company would see it: score, most useful improvements and an alternative headline.',
  route: 'GET /admin/preview/{article_id}',
  effect: 'read',
  failsWith: ['INVALID_INPUT', 'TOO_LARGE'],
  input: z.object({ article_id: z.number().int().describe('Number of the article.') }),
  examples: [{ article_id: 41 }],
  async run({ article_id: id }, ctx): Promise<Page> {
    const { db } = ctx.services.database;
    const article = Number.isSafeInteger(id) ? await findArticle(db, id) : undefined;
    if (!article) return renderNoDiagnosis(chooseLanguage(ctx.browser?.acceptLanguage));
    const { title, body, language } = article;
    if (!hasLetters(`${title}${body}`))
      throw new FareboxError('INVALID_INPUT', { message: 'This article has no text' });
    return renderDiagnosis(await diagnoseArticle(article, ctx), language);
  },
});
