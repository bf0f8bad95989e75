/** x402 v2 facilitator: takes any well-formed signature of a payment that fits its requirements, and moves nothing. */
import { createHash } from 'node:crypto';
import { readFields } from './shared/json-fields.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const NETWORK = 'eip155:84532';
const SIGNATURE = /^0x(?:[0-9a-fA-F]{2}){65,}$/;

function handle({ method, url, json, nowMs }: TwinRequest): TwinReply {
  if (method === 'GET' && url.pathname === '/supported') {
    const kinds = [{ x402Version: 2, scheme: 'exact', network: NETWORK }];
    return { json: { kinds, extensions: [], signers: { 'eip155:*': [`0x${'5a'.repeat(20)}`] } } };
  }
  if (method !== 'POST' || !/^\/(?:verify|settle)$/.test(url.pathname))
    return { status: 404, json: { error: 'Not found' } };
  const { from, nonce, reason } = examine(json, Math.floor(nowMs / 1000));
  if (url.pathname === '/verify') {
    return {
      json: reason === null ? { isValid: true, payer: from } : { isValid: false, invalidReason: reason, payer: from },
    };
  }
  if (reason !== null) {
    return { json: { success: false, errorReason: reason, payer: from, transaction: '', network: NETWORK } };
  }
  const transaction = `0x${createHash('sha256').update(`${from} ${nonce}`).digest('hex')}`;
  return { json: { success: true, payer: from, transaction, network: NETWORK } };
}

/** The first rule of the scheme that the payment breaks, in the specification's words. */
function examine(json: unknown, nowSeconds: number): { from: string; nonce: string; reason: string | null } {
  const { paymentPayload, paymentRequirements } = readFields(json);
  const { payload } = readFields(paymentPayload);
  const { signature, authorization } = readFields(payload);
  const { scheme, network, amount, payTo } = readFields(paymentRequirements);
  const { from, to, value, validAfter, validBefore, nonce } = readFields(authorization);
  const rules: readonly [boolean, string][] = [
    [scheme === 'exact', 'unsupported_scheme'],
    [network === NETWORK, 'invalid_network'],
    [SIGNATURE.test(String(signature)), 'invalid_exact_evm_payload_signature'],
    [isSameText(to, payTo), 'invalid_exact_evm_payload_recipient_mismatch'],
    [value === amount, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    [Number(validAfter) <= nowSeconds, 'invalid_exact_evm_payload_authorization_valid_after'],
    [Number(validBefore) > nowSeconds, 'invalid_exact_evm_payload_authorization_valid_before'],
  ];
  const [, reason = null] = rules.find(([holds]) => !holds) ?? [];
  return { from: String(from), nonce: String(nonce), reason };
}

const isSameText = (one: unknown, other: unknown): boolean => String(one).toLowerCase() === String(other).toLowerCase();

export default defineTwin({
  id: 'x402',
  handle,
  failures: {
    empty: () => ({ json: {} }),
    'error-in-200': () => ({ json: { error: 'internal' } }),
  },
});
