import { timeOrderedId } from '../kernel/ids.ts';
import type { OperationContext } from './operation.ts';

export interface AuditEntry {
  /** Who: an `agt_…`, `operator`, or the e-mail address of one. */
  actor: string;
  /** `key.rotate`, `account.suspend`, … */
  action: string;
  /** Whom it concerns: an `agt_…`. */
  subject: string;
  details: Readonly<Record<string, unknown>>;
}

/** Writes down what an owner or operator did, in the transaction that does it. */
export async function audit(ctx: OperationContext, { actor, action, subject, details }: AuditEntry): Promise<void> {
  const row = { id: timeOrderedId('aud_', ctx.nowMs), at: ctx.nowMs, actor, action, subject };
  await ctx.db
    .insertInto('audit')
    .values({ ...row, details: JSON.stringify(details) })
    .execute();
}
