/** x402 over MCP: where a payment stands in a call, and how a result asks for one. Its transport specification has the rules. */
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { FareboxError } from '../../kernel/errors/errors.ts';
import type { RawInput } from '../../kernel/tool/input.ts';
import { META } from '../card.ts';
import { hasClientCapability } from '../client-capabilities.ts';
import type { McpCaller } from '../types.ts';

/** Of the extension binding, for clients that name it. */
export const PAYMENT_EXTENSION = 'org.x402/payment';
const SENT = 'x402/payment';
const RESPONSE = 'x402/payment-response';

/** Payment of the caller, as an option of the call. */
export const readSentPayment = (meta: RawInput): { payment?: unknown } =>
  meta[SENT] === undefined ? {} : { payment: meta[SENT] };

/** Settlement of the payment, as `_meta` of the result. */
export const buildSettlementMeta = (response: object | undefined): Record<string, unknown> =>
  response === undefined ? {} : { [RESPONSE]: response };

/** The result that asks for a payment; undefined for every other error. */
export function buildPaymentRequiredResult(
  { facts }: FareboxError,
  { requestId, era }: McpCaller,
  ctx: ServerContext,
): CallToolResult | undefined {
  const { required, response } = facts.payment ?? {};
  if (required === undefined) return undefined;
  const _meta = { [`${META}requestId`]: requestId, ...buildSettlementMeta(response) };
  if (era.modern && hasClientCapability(ctx, 'extensions', PAYMENT_EXTENSION)) {
    return { resultType: 'payment_required', paymentRequired: required, content: [], _meta };
  }
  const text = JSON.stringify(required);
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { ...required }, _meta };
}
