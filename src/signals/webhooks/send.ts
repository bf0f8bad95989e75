/** Sends one signed webhook message to its endpoint, and reports the outcome. */
import { summarizeFailure } from '../../kernel/errors/cause.ts';
import type { OutgoingRequest } from '../../kernel/ports.ts';
import { type ExchangeLimits, exchange, type RequestContext } from '../../providers/shared/network/exchange.ts';
import type { DeliveryAttempt } from './delivery-writes.ts';
import { signWebhook } from './signature.ts';
import type { WebhookDeliveryRow } from './tables.ts';

export interface WebhookTarget {
  url: string;
  secrets: readonly string[];
  /** The address comes from a caller: only public ones are connected to. */
  isGuarded: boolean;
}

const TIMEOUT_MS = 10_000;
/** Only the status of the response counts. */
const REPLY_BYTES_MAX = 4_096;
const LIMITS: ExchangeLimits = {
  bodyBytesMax: REPLY_BYTES_MAX,
  stallMs: TIMEOUT_MS,
  overCap: 'truncate',
  isBodyWanted: () => false,
};

export async function sendMessage(
  { id, payload: body }: Pick<WebhookDeliveryRow, 'id' | 'payload'>,
  { url, secrets, isGuarded }: WebhookTarget,
  ctx: RequestContext,
): Promise<DeliveryAttempt> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const request: Omit<OutgoingRequest, 'signal'> = {
    provider: isGuarded ? 'webhooks' : 'operator webhook',
    method: 'POST',
    url: new URL(url),
    headers: { 'content-type': 'application/json', ...signWebhook({ id, timestamp, body }, secrets) },
    body,
    isGuarded,
  };
  const deadlineMs = Math.min(ctx.deadlineMs, Date.now() + TIMEOUT_MS);
  const startedMs = performance.now();
  const measure = (): number => Math.round(performance.now() - startedMs);
  try {
    const { status } = await exchange(request, { ...ctx, deadlineMs }, LIMITS);
    const isTaken = status >= 200 && status < 300;
    return { deliveryId: id, status, cause: isTaken ? null : 'status', ms: measure() };
  } catch (thrown) {
    const { cause, status } = summarizeFailure(thrown);
    return { deliveryId: id, status, cause, ms: measure() };
  }
}
