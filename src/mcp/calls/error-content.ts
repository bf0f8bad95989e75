/** An error of the catalogue in words for a model that calls tools: it sees no status, no header and no path. */
import {
  adviseWait,
  type ErrorCode,
  type FareboxError,
  readMoneyFields,
  toErrorObject,
} from '../../kernel/errors/errors.ts';
import { toUsdText } from '../../lib/money.ts';

export interface ErrorContent {
  text: string;
  structured: Record<string, unknown>;
}

/** The same call can succeed later, once somebody has done what the next step says. */
const WAITING_CODES: ReadonlySet<ErrorCode> = new Set([
  'INSUFFICIENT_BALANCE',
  'CAP_REACHED',
  'ACCOUNT_SUSPENDED',
  'TOOL_UNAVAILABLE',
  'UNAUTHENTICATED',
  'FORBIDDEN',
]);

const NEXT_STEPS: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED:
    'Tell the user that this needs an API key, sent with every request as "Authorization: Bearer <API_KEY>"; the tool account-create of this service creates one.',
  PRICE_ABOVE_MAX:
    'If the user agrees to the price, call again with the argument maxPrice of at least that. Or send less.',
};

/** One text that says the whole of it, and the object beside it for clients that show that instead. */
export function buildErrorContent(error: FareboxError): ErrorContent {
  const { code, message, retryable } = error;
  const next = findNextStep(error);
  const structured = { error: { ...toErrorObject(error), next }, ...readMoneyFields(error) };
  const text = `${code}: ${message} ${next} ${adviseRetry(code, retryable)}`;
  return { text: `${text}\n${JSON.stringify(structured)}`, structured };
}

function findNextStep({ code, next, facts: { money, next: own, retryAfterSeconds } }: FareboxError): string {
  if (retryAfterSeconds !== undefined && code !== 'IN_PROGRESS') return adviseWait(retryAfterSeconds);
  if (!money) return own ?? NEXT_STEPS[code] ?? next;
  const amounts = `The balance is ${toUsdText(money.balance)} USD, the call needs ${toUsdText(money.required)} USD.`;
  const [link] = money.paymentLinks;
  if (!link) return `${amounts} ${next}`;
  return `${amounts} Show this link to the account owner, to deposit ${link.amount} ${link.currency}: ${link.url} After the deposit, call again.`;
}

function adviseRetry(code: ErrorCode, retryable: boolean): string {
  if (retryable) return 'A retry can help.';
  return WAITING_CODES.has(code) ? 'Until then, the same call fails again.' : 'Repeating it unchanged does not help.';
}
