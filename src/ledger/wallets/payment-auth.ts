/**
 * The Payment authentication scheme of MPP, method `evm`: challenges that keep no state, and credentials that carry the same
 * EIP-3009 authorization as a payment by x402. https://github.com/tempoxyz/mpp-specs
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { z } from 'zod';
import type { PayableCall } from '../../kernel/call/direct-payment.ts';
import type { PaymentChallenge } from '../../kernel/errors/errors.ts';
import { createInvalidInputError, toCanonicalJson } from '../../kernel/tool/input.ts';
import type { Secrets } from '../secret.ts';
import { isSame, type PaymentRequirements } from './offers.ts';

const PURPOSE = 'payment-challenge';
const DECIMALS = 6;
const NETWORK_PREFIX = 'eip155:';

const text = z.string().max(4_096);
const requestShape = z.object({
  amount: text,
  currency: text,
  recipient: text,
  methodDetails: z.object({ chainId: z.number() }),
});
const credentialShape = z.object({
  challenge: z.object({
    id: text,
    realm: text,
    method: text,
    intent: text,
    request: text,
    expires: text,
    digest: text.optional(),
    opaque: text.optional(),
  }),
  payload: z.object({
    type: z.literal('authorization'),
    signature: z.string().max(32_768),
    from: text,
    to: text,
    value: text,
    validAfter: text,
    validBefore: text,
    nonce: text,
  }),
});

type Credential = z.output<typeof credentialShape>;
type Slots = Pick<PaymentChallenge, 'realm' | 'method' | 'intent' | 'request' | 'expires'>;

export class PaymentAuth {
  readonly #secrets: Pick<Secrets, 'sign' | 'verify'>;
  readonly #realm: string;

  /** `realm`: host of the server's public address. */
  constructor(secrets: Pick<Secrets, 'sign' | 'verify'>, realm: string) {
    this.#secrets = secrets;
    this.#realm = realm;
  }

  createChallenges({ tool }: PayableCall, asked: readonly PaymentRequirements[]): PaymentChallenge[] {
    return asked.map(({ network, amount, asset, payTo, maxTimeoutSeconds }) => {
      const chainId = Number(network.slice(NETWORK_PREFIX.length));
      const methodDetails = { chainId, credentialTypes: ['authorization'], decimals: DECIMALS };
      const request = toCanonicalJson({ amount, currency: asset, recipient: payTo, methodDetails });
      const slots: Slots = {
        realm: this.#realm,
        method: 'evm',
        intent: 'charge',
        request: Buffer.from(request).toString('base64url'),
        expires: new Date(Date.now() + maxTimeoutSeconds * 1000).toISOString(),
      };
      return { id: this.#secrets.sign(PURPOSE, describeSlots(slots)), ...slots, description: tool.title };
    });
  }

  /**
   * The payment that a credential stands for, in the shape of x402, or the reason why it pays nothing. Throws INVALID_INPUT
   * for what is no credential.
   */
  readPayment(sent: unknown, asked: readonly PaymentRequirements[]): object | string {
    const parsed = credentialShape.safeParse(sent);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const path = ['credential', ...(issue?.path ?? [])].join('.');
      throw createInvalidInputError([{ path, message: issue?.message ?? 'Must be a JSON object' }]);
    }
    const { challenge, payload } = parsed.data;
    if (!this.#isOurs(challenge)) return 'invalid_challenge';
    if (!(Date.parse(challenge.expires) > Date.now())) return 'payment_expired';
    const nonce = `0x${Buffer.from(keccak_256(Buffer.from(challenge.id + challenge.realm))).toString('hex')}`;
    if (!isSame(nonce, payload.nonce)) return 'invalid_challenge_hash';
    const { amount, currency, recipient, methodDetails } = readRequest(challenge.request);
    const accepted = asked.find(
      (one) =>
        one.network === `${NETWORK_PREFIX}${methodDetails.chainId}` &&
        one.amount === amount &&
        isSame(one.asset, currency) &&
        isSame(one.payTo, recipient),
    );
    if (!accepted) return 'invalid_payment_requirements';
    const { signature, type: _, ...authorization } = payload;
    return { x402Version: 2, accepted, payload: { signature, authorization } };
  }

  #isOurs({ id, digest, opaque, ...slots }: Credential['challenge']): boolean {
    if (slots.realm !== this.#realm || slots.method !== 'evm' || slots.intent !== 'charge') return false;
    // Neither is in a challenge of ours, so neither may be in its answer.
    if (digest !== undefined || opaque !== undefined) return false;
    return this.#secrets.verify(PURPOSE, describeSlots(slots), id);
  }
}

/** The seven slots that an id binds: those of the body's digest and the opaque data are empty. */
const describeSlots = ({ realm, method, intent, request, expires }: Record<keyof Slots, string>): string =>
  [realm, method, intent, request, expires, '', ''].join('|');

/** Of a challenge that is known to be ours. */
const readRequest = (request: string): z.output<typeof requestShape> =>
  requestShape.parse(JSON.parse(Buffer.from(request, 'base64url').toString()));

/** A credential, where x402 sends a payment. */
export const isCredential = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'challenge' in sent;
