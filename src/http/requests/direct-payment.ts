/** Reads what a caller without a key sends to pay one call with: the PAYMENT-SIGNATURE header of x402. */
import type { CallOptions } from '../../kernel/call/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import type { Exchange } from '../exchange.ts';
import { parseJson } from '../json.ts';

const HEADER = 'PAYMENT-SIGNATURE';

/** Adds the payment, and the address that it pays for. Throws INVALID_INPUT for a header that is no JSON in base64. */
export function readDirectPayment(
  { req, pathname }: Exchange,
  baseUrl: string,
): Pick<CallOptions, 'payment' | 'resource'> {
  const header = req.headers['payment-signature'];
  const resource = `${baseUrl}${pathname}`;
  return header === undefined ? { resource } : { resource, payment: decodePayment(header) };
}

function decodePayment(header: string | string[]): unknown {
  const isBase64 = typeof header === 'string' && /^[A-Za-z0-9+/_-]+={0,2}$/.test(header);
  if (!isBase64) throw createFault('Must be JSON in base64');
  try {
    return parseJson(Buffer.from(header, 'base64'));
  } catch (thrown) {
    if (thrown instanceof FareboxError) throw createFault('Must be JSON in base64');
    throw thrown;
  }
}

const createFault = (message: string): FareboxError => createInvalidInputError([{ path: HEADER, message }]);
