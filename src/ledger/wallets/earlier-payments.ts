/** Reads a stored payment for whoever sends it again: its payer, and the errors of a call that failed or is not settled yet. */
import type { PayableCall } from '../../kernel/call/direct-payment.ts';
import { type ErrorObject, FareboxError } from '../../kernel/errors/errors.ts';
import type { AccountPrincipal, Mode } from '../../kernel/principal.ts';
import { formatClaimScope } from '../operations.ts';
import type { ClaimKey } from './idempotency-keys.ts';
import type { WalletPaymentRow } from './tables.ts';

/** The caller's idempotency key; null without one, and without a key of an account. */
export const nameKey = ({ account, idempotencyKey: key }: PayableCall): ClaimKey | null =>
  account === null || key === undefined ? null : { scope: formatClaimScope(account), key };

/** The caller's own key, or what stands for the wallet. */
export const createPayer = (
  { ip, account }: PayableCall,
  mode: Mode,
  { accountId, keyId }: { accountId: string; keyId: string },
): AccountPrincipal =>
  account ?? {
    kind: 'account',
    mode,
    ip,
    accountId,
    keyId,
    lineage: keyId,
    isRoot: true,
    status: 'active',
    caps: {},
  };

export function createPendingError({ purpose }: Pick<WalletPaymentRow, 'purpose'>): FareboxError {
  return new FareboxError('IN_PROGRESS', {
    message:
      purpose === 'deposit'
        ? 'The payment is being settled. It is credited after that.'
        : 'The call has run, and its payment is being settled. The response is delivered after that.',
    next: 'Send the same request with the same payment again in a few seconds.',
    details: { reason: 'settlement_pending' },
    retryAfterSeconds: 5,
  });
}

export function reviveFailure(json: string | null): FareboxError {
  const failure: ErrorObject | null = JSON.parse(json ?? 'null');
  if (!failure) return new FareboxError('CALL_RECOVERED');
  const { code, message, next, details } = failure;
  return new FareboxError(code, { message, next, ...(details ? { details } : {}) });
}
