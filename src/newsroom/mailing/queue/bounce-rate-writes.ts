/**
 * Pauses a sender whose mail bounces too often, and all campaigns when several senders' mail does. An operator resumes them.
 */
import { defineWrite } from '../../../database/define.ts';
import type { Db, Tx, View } from '../../../database/types.ts';
import { lockMailState } from '../state-writes.ts';
import { changeMailState } from './settings-writes.ts';

/** Applies to the last mails, up to `mailsMax`, once there are `mailsMin`. */
export const bounceRule = { mailsMin: 20, mailsMax: 100, shareMax: 0.05 };

export type Brake = 'sender' | 'all';

interface SentMail {
  company_id: string | null;
  bounce_type: 'hard' | 'soft' | null;
}

/** The key of the service's own mailing, which has no company. */
const toKey = (companyId: string | null): string => companyId ?? '';

export async function isBraked({ db }: Pick<View, 'db'>, companyId: string | null): Promise<boolean> {
  return (await findBrake(db, companyId))?.lifted_at === null;
}

const findBrake = (db: Db, companyId: string | null): Promise<{ lifted_at: number | null } | undefined> =>
  db.selectFrom('mail_brakes').select('lifted_at').where('company_id', '=', toKey(companyId)).executeTakeFirst();

/** `companyId`: whose mail has just bounced. Lock the state before any mail: see `lockMailState`. */
export async function pauseOnBounces(tx: Tx, companyId: string | null): Promise<Brake | null> {
  const state = await lockMailState(tx);
  if (state.paused === 1) return null;
  const mails = tx.db
    .selectFrom('mail_items')
    .select(['company_id', 'bounce_type'])
    .where('kind', 'in', ['campaign', 'diagnosis'])
    .where('sent_at', '>=', state.resumed_at)
    .limit(bounceRule.mailsMax);
  const liftedMs = (await findBrake(tx.db, companyId))?.lifted_at ?? 0;
  const own = mails
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .where('sent_at', '>=', liftedMs)
    .orderBy('id', 'desc');
  const isPaused = isTooMany(await own.execute()) && (await brake(tx, companyId));
  if (!spansSenders(await mails.orderBy('sent_at', 'desc').execute())) return isPaused ? 'sender' : null;
  await changeMailState.run(tx, { paused: { reason: 'bounce_rate' }, by: null });
  return 'all';
}

/** False when it was paused before. */
async function brake({ db, nowMs }: Tx, companyId: string | null): Promise<boolean> {
  const state = { paused_at: nowMs, lifted_at: null };
  const rows = await db
    .insertInto('mail_brakes')
    .values({ company_id: toKey(companyId), ...state })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet(state).where('mail_brakes.lifted_at', 'is not', null),
    )
    .returning('company_id')
    .execute();
  return rows.length > 0;
}

const countHard = (mails: readonly SentMail[]): number => mails.filter((mail) => mail.bounce_type === 'hard').length;

const isTooMany = (mails: readonly SentMail[]): boolean =>
  mails.length >= bounceRule.mailsMin && countHard(mails) > mails.length * bounceRule.shareMax;

/** The rate is too high even without the sender with the most bounces: one sender alone never stops the others. */
function spansSenders(mails: readonly SentMail[]): boolean {
  if (!isTooMany(mails)) return false;
  const counts = new Map<string | null, number>();
  for (const { company_id, bounce_type } of mails)
    counts.set(company_id, (counts.get(company_id) ?? 0) + (bounce_type === 'hard' ? 1 : 0));
  const [[worst] = [null]] = [...counts].sort(([, one], [, other]) => other - one);
  const rest = mails.filter(({ company_id }) => company_id !== worst);
  return countHard(rest) > Math.max(rest.length, bounceRule.mailsMin) * bounceRule.shareMax;
}

/** Resumes every sender, whose count starts again with that of all mail; says how many were paused. */
export const liftBrakes = defineWrite('sending.liftBrakes', async ({ db }: Tx, _input: null): Promise<number> => {
  const rows = await db.deleteFrom('mail_brakes').returning('lifted_at').execute();
  return rows.filter((row) => row.lifted_at === null).length;
});

/** Resumes one sender and starts its count again; false when it was not paused. */
export const liftBrake = defineWrite(
  'sending.liftBrake',
  async (tx: Tx, { companyId }: { companyId: string }): Promise<boolean> => {
    await lockMailState(tx);
    const brakes = tx.db.updateTable('mail_brakes').set({ lifted_at: tx.nowMs });
    const rows = brakes.where('company_id', '=', companyId).where('lifted_at', 'is', null).returning('company_id');
    return (await rows.execute()).length > 0;
  },
);
