/**
 * Extension `offer-receipt` of x402 v2: offers and receipts as JWS, signed with the key of all receipts, which the DID document
 * of the server lists. Payloads are canonical JSON.
 */
import type { PayableCall } from '../../kernel/call/direct-payment.ts';
import type { ReceiptKeys } from '../receipts/receipts.ts';
import { SCHEMA_DIALECT } from './bazaar.ts';
import type { PaymentRequirements } from './offers.ts';
import type { WalletPaymentRow } from './tables.ts';

/** Offers of one minute are the same, and signed once. */
const MINUTE_SECONDS = 60;
const KEPT_MAX = 2_000;

type Term = Pick<PayableCall, 'resource'>;

export class OfferReceipts {
  readonly #keys: Pick<ReceiptKeys, 'signAs'>;
  readonly #did: string;
  #offers = new Map<string, string>();
  #minute = 0;

  constructor(keys: Pick<ReceiptKeys, 'signAs'>, did: string) {
    this.#keys = keys;
    this.#did = did;
  }

  /** In the order of what is accepted. */
  buildOffers(call: Term, accepts: readonly PaymentRequirements[]): object {
    const offers = accepts.map((one, acceptIndex) => ({
      format: 'jws',
      acceptIndex,
      signature: this.#signOffer(call.resource, one),
    }));
    return { info: { offers }, schema: OFFERS_SCHEMA };
  }

  /** The same for the same payment, whenever it is built. The transaction is left out, as the specification prefers. */
  buildReceipt({ resource }: Term, { network, payer, ended_at }: WalletPaymentRow): object {
    const issuedAt = Math.floor((ended_at ?? 0) / 1000);
    const signature = this.#keys.signAs(this.#did, { version: 1, network, resourceUrl: resource, payer, issuedAt });
    return { info: { receipt: { format: 'jws', signature } }, schema: RECEIPT_SCHEMA };
  }

  #signOffer(resourceUrl: string, requirements: PaymentRequirements): string {
    const { scheme, network, asset, payTo, amount, maxTimeoutSeconds } = requirements;
    const minute = Math.floor(Date.now() / 1000 / MINUTE_SECONDS);
    if (minute !== this.#minute || this.#offers.size > KEPT_MAX) this.#offers = new Map();
    this.#minute = minute;
    const name = `${resourceUrl} ${network} ${amount}`;
    const before = this.#offers.get(name);
    if (before !== undefined) return before;
    const validUntil = (minute + 1) * MINUTE_SECONDS + maxTimeoutSeconds;
    const payload = { version: 1, resourceUrl, scheme, network, asset, payTo, amount, validUntil };
    const signature = this.#keys.signAs(this.#did, payload);
    this.#offers.set(name, signature);
    return signature;
  }
}

const JWS_TEXT = { type: 'string', description: 'JWS compact serialization' };

const OFFERS_SCHEMA = {
  $schema: SCHEMA_DIALECT,
  type: 'object',
  properties: {
    offers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          format: { type: 'string', const: 'jws' },
          acceptIndex: { type: 'integer' },
          signature: JWS_TEXT,
        },
        required: ['format', 'signature'],
      },
    },
  },
  required: ['offers'],
};

const RECEIPT_SCHEMA = {
  $schema: SCHEMA_DIALECT,
  type: 'object',
  properties: {
    receipt: {
      type: 'object',
      properties: { format: { type: 'string', const: 'jws' }, signature: JWS_TEXT },
      required: ['format', 'signature'],
    },
  },
  required: ['receipt'],
};
