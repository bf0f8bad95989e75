import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { AnalysisRow } from './tables.ts';

export const RESULT_ID_PREFIX = 'res_';

/** The same for an id that nobody has and for another company's. */
export const createResultNotFoundError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Result not found' });

export interface FoundResult {
  document: string;
  up: number;
  down: number;
}

export async function findResult(db: Db, companyId: string, id: string): Promise<FoundResult | undefined> {
  const ours = db.selectFrom('analyses').select('document').where('id', '=', id);
  const row = await ours.where('company_id', '=', companyId).executeTakeFirst();
  return row && { document: row.document, ...(await countFeedback(db, id)) };
}

async function countFeedback(db: Db, resultId: string): Promise<{ up: number; down: number }> {
  const rows = await db
    .selectFrom('analysis_feedback')
    .select(['rating', countRows().as('count')])
    .where('result_id', '=', resultId)
    .groupBy('rating')
    .execute();
  const count = (limit: number): number => rows.find(({ rating }) => rating === limit)?.count ?? 0;
  return { up: count(1), down: count(-1) };
}

export type ListedResult = Omit<AnalysisRow, 'document' | 'company_id'>;

/** Newest first, older than `beforeId`. */
export const listResults = defineRead(
  'analyses.list',
  async (
    { db }: View,
    { companyId, beforeId, limit }: { companyId: string; beforeId: string | null; limit: number },
  ): Promise<ListedResult[]> => {
    const rows = db
      .selectFrom('analyses')
      .select(['id', 'mode', 'title', 'language', 'nq_score', 'source_kind', 'url', 'engine', 'created_at'])
      .where('company_id', '=', companyId);
    const older = beforeId === null ? rows : rows.where('id', '<', beforeId);
    return await older.orderBy('id', 'desc').limit(limit).execute();
  },
);

export interface FeedbackWithUser {
  id: number;
  result_id: string;
  rating: 1 | -1;
  comment: string;
  created_at: number;
  updated_at: number;
  email: string | null;
}

const selectFeedback = (db: Db, resultId: string) =>
  db
    .selectFrom('analysis_feedback')
    .leftJoin('users', 'users.id', 'analysis_feedback.user_id')
    .select(['analysis_feedback.id', 'result_id', 'rating', 'comment', 'users.email'])
    .select(['analysis_feedback.created_at', 'analysis_feedback.updated_at'])
    .where('result_id', '=', resultId);

export function findFeedback(db: Db, resultId: string, voter: string): Promise<FeedbackWithUser | undefined> {
  return selectFeedback(db, resultId).where('voter', '=', voter).executeTakeFirst();
}

/** A company has at most some hundred members and keys. */
const FEEDBACK_MAX = 1_000;

/** Oldest first; undefined for a result that isn't this company's. */
export async function listFeedback(
  db: Db,
  companyId: string,
  resultId: string,
): Promise<FeedbackWithUser[] | undefined> {
  const ours = db.selectFrom('analyses').select('id').where('id', '=', resultId);
  if (!(await ours.where('company_id', '=', companyId).executeTakeFirst())) return undefined;
  return await selectFeedback(db, resultId).orderBy('analysis_feedback.id').limit(FEEDBACK_MAX).execute();
}
