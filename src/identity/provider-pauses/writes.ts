/** Pauses and resumes providers, each with an audit row. */
import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { type AuditActor, audit } from '../../ledger/audit.ts';

export interface ProviderPauseInput extends AuditActor {
  provider: string;
  isPaused: boolean;
}

export const setProviderPause = defineWrite(
  'providers.setPause',
  async (ctx: Tx, { provider, isPaused, actor, ipPrefix }: ProviderPauseInput): Promise<{ changed: boolean }> => {
    const { db, nowMs } = ctx;
    const { length } = isPaused
      ? await db
          .insertInto('provider_pauses')
          .values({ provider, paused_at: nowMs, paused_by: actor })
          .onConflict((conflict) => conflict.column('provider').doNothing())
          .returning('provider')
          .execute()
      : await db.deleteFrom('provider_pauses').where('provider', '=', provider).returning('provider').execute();
    if (length === 0) return { changed: false };
    const action = isPaused ? 'provider.pause' : 'provider.resume';
    await audit(ctx, { actor, ipPrefix, action, subject: provider, details: {} });
    return { changed: true };
  },
);
