/** Reads a payment as it was sent: the PaymentPayload of x402 v2 with an EIP-3009 authorization. */
import { z } from 'zod';
import { createInvalidInputError, toCanonicalJson } from '../../kernel/tool/input.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { isRecord } from '../../lib/record.ts';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'Must be an address');
const wholeNumber = z.string().regex(/^\d{1,78}$/, 'Must be digits');

const payloadShape = z.object({
  x402Version: z.literal(2),
  accepted: z.object({
    scheme: z.string().max(64),
    network: z.string().max(128),
    amount: z.string().max(78),
    asset: z.string().max(128),
    payTo: z.string().max(128),
  }),
  payload: z.object({
    signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,8192}$/, 'Must be hexadecimal'),
    authorization: z.object({
      from: address,
      to: address,
      value: wholeNumber,
      validAfter: wholeNumber,
      validBefore: wholeNumber,
      nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Must be 32 bytes in hexadecimal'),
    }),
  }),
});

const identifierShape = z.object({
  'payment-identifier': z.object({ info: z.object({ id: z.string().regex(/^[\w-]{16,128}$/) }) }),
});

/** Signatures of smart accounts take several thousand characters. */
const CHARS_MAX = 65_536;

type Payload = z.output<typeof payloadShape>;

export interface SentPayment {
  /** As it was sent. */
  whole: Readonly<Record<string, unknown>>;
  accepted: Payload['accepted'];
  authorization: Payload['payload']['authorization'];
  /** Of the whole of it: only the very same payment is the same. */
  digest: string;
  /** Of the `payment-identifier` extension; null without one. */
  identifier: string | null;
}

/** Throws INVALID_INPUT for what is no payment. */
export function readSentPayment(sent: unknown): SentPayment {
  const parsed = payloadShape.safeParse(sent);
  if (!parsed.success || !isRecord(sent)) {
    const [issue] = parsed.error?.issues ?? [];
    const path = ['payment', ...(issue?.path ?? [])].join('.');
    throw createInvalidInputError([{ path, message: issue?.message ?? 'Must be a JSON object' }]);
  }
  if (JSON.stringify(sent).length > CHARS_MAX)
    throw createInvalidInputError([{ path: 'payment', message: 'Too long' }]);
  const { accepted, payload } = parsed.data;
  return {
    whole: sent,
    accepted,
    authorization: payload.authorization,
    digest: sha256Hex(toCanonicalJson(sent)),
    identifier: readIdentifier(sent.extensions),
  };
}

function readIdentifier(extensions: unknown): string | null {
  if (!isRecord(extensions) || !isRecord(extensions['payment-identifier'])) return null;
  const { info } = extensions['payment-identifier'];
  if (!isRecord(info) || info.id === undefined) return null;
  const parsed = identifierShape.safeParse(extensions);
  if (parsed.success) return parsed.data['payment-identifier'].info.id;
  const message = 'Must be 16 to 128 letters, digits, hyphens or underscores';
  throw createInvalidInputError([{ path: 'payment.extensions.payment-identifier.info.id', message }]);
}
