/** Looks calls up by a receipt that this server has signed: its own, or that of x402's extension `offer-receipt`. */
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../database/types.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { findCallById } from '../accounts/account-queries.ts';
import type { PublicReceiptKey } from '../receipts/receipts.ts';
import type { CallRow } from '../tables.ts';
import { findPaymentOfCall, listPaymentsAt } from './payment-queries.ts';
import type { WalletPaymentRow } from './tables.ts';

const headerShape = z.object({ alg: z.literal('EdDSA'), kid: z.string() });
const ownShape = z.object({ callId: z.string(), agentId: z.string() });
/** A signed offer has no payer, so it isn't taken for a receipt. */
const x402Shape = z.object({ network: z.string(), payer: z.string(), issuedAt: z.number().int() });
const payloadShape = z.union([ownShape, x402Shape]);

export interface ReceiptCall {
  call: CallRow;
  /** Undefined for a call that was paid from a balance. */
  payment: WalletPaymentRow | undefined;
}

/**
 * One call; of x402's receipt, which names no call, those that the wallet has paid for within its second. Throws INVALID_INPUT
 * for what none of the keys has signed.
 */
export async function findCallsByReceipt(
  db: Db,
  keys: readonly PublicReceiptKey[],
  jws: string,
): Promise<ReceiptCall[]> {
  const payload = readSigned(keys, jws);
  if ('callId' in payload) {
    const call = await findCallById(db, payload.callId);
    if (call?.account_id !== payload.agentId) return [];
    return [{ call, payment: await findPaymentOfCall(db, call) }];
  }
  const payments = await listPaymentsAt(db, { ...payload, payer: payload.payer.toLowerCase() });
  const found = await Promise.all(
    payments.map(async (payment) => {
      const call = payment.call_id === null ? undefined : await findCallById(db, payment.call_id);
      return call ? [{ call, payment }] : [];
    }),
  );
  return found.flat();
}

function readSigned(keys: readonly PublicReceiptKey[], jws: string): z.output<typeof payloadShape> {
  const [head = '', body = '', signature = ''] = jws.trim().split('.');
  const header = headerShape.safeParse(parsePart(head));
  // The x402 receipt names the key by the DID, and carries the key itself: only a published one counts.
  const key = header.success ? keys.find(({ kid }) => kid === header.data.kid.split('#').at(-1)) : undefined;
  const payload = payloadShape.safeParse(parsePart(body));
  if (key && payload.success && isSignedBy(key, `${head}.${body}`, signature)) return payload.data;
  throw createInvalidInputError([{ path: 'receipt', message: 'Must be a receipt (JWS) that this server has signed' }]);
}

function isSignedBy({ kty, crv, x }: PublicReceiptKey, text: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function parsePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return null;
  }
}
