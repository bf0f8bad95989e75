/** Lists suppressed addresses and bounces, page by page. */
import type { Selectable } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import type { RefusalCause } from '../../../mail/refusal.ts';
import { hashAddress } from '../../suppression-list/reads.ts';
import type { BounceRow, SuppressionRow } from '../../suppression-list/tables.ts';
import type { SuppressionReason } from '../../suppression-list/types.ts';

export type Suppression = Selectable<SuppressionRow>;

export interface SuppressionQuery {
  /** Only its own; absent: everybody's, for operators. */
  companyId?: string;
  /** Normalised: found by its hash, also where nothing else of it is left. */
  norm?: string | undefined;
  reason?: SuppressionReason | undefined;
  page: number;
  perPage: number;
}

/** Newest first. What has ended by itself is not listed. */
export const listSuppressions = defineRead(
  'suppressions.list',
  async (
    { db, nowMs }: View,
    { companyId, norm, reason, page, perPage }: SuppressionQuery,
  ): Promise<{ rows: Suppression[]; total: number }> => {
    const hash = norm === undefined ? undefined : await hashKnown(db, norm);
    if (hash === null) return { rows: [], total: 0 };
    let query = db.selectFrom('suppressions').where((is) => is.or([is('until', 'is', null), is('until', '>', nowMs)]));
    if (companyId !== undefined) query = query.where('company_id', '=', companyId);
    if (hash !== undefined) query = query.where('address_hash', '=', hash);
    if (reason !== undefined) query = query.where('reason', '=', reason);
    const { total } = await query.select(countRows().as('total')).executeTakeFirstOrThrow();
    if ((page - 1) * perPage >= total) return { rows: [], total };
    const rows = await query
      .selectAll()
      .orderBy('id', 'desc')
      .offset((page - 1) * perPage)
      .limit(perPage)
      .execute();
    return { rows, total };
  },
);

/** Null: nothing is suppressed in a database that has no salt yet. */
async function hashKnown(db: Db, norm: string): Promise<string | null> {
  const state = await db.selectFrom('mail_state').select('salt').where('id', '=', 1).executeTakeFirst();
  return state ? hashAddress(state.salt, norm) : null;
}

export interface ShownBounce extends Selectable<BounceRow> {
  campaign_id: number | null;
  company_name: string | null;
  refusal: RefusalCause | null;
  address: string;
}

/** Newest first. */
export const listBounces = defineRead(
  'suppressions.listBounces',
  async (
    { db }: View,
    { kind, page, perPage }: { kind: BounceRow['kind'] | null; page: number; perPage: number },
  ): Promise<{ rows: ShownBounce[]; total: number }> => {
    const all = db.selectFrom('bounces');
    const query = kind === null ? all : all.where('bounces.kind', '=', kind);
    const { total } = await query.select(countRows().as('total')).executeTakeFirstOrThrow();
    if ((page - 1) * perPage >= total) return { rows: [], total };
    const rows = await query
      .innerJoin('mail_items', 'mail_items.id', 'bounces.mail_id')
      .leftJoin('companies', 'companies.id', 'mail_items.company_id')
      .selectAll('bounces')
      .select(['mail_items.campaign_id', 'mail_items.address', 'mail_items.refusal', 'companies.name as company_name'])
      .orderBy('bounces.id', 'desc')
      .offset((page - 1) * perPage)
      .limit(perPage)
      .execute();
    return { rows, total };
  },
);
