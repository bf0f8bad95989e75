import { defineFollower, defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { countUse } from '../../../identity/quota/usage-writes.ts';
import { unitSettled } from '../../../identity/quota/writes.ts';
import { isRecord } from '../../../lib/record.ts';
import type { AnalysisResult } from './output.ts';
import { createResultNotFoundError, type FeedbackWithUser, findFeedback, RESULT_ID_PREFIX } from './reads.ts';

/** An analysis is stored with its unit of the plan, or not at all. */
export const storeAnalysis = defineFollower(unitSettled, async (tx, { companyId, unit, output, zone }) => {
  if (unit !== 'analysis') return;
  if (!isResult(output)) throw new Error('A unit of analyses was settled with an output that is not an analysis');
  await tx.db
    .insertInto('analyses')
    .values({
      id: output.id,
      company_id: companyId,
      mode: output.mode,
      title: output.title,
      language: output.language,
      nq_score: output.nq_score,
      source_kind: output.source.kind,
      url: output.source.url,
      engine: output.engine,
      document: JSON.stringify(output),
      created_at: Date.parse(output.created_at),
    })
    .execute();
  // What models took is counted with each of their calls.
  const nothing = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
  await countUse(tx, { companyId, kind: `analysis:${output.mode}`, zone, ...nothing });
});

/** The call has checked it by its schema. */
const isResult = (output: unknown): output is AnalysisResult =>
  isRecord(output) && typeof output.id === 'string' && output.id.startsWith(RESULT_ID_PREFIX);

export interface GivenFeedback {
  companyId: string;
  resultId: string;
  voter: string;
  userId: number | null;
  rating: 1 | -1;
  comment: string;
}

/** One for each voter: a later one replaces it. Throws NOT_FOUND. */
export const giveFeedback = defineWrite(
  'analyses.giveFeedback',
  async ({ db, nowMs }: Tx, input: GivenFeedback): Promise<FeedbackWithUser> => {
    const { companyId, resultId, voter, userId, rating, comment } = input;
    const ours = db.selectFrom('analyses').select('id').where('id', '=', resultId);
    const result = await ours.where('company_id', '=', companyId).executeTakeFirst();
    if (!result) throw createResultNotFoundError();
    await db
      .insertInto('analysis_feedback')
      .values({
        result_id: resultId,
        company_id: companyId,
        voter,
        user_id: userId,
        rating,
        comment,
        created_at: nowMs,
        updated_at: nowMs,
      })
      .onConflict((conflict) =>
        conflict.columns(['result_id', 'voter']).doUpdateSet({ rating, comment, updated_at: nowMs }),
      )
      .execute();
    const feedback = await findFeedback(db, resultId, voter);
    if (!feedback) throw new Error('The feedback that was just given is not there');
    return feedback;
  },
);
