/** Builds the 402 response with price and payment options: the PaymentRequired object of x402 v2. */
import type { PayableCall } from '../../kernel/call/direct-payment.ts';
import { type ErrorDetails, FareboxError } from '../../kernel/errors/errors.ts';
import { toUsd, toUsdText } from '../../lib/money.ts';
import { describeForBazaar, describeService, SCHEMA_DIALECT } from './bazaar.ts';
import type { OfferReceipts } from './offer-receipts.ts';
import { buildRequirements, type PaymentOffer, type PaymentRequirements } from './offers.ts';
import type { PaymentAuth } from './payment-auth.ts';

/** Reason for refusing a wallet whose settlements were refused too often. */
export const TOO_MANY_FAILED = 'too_many_failed_payments';
/** For signing, sending and settling, beside the run of the tool. */
const PAYING_SECONDS = 120;

export const listRequirements = (
  { tool, priceMicros }: PayableCall,
  offers: readonly PaymentOffer[],
): PaymentRequirements[] => {
  const maxTimeoutSeconds = Math.ceil(tool.timeoutMs / 1000) + PAYING_SECONDS;
  return offers.map((offer) => buildRequirements(offer, { amount: priceMicros, maxTimeoutSeconds }));
};

/** Ways to pay, by x402 and by the scheme Payment. */
export interface PaymentTerms {
  offers: readonly PaymentOffer[];
  auth: PaymentAuth;
  offerReceipts: OfferReceipts;
}

/** Nothing was sent to pay with. */
export const createRequestError = (call: PayableCall, terms: PaymentTerms): FareboxError =>
  new FareboxError('PAYMENT_REQUIRED', {
    message: `${call.purpose === 'deposit' ? 'This deposit needs a payment of' : 'This call costs'} ${toUsdText(call.priceMicros)} USD.`,
    details: { price: toUsd(call.priceMicros) },
    payment: buildRequest(call, terms, 'A payment is required'),
  });

/** Next step after too many refused settlements. */
const TOP_UP_FIRST =
  'Top up an account from this wallet: POST /api/account/deposits/x402 with an API key. Then repeat the call, or wait an hour.';

/** Reason why a payment does not pay the call. `response`: of a settlement that was refused. */
export const createPaymentError = (
  call: PayableCall,
  terms: PaymentTerms,
  reason: string,
  response?: object,
): FareboxError =>
  new FareboxError('PAYMENT_REQUIRED', {
    message: `The payment was not accepted: ${reason}. ${response ? 'No response was delivered.' : 'Nothing was paid.'}`,
    next:
      reason === TOO_MANY_FAILED
        ? TOP_UP_FIRST
        : 'Sign a new payment as the PAYMENT-REQUIRED header says, or send an API key.',
    details: { price: toUsd(call.priceMicros), reason },
    payment: { ...buildRequest(call, terms, reason), ...(response ? { response } : {}) },
  });

function buildRequest(
  call: PayableCall,
  { offers, auth, offerReceipts }: PaymentTerms,
  error: string,
): NonNullable<ErrorDetails['payment']> {
  const accepts = listRequirements(call, offers);
  const bazaar = describeForBazaar(call);
  const required = {
    x402Version: 2,
    error,
    resource: {
      url: call.resource,
      description: call.tool.title,
      mimeType: 'application/json',
      ...describeService(call.tool),
    },
    accepts,
    extensions: {
      ...(bazaar ? { bazaar } : {}),
      'offer-receipt': offerReceipts.buildOffers(call, accepts),
      'payment-identifier': paymentIdentifier,
    },
  };
  return { required, challenges: auth.createChallenges(call, accepts) };
}

/** An id of the caller's choice: the same id with another payment is refused. */
const paymentIdentifier = {
  info: { required: false },
  schema: {
    $schema: SCHEMA_DIALECT,
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128 },
    },
    required: ['required'],
  },
};
