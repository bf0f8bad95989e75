import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { type AnalysisResult, analysisOutput } from '../../src/newsroom/analysis/analyses/output.ts';
import { createResultNotFoundError, findResult } from '../../src/newsroom/analysis/analyses/reads.ts';
import { findPublishedResult } from '../../src/newsroom/content/publishing/reads.ts';
import { requireMember, resultIdField } from './_shared.ts';

export default defineTool({
  title: 'Read a result',
  description: 'Get the complete result of an analysis of the company.',
  route: 'GET /api/results/{result_id}',
  effect: 'read',
  failsWith: ['NOT_FOUND'],
  input: z.object({ result_id: resultIdField }),
  output: analysisOutput,
  examples: [{ result_id: 'res_0Y1ab2cd3EfGhIjKlMnOpQr' }],
  async run({ result_id }, ctx) {
    const { companyId } = requireMember(ctx);
    const stored = await findResult(ctx.services.database.db, companyId, result_id);
    if (!stored) throw createResultNotFoundError();
    const result: AnalysisResult = JSON.parse(stored.document);
    const article = await findPublishedResult(ctx.services.database.db, companyId, result_id);
    const published = article && {
      article_id: article.id,
      url: `${ctx.server.baseUrl}/v1/articles/${article.id}`,
      at: ctx.services.analyses.formatTime(article.publishedAt),
    };
    return { ...result, published: published ?? null, feedback_summary: { up: stored.up, down: stored.down } };
  },
});
