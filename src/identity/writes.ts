/** Purges expired sign-in data, a few rows at a time. */
import { definePurge } from '../database/define.ts';

const PURGE_MAX = 500;
/** The tries made at an address are remembered a little longer than its code. */
const CODE_KEPT_MS = 3_600_000;
/** Time for which an ended session is told from a guess. */
const SESSION_KEPT_MS = 400 * 86_400_000;

/** Removes codes, invitations and sessions whose time is over; says how many of the fullest table. */
export const purgeIdentity = definePurge('identity', async ({ db, nowMs }) => {
  const codes = await db
    .selectFrom('login_codes')
    .select('email_norm')
    .where('expires_at', '<=', nowMs - CODE_KEPT_MS)
    .limit(PURGE_MAX)
    .execute();
  for (const { email_norm } of codes) {
    const row = db.deleteFrom('login_codes').where('email_norm', '=', email_norm);
    await row.where('expires_at', '<=', nowMs - CODE_KEPT_MS).execute();
  }
  const attempts = await db
    .selectFrom('login_attempts')
    .select('id')
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX)
    .execute();
  for (const { id } of attempts)
    await db.deleteFrom('login_attempts').where('id', '=', id).where('expires_at', '<=', nowMs).execute();
  const invitations = await db
    .selectFrom('invitations')
    .select(['company_id', 'email_norm'])
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX)
    .execute();
  for (const { company_id, email_norm } of invitations) {
    const row = db.deleteFrom('invitations').where('company_id', '=', company_id).where('email_norm', '=', email_norm);
    await row.where('expires_at', '<=', nowMs).execute();
  }
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', nowMs - SESSION_KEPT_MS)
    .limit(PURGE_MAX)
    .execute();
  const ids = sessions.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
  return Math.max(codes.length, attempts.length, invitations.length, sessions.length);
});
