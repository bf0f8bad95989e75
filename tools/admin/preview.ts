import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors.ts';
import type { Page } from '../../src/kernel/reply.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { findArticle } from '../../src/newsroom/pipeline/reads.ts';
import { hasLetters } from '../../src/newsroom/text/language.ts';
import { renderDiagnosis, renderNoDiagnosis } from '../../src/web/diagnosis.tsx';
import { chooseLanguage } from '../../src/web/language.ts';

const SUGGESTIONS_MAX = 3;

export default defineTool({
  title: 'Diagnosis of an article',
  description:
    'The report on an article as its company would read it: score, what would help most, and another headline.',
  route: 'GET /admin/preview/{article_id}',
  effect: 'read',
  reply: 'page',
  failsWith: ['INVALID_INPUT', 'TOO_LARGE'],
  input: z.object({ article_id: z.number().int().describe('Number of the article.') }),
  output: z.unknown(),
  examples: [{ article_id: 41 }],
  async run({ article_id: id }, ctx): Promise<Page> {
    const { analyses, database } = ctx.services;
    const article = Number.isSafeInteger(id) ? await findArticle(database.db, id) : undefined;
    if (!article) return renderNoDiagnosis(chooseLanguage(ctx.browser?.acceptLanguage));
    const { title, body, language, company_name: companyName } = article;
    if (!hasLetters(`${title}${body}`))
      throw new FareboxError('INVALID_INPUT', { message: 'This article has no text' });
    const clock = { nowMs: await database.now(), timeZone: analyses.zone };
    const { nq, optimized, recommendations } = await analyses.analyze({ mode: 'optimize', title, body, clock }, ctx);
    const better = optimized?.title ?? null;
    const diagnosis = {
      ...{ title, companyName, score: nq?.nq_score ?? 0, dimensions: nq?.dimensions ?? [] },
      suggestions: recommendations.slice(0, SUGGESTIONS_MAX),
      betterTitle: better === title ? null : better,
    };
    return renderDiagnosis(diagnosis, language);
  },
});
