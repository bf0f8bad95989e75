import { sha256Hex } from '../../lib/ids.ts';
import { type Micros, toUsd, toUsdText } from '../../lib/money.ts';
import type { OpenRefusal } from '../ports.ts';
import { FareboxError, type PaymentLink } from './errors.ts';

const GUESS_CHARS = 22;

/** A credential that is not, and never was, one of ours. */
export function createUnknownCredentialError(token: string): FareboxError {
  const isPlaceholder = /^\$\{?[\w:]+\}?$/.test(token);
  return new FareboxError('UNAUTHENTICATED', {
    message: isPlaceholder ? 'The API key is a variable name that was not expanded.' : 'This API key is invalid.',
    next: isPlaceholder
      ? 'This client does not expand variables. Paste the key directly into its configuration.'
      : 'Use a valid key, or create an account.',
    guess: sha256Hex(token).slice(0, GUESS_CHARS),
  });
}

/** Advice that complements the general one of CAP_REACHED. */
const nextByCap: Readonly<Record<string, string>> = {
  perDay: 'Raise the cap with the root key, wait until it resets at 00:00 UTC, or use another key.',
  tools: 'Allow the tool with the root key, or use another key.',
};

const NO_LINKS = 'Ask the operator of this server to add to the balance, then call again.';

/**
 * Why the ledger opened no call, as the caller sees it. Links are made only when money is missing. `totalMicros`: what a
 * composed call needs in all, as its estimate says.
 */
export function toRefusalError(
  refusal: OpenRefusal,
  paymentLinks: () => readonly PaymentLink[],
  totalMicros?: Micros,
): FareboxError {
  switch (refusal.refused) {
    case 'balance': {
      const { balanceMicros, requiredMicros } = refusal;
      const money = { balance: balanceMicros, required: totalMicros ?? requiredMicros, paymentLinks: paymentLinks() };
      const next = money.paymentLinks.length > 0 ? {} : { next: NO_LINKS };
      if (!refusal.needsDeposit) return new FareboxError('INSUFFICIENT_BALANCE', { ...next, money });
      const message = 'This tool cannot be paid from welcome credit. Nothing was charged.';
      return new FareboxError('INSUFFICIENT_BALANCE', { ...next, message, money });
    }
    case 'cap':
      return new FareboxError('CAP_REACHED', {
        message: `The ${refusal.cap} cap of this key does not allow this call. Nothing was charged.`,
        next: nextByCap[refusal.cap] ?? 'Raise the limit with the root key, or use another key.',
        details: { cap: refusal.cap },
      });
    case 'task':
      return explainTaskLimit(refusal);
    case 'key':
      return new FareboxError('UNAUTHENTICATED', {
        message: 'This API key is invalid or has been replaced.',
        next: 'Use the key that replaced it.',
      });
    case 'status':
      return new FareboxError('ACCOUNT_SUSPENDED');
    case 'refund-limit':
      return new FareboxError('REFUND_LIMIT', {
        limit: refusal.limit,
        retryAfterSeconds: refusal.retryAfterSeconds,
      });
    case 'conflict':
      return new FareboxError('IDEMPOTENCY_CONFLICT');
    case 'joiners':
      return new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
    case 'parent':
      return new FareboxError('CALL_RECOVERED');
  }
}

function explainTaskLimit(refusal: Extract<OpenRefusal, { refused: 'task' }>): FareboxError {
  const { taskRef, spentMicros, maxMicros, priceMicros } = refusal;
  const [spent, most, price] = [spentMicros, maxMicros, priceMicros].map(toUsdText);
  return new FareboxError('CAP_REACHED', {
    message: `Task ${taskRef} has spent ${spent} of at most ${most} USD; this call costs ${price} USD. Nothing was charged.`,
    next: 'End the task, or raise its limit with X-Max-Total (maxTotal over MCP).',
    details: {
      cap: 'task',
      ...{ taskRef, spent: toUsd(spentMicros), maxTotal: toUsd(maxMicros), price: toUsd(priceMicros) },
    },
  });
}
