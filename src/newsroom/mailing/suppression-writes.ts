/** Addresses as they are suppressed and, where nobody but us said so, allowed again. Rules: newsroom.md §9.2. */
import type { Selectable } from 'kysely';
import { type FinishedWrite, type WriteClaim, writeOnce } from '../../database/batches/finished-writes.ts';
import { defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { hashAddress } from '../suppression-list/reads.ts';
import type { SuppressionRow } from '../suppression-list/tables.ts';
import { LASTING, LASTS_DAYS, type SuppressionReason } from '../suppression-list/types.ts';
import { requireSalt } from './state-writes.ts';

/** The gravest last: a lighter reason never takes the place of a graver one. */
const GRAVITY: readonly SuppressionReason[] = [
  'soft_bounce',
  'hard_bounce',
  'manual',
  'refused',
  'unsubscribed',
  'complaint',
];

export interface Suppress {
  /** Null: for all senders. */
  companyId: string | null;
  /** Normalised, see `parseMailAddress`. */
  norm: string;
  reason: SuppressionReason;
  /** The mail that it came of; null when it came of none. */
  mailId: number | null;
}

export interface KnownSuppression {
  id: number;
  /** It was suppressed for this reason or a graver one before. */
  isKnown: boolean;
}

export interface AddSuppression {
  companyId: string;
  norm: string;
  reason: SuppressionReason;
  claim: WriteClaim | undefined;
}

/** By hand: the whole row as it stands now. */
export const addSuppression = defineWrite(
  'suppressions.add',
  (tx: Tx, { claim, ...entry }: AddSuppression): Promise<FinishedWrite<Selectable<SuppressionRow>>> =>
    writeOnce(tx, claim, async () => {
      const { id } = await suppressAddress.run(tx, { ...entry, mailId: null });
      return await tx.db.selectFrom('suppressions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    }),
);

/** From the commit on nothing is claimed that goes there. */
export const suppressAddress = defineWrite(
  'suppressions.suppress',
  async (tx: Tx, { companyId, norm, reason, mailId }: Suppress): Promise<KnownSuppression> => {
    const { db, nowMs } = tx;
    const lasts = LASTS_DAYS[reason];
    const place = {
      scope: companyId === null ? 'global' : 'company',
      company_id: companyId ?? '',
      address_hash: hashAddress(await requireSalt(tx), norm),
    } as const;
    const facts = {
      address_norm: (await isErased(tx, place.address_hash)) ? null : norm,
      reason,
      source_mail_id: mailId,
      created_at: nowMs,
      until: lasts === null ? null : nowMs + lasts * DAY_MS,
    };
    const query = db
      .selectFrom('suppressions')
      .selectAll()
      .where('address_hash', '=', place.address_hash)
      .where('scope', '=', place.scope)
      .where('company_id', '=', place.company_id);
    const row = await lockRows(tx, query).executeTakeFirst();
    if (row && !isOver(row, nowMs) && GRAVITY.indexOf(row.reason) > GRAVITY.indexOf(reason))
      return { id: row.id, isKnown: true };
    const { id } = await db
      .insertInto('suppressions')
      .values({ ...place, ...facts })
      .onConflict((conflict) => conflict.columns(['address_hash', 'scope', 'company_id']).doUpdateSet(facts))
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, isKnown: row?.reason === reason && !isOver(row, nowMs) };
  },
);

/** Its owner had it erased: what is added later is a hash as well. */
async function isErased({ db }: Tx, hash: string): Promise<boolean> {
  const erased = db.selectFrom('suppressions').select('id').where('address_hash', '=', hash);
  return (await erased.where('address_norm', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

const isOver = ({ until }: Pick<SuppressionRow, 'until'>, nowMs: number): boolean => until !== null && until <= nowMs;

export type LiftedSuppression = 'lifted' | 'absent' | 'lasting';

/** Allows mail again, unless the owner of the address has forbidden it. */
export const liftSuppression = defineWrite(
  'suppressions.lift',
  async (tx: Tx, { companyId, id }: { companyId: string; id: number }): Promise<LiftedSuppression> => {
    const query = tx.db.selectFrom('suppressions').select('reason').where('id', '=', id);
    const row = await lockRows(tx, query.where('company_id', '=', companyId)).executeTakeFirst();
    if (!row) return 'absent';
    if (LASTING.includes(row.reason)) return 'lasting';
    await tx.db.deleteFrom('suppressions').where('id', '=', id).execute();
    return 'lifted';
  },
);
