import type { Selectable } from 'kysely';
import type { Db } from '../../../database/types.ts';
import type { QualityOpinionsRow } from './tables.ts';

export function findOpinions(
  db: Db,
  companyId: string,
  digest: string,
): Promise<Pick<Selectable<QualityOpinionsRow>, 'model' | 'opinions'> | undefined> {
  const rows = db.selectFrom('quality_opinions').select(['model', 'opinions']).where('company_id', '=', companyId);
  return rows.where('digest', '=', digest).executeTakeFirst();
}
