import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';

/** Keeps a public receipt key for good, so that what it signed can be checked after another has taken its place. */
export const rememberReceiptKey = defineWrite(
  'receipts.rememberReceiptKey',
  async (ctx: Tx, { kid, x }: { kid: string; x: string }): Promise<null> => {
    await ctx.db
      .insertInto('receipt_keys')
      .values({ kid, x, at: ctx.nowMs })
      .onConflict((conflict) => conflict.column('kid').doNothing())
      .execute();
    return null;
  },
);
