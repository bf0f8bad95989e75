/** Reads of the worker's one-second loop: short, along indexes. */
import type { Db } from '../../../../database/types.ts';
import type { MailStateRow } from '../../state-tables.ts';
import type { MailItem } from '../reads.ts';
import { SERVICE_LANE } from '../types.ts';

export function findMailState(db: Db): Promise<MailStateRow | undefined> {
  return db.selectFrom('mail_state').selectAll().where('id', '=', 1).executeTakeFirst();
}

export async function hasOpenLane(db: Db): Promise<boolean> {
  const lane = db.selectFrom('mail_lanes').select('lane').where('state', '=', 'open').limit(1);
  return (await lane.executeTakeFirst()) !== undefined;
}

export async function hasServiceMail(db: Db, nowMs: number): Promise<boolean> {
  const mail = db
    .selectFrom('mail_items')
    .select('id')
    .where('lane', '=', SERVICE_LANE)
    .where('status', 'in', ['queued', 'retry'])
    .where('next_attempt_at', '<=', nowMs)
    .limit(1);
  return (await mail.executeTakeFirst()) !== undefined;
}

/** When the oldest sign of life of a mail in hand was; null when none is in hand. */
export async function findOldestInHand(db: Db): Promise<number | null> {
  const mail = db
    .selectFrom('mail_items')
    .select('claimed_at')
    .where('status', 'in', ['claimed', 'sending'])
    .orderBy('claimed_at')
    .limit(1);
  return (await mail.executeTakeFirst())?.claimed_at ?? null;
}

const ORPHANS_MAX = 200;

/** Mails that somebody may have written to the outbox before their server ended. */
export function listOrphans(
  db: Db,
): Promise<Pick<MailItem, 'id' | 'kind' | 'attempts' | 'message_id' | 'created_at'>[]> {
  return db
    .selectFrom('mail_items')
    .select(['id', 'kind', 'attempts', 'message_id', 'created_at'])
    .where('status', '=', 'sending')
    .where('worker_id', 'is', null)
    .where('transport', '=', 'outbox')
    .orderBy('id')
    .limit(ORPHANS_MAX)
    .execute();
}

/** The addresses of these users, by their numbers. */
export async function findUserAddresses(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).execute();
  return new Map(users.map(({ id, email }) => [id, email]));
}
