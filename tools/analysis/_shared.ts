/** Shared by the operations on results. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import type { FeedbackWithUser } from '../../src/newsroom/analysis/analyses/reads.ts';

export { requireMember } from '../../src/kernel/tool/member.ts';

export const resultIdField = z.string().describe('ID of the result, `res_…`.');

export const feedbackOutput = z.object({
  id: z.number().int().describe('ID of the feedback.'),
  feedback_id: z.number().int().describe('Same value as `id`.'),
  result_id: z.string().describe('ID of the rated result.'),
  rating: z.union([z.literal(1), z.literal(-1)]).describe('Thumbs up or down.'),
  comment: z.string().describe('Explanation of the rating; may be empty.'),
  user: z
    .object({ email: z.string().describe('Email address of the member.') })
    .nullable()
    .describe('Author; `null` for an API key without a member.'),
  created_at: z.string().describe('Time of the first rating, ISO 8601 in the server’s time zone.'),
  updated_at: z.string().describe('Time of the last change.'),
});

export function formatFeedback(feedback: FeedbackWithUser, { services }: CallContext): z.input<typeof feedbackOutput> {
  const { id, result_id, rating, comment, email, created_at, updated_at } = feedback;
  const { analyses } = services;
  return {
    id,
    feedback_id: id,
    result_id,
    rating,
    comment,
    user: email === null ? null : { email },
    created_at: analyses.formatTime(created_at),
    updated_at: analyses.formatTime(updated_at),
  };
}
