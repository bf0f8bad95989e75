/** The media items that a company sees: those that operators maintain for all, and its own contacts. */
import type { ExpressionBuilder } from 'kysely';
import type { Db, Tables } from '../../../database/types.ts';

/** A condition of queries of media items. */
export const isSeenBy = (companyId: string) => (is: ExpressionBuilder<Tables, 'media_items'>) =>
  is.or([is('media_items.company_id', 'is', null), is('media_items.company_id', '=', companyId)]);

/** Those of the operators. */
export const selectShared = (db: Db) => db.selectFrom('media_items').where('media_items.company_id', 'is', null);
