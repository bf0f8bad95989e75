import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { giveFeedback } from '../../src/newsroom/analysis/analyses/writes.ts';
import { feedbackOutput, formatFeedback, requireMember, resultIdField } from './_shared.ts';

export default defineTool({
  title: 'Rate a result',
  description:
    'Store a thumbs up or down for a result of the company. Each member has one rating; a later one replaces it.',
  route: 'POST /api/feedback',
  effect: 'write',
  failsWith: ['NOT_FOUND'],
  input: z.object({
    result_id: resultIdField,
    rating: z.union([z.literal(1), z.literal(-1)]).describe('1 up, -1 down.'),
    comment: z.string().default('').describe('Explanation of the rating.'),
  }),
  output: feedbackOutput,
  examples: [{ result_id: 'res_0Y1ab2cd3EfGhIjKlMnOpQr', rating: 1, comment: 'The dates are right.' }],
  async run({ result_id: resultId, rating, comment }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const lineage = ctx.principal.kind === 'account' ? ctx.principal.lineage : '';
    const voter = userId === null ? `key ${lineage}` : `user ${userId}`;
    const { database } = ctx.services;
    const feedback = await database.write(giveFeedback, { companyId, resultId, voter, userId, rating, comment });
    return formatFeedback(feedback, ctx);
  },
});
