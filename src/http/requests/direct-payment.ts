/** Reads what a caller sends to pay one call with: the PAYMENT-SIGNATURE header of x402, or a credential of the scheme Payment. */
import type { CallOptions } from '../../kernel/call/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import type { Exchange } from '../exchange.ts';
import { parseJson } from '../json.ts';

const CREDENTIAL = /^payment +(\S+) *$/i;

/** Adds the payment, and the address that it pays for. Throws INVALID_INPUT for a header that is no JSON in base64. */
export function readDirectPayment(
  { req, pathname }: Exchange,
  baseUrl: string,
): Pick<CallOptions, 'payment' | 'resource'> {
  const { 'payment-signature': signature, 'payment-authorization': own, authorization } = req.headers;
  const resource = `${baseUrl}${pathname}`;
  if (signature !== undefined) return { resource, payment: decodePayment('PAYMENT-SIGNATURE', signature) };
  for (const [name, value] of Object.entries({ 'Payment-Authorization': own, Authorization: authorization })) {
    const [, credential] = CREDENTIAL.exec(String(value ?? '')) ?? [];
    if (credential !== undefined) return { resource, payment: decodePayment(name, credential) };
  }
  return { resource };
}

function decodePayment(name: string, header: string | string[]): unknown {
  const isBase64 = typeof header === 'string' && /^[A-Za-z0-9+/_-]+={0,2}$/.test(header);
  if (!isBase64) throw createFault(name);
  try {
    return parseJson(Buffer.from(header, 'base64'));
  } catch (thrown) {
    if (thrown instanceof FareboxError) throw createFault(name);
    throw thrown;
  }
}

const createFault = (name: string): FareboxError =>
  createInvalidInputError([{ path: name, message: 'Must be JSON in base64' }]);
