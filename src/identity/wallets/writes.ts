/** Uses up the challenges of wallets. */
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import type { WalletChallengeRow } from './tables.ts';

const PURGE_MAX = 500;

/** False: it was used before, here or on another server. */
export const useChallenge = defineWrite(
  'walletChallenges.use',
  async ({ db, nowMs }: Tx, challenge: Omit<WalletChallengeRow, 'used_at'>): Promise<boolean> => {
    const used = await db
      .insertInto('wallet_challenges')
      .values({ ...challenge, used_at: nowMs })
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .returning('nonce')
      .executeTakeFirst();
    return used !== undefined;
  },
);

/** An expired challenge is refused anyway. */
export const purgeChallenges = definePurge('walletChallenges', async ({ db, nowMs }) => {
  const expired = await db
    .selectFrom('wallet_challenges')
    .select('nonce')
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX)
    .execute();
  const nonces = expired.map(({ nonce }) => nonce);
  if (nonces.length > 0) await db.deleteFrom('wallet_challenges').where('nonce', 'in', nonces).execute();
  return nonces.length;
});
