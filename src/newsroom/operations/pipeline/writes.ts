/** Writes the results of the pipeline's stages to articles. */
import { defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { type AuditEntry, audit } from '../../../ledger/audit.ts';
import type { ArticleFindings } from '../../content/articles/findings.ts';
import { noteGaps } from '../../content/articles/gap-writes.ts';
import { buildFindingColumns } from '../../content/articles/writes.ts';

export interface StoredAnalysis {
  articleId: number;
  /** Of the text that was analysed. */
  contentHash: string | null;
  findings: ArticleFindings;
  degradedReason: string | null;
}

/** False: the text has changed meanwhile, and waits for another analysis. */
export const storeAnalysis = defineWrite(
  'pipeline.analyzed',
  async (tx: Tx, analysis: StoredAnalysis): Promise<boolean> => {
    const { articleId: id, contentHash, findings, degradedReason: degraded_reason } = analysis;
    const query = tx.db.selectFrom('articles').selectAll().where('id', '=', id);
    const row = await lockRows(tx, query).executeTakeFirst();
    if (!row || row.content_hash !== contentHash || row.analyze_due === null) return false;
    const ended = {
      analyze_due: null,
      push_due: 1,
      analyze_failures: 0,
      analyze_error: null,
      degraded_reason,
    } as const;
    await tx.db
      .updateTable('articles')
      .set({ ...buildFindingColumns(tx, findings), ...ended })
      .where('id', '=', id)
      .execute();
    await noteGaps(tx, row);
    return true;
  },
);

const FAILURES_MAX = 3;

/** After three of them it waits no longer, until its text changes. */
export const failAnalysis = defineWrite(
  'pipeline.failAnalysis',
  async ({ db }: Tx, { articleId, error }: { articleId: number; error: string }): Promise<null> => {
    const row = await db
      .updateTable('articles')
      .set((eb) => ({ analyze_failures: eb('analyze_failures', '+', 1), analyze_error: error }))
      .where('id', '=', articleId)
      .returning('analyze_failures')
      .executeTakeFirst();
    if (row && row.analyze_failures >= FAILURES_MAX)
      await db.updateTable('articles').set({ analyze_due: null }).where('id', '=', articleId).execute();
    return null;
  },
);

/** Records that an operator has started a job. */
export const noteAct = defineWrite('pipeline.note', async (tx: Tx, entry: AuditEntry): Promise<null> => {
  await audit(tx, entry);
  return null;
});
