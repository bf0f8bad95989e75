import type { Operation } from './operation.ts';

/** Keeps a public receipt key for good, so that what it signed can be checked after another has taken its place. */
export const rememberReceiptKey: Operation<{ kid: string; x: string }, null> = async (ctx, { kid, x }) => {
  await ctx.db
    .insertInto('receipt_keys')
    .values({ kid, x, at: ctx.nowMs })
    .onConflict((conflict) => conflict.column('kid').doNothing())
    .execute();
  return null;
};
