/** Mail that somebody waits for: login codes, invitations and alerts, in the ledger like all other mail. */
import { sql } from 'kysely';
import { definePurge, defineWrite } from '../../../database/define.ts';
import { lockFreeRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { parseMailAddress, readDomain } from '../../../lib/mail-address.ts';
import { blankMail } from './enqueue-writes.ts';
import { ENDED, PRIORITIES, SERVICE_KINDS, SERVICE_LANE, type ServiceKind } from './types.ts';

export interface EnqueueServiceMail {
  kind: ServiceKind;
  address: string;
  /** What it says, unreadable for whoever reads the database. */
  sealed: string;
  mailDomain: string;
  /** False: nobody gets it. It is entered all the same, so that it takes as long. */
  isWanted: boolean;
}

/** The id; null for what is not an address. */
export const enqueueServiceMail = defineWrite(
  'sending.enqueueServiceMail',
  async ({ db, nowMs }: Tx, input: EnqueueServiceMail): Promise<number | null> => {
    const address = parseMailAddress(input.address);
    if (!address) return null;
    const { kind, sealed, isWanted, mailDomain } = input;
    const { id } = await db
      .insertInto('mail_items')
      .values({
        ...blankMail,
        kind,
        lane: SERVICE_LANE,
        recipient: '',
        address: address.address,
        address_norm: address.norm,
        domain: readDomain(address),
        subject: '',
        body: isWanted ? sealed : '',
        body_html: null,
        language: 'ja',
        status: isWanted ? 'queued' : 'skipped',
        reason: isWanted ? null : 'nobody_signs_up',
        priority: PRIORITIES[kind],
        message_id: '<s',
        next_attempt_at: isWanted ? nowMs : null,
        queued_at: nowMs,
        created_at: nowMs,
        updated_at: nowMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const messageId = sql<string>`message_id || ${'.e'} || id || ${`.v1@${mailDomain}>`}`;
    await db.updateTable('mail_items').set({ message_id: messageId }).where('id', '=', id).execute();
    return id;
  },
);

const KEPT_MS = 7 * 86_400_000;
const PURGE_MAX = 200;

/** Codes and invitations are of no interest once they have gone. */
export const purgeServiceMails = definePurge('service mails', async (tx) => {
  const { db, nowMs } = tx;
  const old = db
    .selectFrom('mail_items')
    .select('id')
    .where('kind', 'in', SERVICE_KINDS)
    .where('updated_at', '<', nowMs - KEPT_MS)
    .where('status', 'in', ENDED)
    .limit(PURGE_MAX);
  const ids = (await lockFreeRows(tx, old).execute()).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('mail_items').where('id', 'in', ids).execute();
  return ids.length;
});
