import type { Tx } from '../database/types.ts';
import { createTimeOrderedId } from '../lib/ids.ts';

/** Actor of an audited change. */
export interface AuditActor {
  /** An `agt_…`, `ADMIN_TOKEN`, `command line`, or the e-mail address of a user. */
  actor: string;
  /** The network they came from; none for the command line and for what the server does by itself. */
  ipPrefix?: string | null | undefined;
}

export interface AuditEntry extends AuditActor {
  /** `key.rotate`, `account.suspend`, … */
  action: string;
  /** Whom or what it concerns: an `agt_…`, an `inv_…`, an address. */
  subject: string;
  /** The input, without secrets. */
  details: Readonly<Record<string, unknown>>;
}

/** Writes down what an owner or operator did, in the transaction that does it. */
export async function audit(ctx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, details, ipPrefix = null } = entry;
  const row = {
    id: createTimeOrderedId('aud_', ctx.nowMs),
    at: ctx.nowMs,
    actor,
    action,
    subject,
    ip_prefix: ipPrefix,
  };
  await ctx.db
    .insertInto('audit')
    .values({ ...row, details: JSON.stringify(details) })
    .execute();
}
