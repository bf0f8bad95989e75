/** Adds and removes operators; those in ADMIN_EMAILS need no row. */

import { defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { type AuditActor, audit } from '../../ledger/audit.ts';

export interface PromoteOperatorInput extends AuditActor {
  /** As it was written. */
  email: string;
  emailNorm: string;
}

/** Makes an operator of a user; an unknown address is noted as one, for its first sign-in. */
export const promoteOperator = defineWrite(
  'operators.promoteOperator',
  async (
    ctx: Tx,
    { email, emailNorm, actor, ipPrefix }: PromoteOperatorInput,
  ): Promise<{ email: string; changed: boolean }> => {
    const { db, nowMs } = ctx;
    await db
      .insertInto('users')
      .values({ email, email_norm: emailNorm, name: '', locale: 'en', is_operator: 0, created_at: nowMs })
      .onConflict((conflict) => conflict.column('email_norm').doNothing())
      .execute();
    const query = db.selectFrom('users').selectAll().where('email_norm', '=', emailNorm);
    const user = await lockRows(ctx, query).executeTakeFirstOrThrow();
    if (user.is_operator === 1) return { email: user.email, changed: false };
    await db.updateTable('users').set({ is_operator: 1 }).where('id', '=', user.id).execute();
    await audit(ctx, { actor, ipPrefix, action: 'operator.promote', subject: emailNorm, details: {} });
    return { email: user.email, changed: true };
  },
);

/** Throws NOT_FOUND for who is none by the word of another one. */
export const demoteOperator = defineWrite(
  'operators.demoteOperator',
  async (
    ctx: Tx,
    { emailNorm, actor, ipPrefix }: AuditActor & Pick<PromoteOperatorInput, 'emailNorm'>,
  ): Promise<{ email: string }> => {
    const query = ctx.db.selectFrom('users').selectAll().where('email_norm', '=', emailNorm);
    const user = await lockRows(ctx, query).executeTakeFirst();
    if (user?.is_operator !== 1) {
      const next = 'Operators listed in ADMIN_EMAILS are managed in the configuration.';
      throw new FareboxError('NOT_FOUND', { message: "This address isn't an operator", next });
    }
    await ctx.db.updateTable('users').set({ is_operator: 0 }).where('id', '=', user.id).execute();
    await audit(ctx, { actor, ipPrefix, action: 'operator.demote', subject: emailNorm, details: {} });
    return { email: user.email };
  },
);
