/** Login codes: one for each address, known or not, and the tries made at it. Rules: newsroom.md §4.1. */

import { timingSafeEqual } from 'node:crypto';
import { defineWrite } from '../database/define.ts';
import type { Tx } from '../database/types.ts';
import { performSignIn, type SignInInput, type SignInOutcome } from './sign-in-writes.ts';
import type { LoginCodeRow } from './tables.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
/** A second request within this time makes no second code. */
const RESEND_MS = 60_000;
const TRIES_MAX = 5;

export interface RequestCodeInput {
  emailNorm: string;
  /** Keyed hash of the code that would be sent. */
  mac: string;
  companyId: string | null;
}

export interface RequestedCode {
  /** False: the one sent a moment ago is still the one. */
  sent: boolean;
  expiresInMs: number;
  resendAfterMs: number;
}

/** Puts a new code in the place of the old one, but for a minute after that was sent and while nobody has used it. */
export const requestCode = defineWrite(
  'codes.requestCode',
  async (ctx: Tx, { emailNorm, mac, companyId }: RequestCodeInput): Promise<RequestedCode> => {
    const row = await lockCode(ctx, emailNorm);
    const { nowMs } = ctx;
    if (row.sent_at !== null && row.mac !== null && nowMs < row.sent_at + RESEND_MS) {
      const expiresInMs = Math.max(0, row.expires_at - nowMs);
      return { sent: false, expiresInMs, resendAfterMs: row.sent_at + RESEND_MS - nowMs };
    }
    await ctx.db
      .updateTable('login_codes')
      .set({ mac, company_id: companyId, sent_at: nowMs, expires_at: nowMs + CODE_LIFETIME_MS, tries: 0 })
      .where('email_norm', '=', emailNorm)
      .execute();
    return { sent: true, expiresInMs: CODE_LIFETIME_MS, resendAfterMs: RESEND_MS };
  },
);

export interface UseCodeInput {
  /** Keyed hashes of the code that was tried, by each secret that may have made the stored one. */
  macs: readonly string[];
  /** The company asked for with the code comes behind those named here. */
  signIn: SignInInput;
}

export type UseCodeOutcome = SignInOutcome | { state: 'wrong' } | { state: 'too-many' };

/**
 * Tries a code. The right one signs in and is used up in the same transaction, so it opens one session; a wrong one counts,
 * whether or not the address has a code or is known. A code that would need a company not offered stays usable.
 */
export const useCode = defineWrite(
  'codes.useCode',
  async (ctx: Tx, { macs, signIn }: UseCodeInput): Promise<UseCodeOutcome> => {
    const row = await lockCode(ctx, signIn.emailNorm);
    if (row.tries >= TRIES_MAX) return { state: 'too-many' };
    if (!isRight(row, macs, ctx.nowMs)) return await recordWrongCode(ctx, row);
    const companyIds = [...signIn.companyIds, ...(row.company_id === null ? [] : [row.company_id])];
    const outcome = await performSignIn(ctx, { ...signIn, companyIds });
    if (outcome.state === 'closed') return await recordWrongCode(ctx, row);
    if (outcome.state === 'signed-in') {
      await ctx.db.updateTable('login_codes').set({ mac: null }).where('email_norm', '=', row.email_norm).execute();
    }
    return outcome;
  },
  { forgets: 'keys' },
);

function isRight({ mac, expires_at }: LoginCodeRow, macs: readonly string[], nowMs: number): boolean {
  // Compared whatever the row says, so that a missing code takes as long as a wrong one.
  const stored = Buffer.from(mac ?? 'none');
  const fits = macs.map((text) => {
    const given = Buffer.from(text);
    return given.length === stored.length && timingSafeEqual(given, stored);
  });
  return mac !== null && expires_at > nowMs && fits.includes(true);
}

async function recordWrongCode({ db }: Tx, { email_norm, tries }: LoginCodeRow): Promise<{ state: 'wrong' }> {
  await db
    .updateTable('login_codes')
    .set({ tries: tries + 1 })
    .where('email_norm', '=', email_norm)
    .execute();
  return { state: 'wrong' };
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
