/**
 * Payments over MCP, by x402 and by the scheme Payment: reads the payment of a call, and adds payment requirements to
 * results.
 */
import type { CallToolResult, ContentBlock, ServerContext } from '@modelcontextprotocol/server';
import { type FareboxError, readMoneyFields } from '../../kernel/errors/errors.ts';
import { type RawInput, toCanonicalJson } from '../../kernel/tool/input.ts';
import { isRecord } from '../../lib/record.ts';
import { META } from '../card.ts';
import { hasClientCapability } from '../client-capabilities.ts';
import type { McpCaller } from '../types.ts';
import { buildErrorContent } from './error-content.ts';

/** Of the extension binding, for clients that name it. */
export const PAYMENT_EXTENSION = 'org.x402/payment';
const SENT = 'x402/payment';
const RESPONSE = 'x402/payment-response';
const SCHEME = 'org.paymentauth/';

/** Payment of the caller, as an option of the call. */
export function readSentPayment(meta: RawInput): { payment?: unknown } {
  const payment = meta[SENT] ?? readCredential(meta[`${SCHEME}credential`]);
  return payment === undefined ? {} : { payment };
}

/** Over MCP the request of a challenge is JSON as it is; its id binds the base64url of it. */
function readCredential(credential: unknown): unknown {
  if (!isRecord(credential) || !isRecord(credential.challenge)) return credential;
  const { request } = credential.challenge;
  if (!isRecord(request)) return credential;
  return { ...credential, challenge: { ...credential.challenge, request: encodeRequest(request) } };
}

const encodeRequest = (request: object): string => Buffer.from(toCanonicalJson(request)).toString('base64url');

/** Settlement of the payment, as `_meta` of the result. */
export const buildSettlementMeta = (response: object | undefined, proof?: object): Record<string, unknown> => ({
  ...(response === undefined ? {} : { [RESPONSE]: response }),
  ...(proof === undefined ? {} : { [`${SCHEME}receipt`]: proof }),
});

/**
 * The result that asks for a payment; undefined for every other error. An account that has too little is told so, and its
 * payment links, beside what a wallet could pay the call by.
 */
export function buildPaymentRequiredResult(
  error: FareboxError,
  { requestId, era }: McpCaller,
  ctx: ServerContext,
): CallToolResult | undefined {
  const { required, response, challenges = [] } = error.facts.payment ?? {};
  if (required === undefined) return undefined;
  const asked = challenges.map((one) => ({
    ...one,
    request: JSON.parse(Buffer.from(one.request, 'base64url').toString()),
  }));
  const _meta = {
    [`${META}requestId`]: requestId,
    ...buildSettlementMeta(response),
    [`${SCHEME}payment-required`]: { httpStatus: 402, challenges: asked },
  };
  const words: ContentBlock[] = error.facts.money ? [{ type: 'text', text: buildErrorContent(error).text }] : [];
  if (era.modern && hasClientCapability(ctx, 'extensions', PAYMENT_EXTENSION)) {
    return { resultType: 'payment_required', paymentRequired: required, content: words, _meta };
  }
  const text = JSON.stringify(required);
  const structuredContent = { ...required, ...readMoneyFields(error) };
  return { isError: true, content: [{ type: 'text', text }, ...words], structuredContent, _meta };
}
