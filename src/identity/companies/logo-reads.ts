import type { Db } from '../../database/types.ts';
import type { Logo } from './logo.ts';

export function findLogo(db: Db, companyId: string): Promise<Logo | undefined> {
  return db
    .selectFrom('company_logos')
    .select(['type', 'bytes'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}
