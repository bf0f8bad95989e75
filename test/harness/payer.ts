/** A wallet that pays by x402: through the official client, or by hand, to send what that client would not. */
import { randomBytes } from 'node:crypto';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

export interface PaymentRequired {
  x402Version: number;
  error?: string;
  resource: { url: string };
  accepts: {
    scheme: string;
    network: string;
    amount: string;
    asset: string;
    payTo: string;
    maxTimeoutSeconds: number;
  }[];
  extensions?: Record<string, unknown>;
}

export interface Payer {
  address: string;
  /** The official client's fetch: it answers a 402 with a payment. */
  fetch: typeof fetch;
  /** The official client's payment for what was asked. */
  sign(required: PaymentRequired): Promise<Record<string, unknown>>;
}

export function createPayer(key = generatePrivateKey()): Payer {
  const account = privateKeyToAccount(key);
  const scheme = new ExactEvmScheme(account);
  const client = new x402Client().register('eip155:*', scheme);
  return {
    address: account.address,
    fetch: wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: 'eip155:*', client: scheme }] }),
    sign: async (required) => ({ ...(await client.createPaymentPayload(Object(required))) }),
  };
}

/** Well-formed, and signed by nobody: for facilitators that look no closer. */
export function forgePayment(
  required: PaymentRequired,
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const [accepted] = required.accepts;
  if (!accepted) throw new Error('Nothing is accepted');
  const seconds = Math.floor(Date.now() / 1000);
  const authorization = {
    from: `0x${randomBytes(20).toString('hex')}`,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: String(seconds - 600),
    validBefore: String(seconds + accepted.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...change,
  };
  return {
    x402Version: 2,
    resource: required.resource,
    accepted,
    payload: { signature: `0x${randomBytes(65).toString('hex')}`, authorization },
  };
}

export const encodePayment = (payment: object): string => Buffer.from(JSON.stringify(payment)).toString('base64');

/** JSON of a header in base64. */
export function decodeHeader<T>(header: string | string[] | null | undefined): T {
  const value: T = JSON.parse(Buffer.from(String(header ?? ''), 'base64').toString() || 'null');
  return value;
}
