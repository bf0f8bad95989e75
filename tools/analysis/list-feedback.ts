import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createResultNotFoundError, listFeedback } from '../../src/newsroom/analysis/analyses/reads.ts';
import { feedbackOutput, formatFeedback, requireMember, resultIdField } from './_shared.ts';

export default defineTool({
  title: 'Feedback of a result',
  description: 'List the feedback of company members on a result.',
  route: 'GET /api/results/{result_id}/feedback',
  effect: 'read',
  failsWith: ['NOT_FOUND'],
  input: z.object({ result_id: resultIdField }),
  output: z.object({
    items: z.array(feedbackOutput).describe('Items, oldest first.'),
    total: z.number().int().describe('Total number of items.'),
    summary: objectOf('Counts by rating.', {
      up: z.number().int().describe('Number of positive ratings.'),
      down: z.number().int().describe('Number of negative ratings.'),
    }),
  }),
  examples: [{ result_id: 'res_0Y1ab2cd3EfGhIjKlMnOpQr' }],
  async run({ result_id }, ctx) {
    const { companyId } = requireMember(ctx);
    const feedback = await listFeedback(ctx.services.database.db, companyId, result_id);
    if (!feedback) throw createResultNotFoundError();
    const up = feedback.filter(({ rating }) => rating === 1).length;
    return {
      items: feedback.map((one) => formatFeedback(one, ctx)),
      total: feedback.length,
      summary: { up, down: feedback.length - up },
    };
  },
});
