/**
 * Login codes: one for each sign-in attempt, for known addresses and others, and the guesses at it. A request without an
 * attempt ID tries the newest code of the address. Rules: newsroom.md §4.1.
 */

import { timingSafeEqual } from 'node:crypto';
import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import type { LoginAttemptRow, LoginCodeRow } from '../tables.ts';
import { performSignIn, type SignInInput, type SignInOutcome } from './sign-in-writes.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
/** A second request within this time makes no second code. */
const RESEND_MS = 60_000;
const TRIES_MAX = 5;

export interface RequestCodeInput {
  emailNorm: string;
  /** Keyed hash of the code that would be sent. */
  mac: string;
  companyId: string | null;
  /** Keyed hash of the host that asks. */
  asker: string;
  /** Hash of the attempt that is named, which gets another code. */
  attempt: string | null;
  /** Hash of the attempt that is begun where none is named, or one that is not known (any more). */
  newAttempt: string;
}

export interface RequestedCode {
  /** False: the one sent a moment ago is still the one. */
  sent: boolean;
  expiresInMs: number;
  resendAfterMs: number;
  /** Which attempt the code belongs to; `other`: one that this caller was told of before. */
  attempt: 'named' | 'new' | 'other';
}

/** Sends a code, but for a minute after the same host, or the same attempt, was sent one that nobody has used. */
export const requestCode = defineWrite(
  'codes.requestCode',
  async (ctx: Tx, input: RequestCodeInput): Promise<RequestedCode> => {
    const { nowMs } = ctx;
    await lockCode(ctx, input.emailNorm);
    const attempt = input.attempt === null ? undefined : await findAttempt(ctx, input.emailNorm, input.attempt);
    const before = attempt ?? (input.attempt === null ? await findLatestAttempt(ctx, input) : undefined);
    if (before && before.mac !== null && nowMs < before.sent_at + RESEND_MS) {
      const expiresInMs = Math.max(0, before.expires_at - nowMs);
      const resendAfterMs = before.sent_at + RESEND_MS - nowMs;
      return { sent: false, expiresInMs, resendAfterMs, attempt: attempt ? 'named' : 'other' };
    }
    await putCode(ctx, input, attempt?.id ?? input.newAttempt);
    const times = { expiresInMs: CODE_LIFETIME_MS, resendAfterMs: RESEND_MS };
    return { sent: true, ...times, attempt: attempt ? 'named' : 'new' };
  },
);

/** The code of the attempt, and the newest of the address. */
async function putCode({ db, nowMs }: Tx, input: RequestCodeInput, id: string): Promise<void> {
  const { emailNorm, mac, companyId, asker } = input;
  const code = { mac, company_id: companyId, sent_at: nowMs, expires_at: nowMs + CODE_LIFETIME_MS, tries: 0 };
  await db
    .insertInto('login_attempts')
    .values({ id, email_norm: emailNorm, asker, ...code })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(code))
    .execute();
  await db.updateTable('login_codes').set(code).where('email_norm', '=', emailNorm).execute();
}

const findAttempt = ({ db }: Tx, emailNorm: string, id: string): Promise<LoginAttemptRow | undefined> =>
  db
    .selectFrom('login_attempts')
    .selectAll()
    .where('id', '=', id)
    .where('email_norm', '=', emailNorm)
    .executeTakeFirst();

async function findLatestAttempt({ db, nowMs }: Tx, input: RequestCodeInput): Promise<LoginAttemptRow | undefined> {
  const rows = await db
    .selectFrom('login_attempts')
    .selectAll()
    .where('email_norm', '=', input.emailNorm)
    .where('sent_at', '>', nowMs - RESEND_MS)
    .orderBy('sent_at', 'desc')
    .limit(ATTEMPTS_A_MINUTE_MAX)
    .execute();
  return rows.find(({ asker }) => asker === input.asker);
}

/** More of one address are looked at by nobody. */
const ATTEMPTS_A_MINUTE_MAX = 20;

export interface UseCodeInput {
  /** Keyed hashes of the code that was tried, by each secret that may have made the stored one. */
  macs: readonly string[];
  /** Hash of the attempt whose code it is; null: the newest code of the address. */
  attempt: string | null;
  /** The company asked for with the code comes behind those named here. */
  signIn: SignInInput;
}

export type UseCodeOutcome = SignInOutcome | { state: 'wrong' } | { state: 'too-many' };

/** A code to try, and the number of wrong ones so far. */
type TriedCode = Pick<LoginCodeRow, 'mac' | 'company_id' | 'expires_at' | 'tries'>;

/**
 * Tries a code. The right one signs in and is used up in the same transaction, so it opens one session; a wrong one counts
 * against its attempt alone, or against the address, whether or not that has a code or is known. A code that would need a
 * company not offered stays usable.
 */
export const useCode = defineWrite(
  'codes.useCode',
  async (ctx: Tx, { macs, attempt, signIn }: UseCodeInput): Promise<UseCodeOutcome> => {
    const { emailNorm } = signIn;
    const ofAddress = await lockCode(ctx, emailNorm);
    const row: TriedCode | undefined = attempt === null ? ofAddress : await findAttempt(ctx, emailNorm, attempt);
    if (!row) return { state: 'wrong' };
    if (row.tries >= TRIES_MAX) return { state: 'too-many' };
    const recordWrong = (): Promise<{ state: 'wrong' }> => recordWrongCode(ctx, emailNorm, attempt, row.tries + 1);
    if (!isRight(row, macs, ctx.nowMs)) return await recordWrong();
    const companyIds = [...signIn.companyIds, ...(row.company_id === null ? [] : [row.company_id])];
    const outcome = await performSignIn(ctx, { ...signIn, companyIds });
    if (outcome.state === 'closed') return await recordWrong();
    if (outcome.state === 'signed-in') await useUp(ctx, emailNorm, row.mac);
    return outcome;
  },
  { forgets: 'keys' },
);

function isRight({ mac, expires_at }: TriedCode, macs: readonly string[], nowMs: number): boolean {
  // Compared whatever the row says, so that a missing code takes as long as a wrong one.
  const stored = Buffer.from(mac ?? 'none');
  const fits = macs.map((text) => {
    const digits = Buffer.from(text);
    return digits.length === stored.length && timingSafeEqual(digits, stored);
  });
  return mac !== null && expires_at > nowMs && fits.includes(true);
}

async function recordWrongCode(
  { db }: Tx,
  emailNorm: string,
  attempt: string | null,
  tries: number,
): Promise<{ state: 'wrong' }> {
  if (attempt === null)
    await db.updateTable('login_codes').set({ tries }).where('email_norm', '=', emailNorm).execute();
  else await db.updateTable('login_attempts').set({ tries }).where('id', '=', attempt).execute();
  return { state: 'wrong' };
}

/** Wherever the code stands. */
async function useUp({ db }: Tx, emailNorm: string, mac: string | null): Promise<void> {
  for (const table of ['login_codes', 'login_attempts'] as const)
    await db.updateTable(table).set({ mac: null }).where('email_norm', '=', emailNorm).where('mac', '=', mac).execute();
}

/** The row of an address, made when missing, locked until the operation ends. */
async function lockCode({ db, nowMs }: Tx, emailNorm: string): Promise<LoginCodeRow> {
  const row: LoginCodeRow = {
    email_norm: emailNorm,
    mac: null,
    company_id: null,
    sent_at: null,
    expires_at: nowMs + CODE_LIFETIME_MS,
    tries: 0,
  };
  // The change that changes nothing locks a row that is there, and one that another transaction makes meanwhile.
  return await db
    .insertInto('login_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('email_norm').doUpdateSet({ email_norm: emailNorm }))
    .returningAll()
    .executeTakeFirstOrThrow();
}
