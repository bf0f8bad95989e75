/** Idempotency keys of operations that keep a record of their own, in the transaction that does the work. */
import type { WriteClaim } from '../database/batches/finished-writes.ts';
import type { CallContext, RawInput } from '../kernel/tool/context.ts';
import { computeFingerprint } from '../kernel/tool/input.ts';

/** The record of a write that the caller has sent an idempotency key with: a crash after it answers from there. */
export function buildClaim(
  { principal, idempotencyKey: key }: CallContext,
  tool: string,
  input: RawInput,
): WriteClaim | undefined {
  if (key === undefined) return undefined;
  const fingerprint = computeFingerprint(tool, input);
  if (principal.kind === 'session')
    return { scope: `session ${principal.accountId} ${principal.userId}`, key, fingerprint };
  if (principal.kind === 'account')
    return { scope: `key ${principal.accountId} ${principal.lineage}`, key, fingerprint };
  return undefined;
}
