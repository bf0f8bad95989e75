import { definePurge, defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import type { QualityOpinionsRow } from './tables.ts';

/** The first to come stands: whoever asked at the same moment keeps the score that they were given. */
export const keepOpinions = defineWrite(
  'quality.keepOpinions',
  async ({ db, nowMs }: Tx, row: Omit<QualityOpinionsRow, 'at'>): Promise<null> => {
    await db
      .insertInto('quality_opinions')
      .values({ ...row, at: nowMs })
      .onConflict((conflict) => conflict.columns(['company_id', 'digest']).doNothing())
      .execute();
    return null;
  },
);

const KEPT_MS = 90 * 86_400_000;
const PURGE_MAX = 500;

export const purgeOpinions = definePurge('quality opinions', async ({ db, nowMs }) => {
  const old = db
    .selectFrom('quality_opinions')
    .select(['company_id', 'digest'])
    .where('at', '<=', nowMs - KEPT_MS);
  const rows = await old.orderBy('at').limit(PURGE_MAX).execute();
  for (const { company_id, digest } of rows) {
    const one = db.deleteFrom('quality_opinions').where('company_id', '=', company_id);
    await one.where('digest', '=', digest).execute();
  }
  return rows.length;
});
