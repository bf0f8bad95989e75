/** Registers OAuth clients, and deletes expired OAuth rows. */

import { definePurge, defineWrite } from '../../database/define.ts';
import { lockFreeRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { OAuthClientRow } from './tables.ts';

/** A client is forgotten so long after its last token. */
const CLIENT_MS = 90 * DAY_MS;
/** Used codes are known so long, so that a second use ends what came of the first. */
const CODE_KEPT_MS = DAY_MS;
/** Tokens that have ended are told from guesses so long. */
const TOKEN_KEPT_MS = 30 * DAY_MS;
/** An unused client gives way to a new one, where there is no more room, after so long. */
const GIVES_WAY_MS = 3_600_000;
const PURGE_MAX = 500;

export type RegisterClientInput = Omit<OAuthClientRow, 'used_at' | 'created_at' | 'expires_at'> & {
  /** How long it is kept unused. */
  unusedMs: number;
  /** Unused clients there may be. */
  unusedMax: number;
};

/** False when too many clients wait for their first use. */
export const registerOAuthClient = defineWrite(
  'oauth-clients.registerOAuthClient',
  async (ctx: Tx, input: RegisterClientInput): Promise<boolean> => {
    const { unusedMs, unusedMax, ...client } = input;
    const { unused } = await ctx.db
      .selectFrom('oauth_clients')
      .select((eb) => eb.fn.countAll<number>().as('unused'))
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(unused) >= unusedMax && !(await makeRoom(ctx))) return false;
    const row: OAuthClientRow = { ...client, used_at: null, created_at: ctx.nowMs, expires_at: ctx.nowMs + unusedMs };
    await ctx.db.insertInto('oauth_clients').values(row).execute();
    return true;
  },
);

/** Forgets the one that has waited longest, if that was long enough for any sign-in: a flood shuts nobody out for a day. */
async function makeRoom({ db, nowMs }: Tx): Promise<boolean> {
  const oldest = await db
    .selectFrom('oauth_clients')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<=', nowMs - GIVES_WAY_MS)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return false;
  await db.deleteFrom('oauth_clients').where('id', '=', oldest.id).where('used_at', 'is', null).execute();
  return true;
}

export async function noteClientUse({ db, nowMs }: Tx, id: string): Promise<void> {
  const expires_at = nowMs + CLIENT_MS;
  await db.updateTable('oauth_clients').set({ used_at: nowMs, expires_at }).where('id', '=', id).execute();
}

/**
 * Removes what has been over for long, a few of each kind at a time; says how many of the fullest table went. What another
 * instance's batch holds is left for the next time.
 */
export const purgeOAuth = definePurge('oauth', async (ctx) => {
  const { db, nowMs } = ctx;
  const listDue = (table: 'oauth_codes' | 'oauth_tokens', keptMs: number): Promise<{ hash: string }[]> => {
    const rows = db
      .selectFrom(table)
      .select('hash')
      .where('expires_at', '<=', nowMs - keptMs)
      .limit(PURGE_MAX);
    return lockFreeRows(ctx, rows).execute();
  };
  const codes = (await listDue('oauth_codes', CODE_KEPT_MS)).map(({ hash }) => hash);
  if (codes.length > 0) await db.deleteFrom('oauth_codes').where('hash', 'in', codes).execute();
  const tokens = (await listDue('oauth_tokens', TOKEN_KEPT_MS)).map(({ hash }) => hash);
  if (tokens.length > 0) await db.deleteFrom('oauth_tokens').where('hash', 'in', tokens).execute();
  const forgotten = db.selectFrom('oauth_clients').select('id').where('expires_at', '<=', nowMs).limit(PURGE_MAX);
  const clients = await lockFreeRows(ctx, forgotten).execute();
  const ids = clients.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('oauth_clients').where('id', 'in', ids).execute();
  return Math.max(codes.length, tokens.length, ids.length);
});
