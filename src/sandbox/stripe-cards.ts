/**
 * Saved cards of the sandbox's Stripe, and charges to them. What a card's bank says to each charge stands in its id, so
 * that it is the same on every server and after a restart.
 */
import type { LRUCache } from 'lru-cache';
import { listFormNames, parseForm, readFormFields, readFormText } from './shared/form.ts';
import type { TwinReply, TwinRequest } from './shared/twin.ts';
import { buildCharge, type CardPlay, derivePaymentIntentId, listTexts, type SessionInput } from './stripe-objects.ts';
import { buildRequestId, refuse, refuseAddress, refuseMissing, refuseParameter } from './stripe-refusals.ts';

/** A charge; its `facts.id` is the idempotency key. */
export interface KeptCharge {
  facts: SessionInput;
  customerId: string;
  play: CardPlay;
}

const PLAYED = /^(?:seti|pm)_(saved|declined|requires_action)_(\w+)$/;

const readPlay = (id: string): CardPlay | undefined =>
  ([undefined, 'saved', 'declined', 'requires_action'] as const).find((play) => play === PLAYED.exec(id)?.[1]);

const buildMethod = (id: string, customer: string | null): object => ({
  id,
  object: 'payment_method',
  billing_details: { address: null, email: 'a@example.com', name: null, phone: null, tax_id: null },
  card: { brand: 'visa', country: 'US', exp_month: 12, exp_year: 2034, funding: 'credit', last4: '4242' },
  customer,
  metadata: {},
  type: 'card',
});

const methodOf = (setupIntentId: string): string => setupIntentId.replace(/^seti_/, 'pm_');

/** GET /v1/setup_intents/{id} */
function readSetup(id: string, url: URL): TwinReply {
  if (readPlay(id) === undefined) return refuseMissing(id, 'setupintent', 'intent');
  const expands = [...url.searchParams].some(([name, value]) => /^expand\[/.test(name) && value === 'payment_method');
  const method = methodOf(id);
  const payment_method = expands ? buildMethod(method, null) : method;
  return {
    json: {
      id,
      object: 'setup_intent',
      last_setup_error: null,
      payment_method,
      status: 'succeeded',
      usage: 'off_session',
    },
    headers: buildRequestId(id),
  };
}

const REFUSED = {
  declined: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  requires_action: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const;

export function buildPaymentIntent(
  { facts, customerId, play }: KeptCharge,
  extra: object = {},
): Record<string, unknown> {
  const { id: seed, amountCents: amount, currency, livemode, metadata, created } = facts;
  const error = play === 'saved' ? null : { type: 'card_error', ...REFUSED[play] };
  return {
    id: derivePaymentIntentId(seed),
    object: 'payment_intent',
    ...{ amount, amount_received: error ? 0 : amount, capture_method: 'automatic', confirmation_method: 'automatic' },
    ...{ created, currency, customer: customerId, last_payment_error: error, latest_charge: null, livemode, metadata },
    ...{ payment_method_types: ['card'], setup_future_usage: null },
    status: error ? 'requires_payment_method' : 'succeeded',
    ...extra,
  };
}

const chargePatterns = [
  /^(amount|currency|customer|payment_method|confirm|off_session|description)$/,
  /^allowed_payment_method_types\[\d+\]$/,
  /^metadata\[\w{1,40}\]$/,
];

/** POST /v1/payment_intents, confirmed without the owner of the card. */
function charge({ text, headers }: TwinRequest, created: number, charges: LRUCache<string, KeptCharge>): TwinReply {
  const fields = parseForm(text);
  if (!fields) return refuse(400, 'invalid_request_error', 'Invalid request.');
  const extra = listFormNames(fields).find((name) => !chargePatterns.some((pattern) => pattern.test(name)));
  if (extra !== undefined) return refuseParameter(extra, `Received unknown parameter: ${extra}`, 'parameter_unknown');
  const method = readFormText(fields, 'payment_method') ?? '';
  const play = readPlay(method);
  const customerId = readFormText(fields, 'customer');
  if (play === undefined) return refuseMissing(method, 'PaymentMethod', 'payment_method');
  if (!customerId) return refuseParameter('customer', 'The customer of a saved card is required.');
  const amountCents = Number(readFormText(fields, 'amount'));
  if (!Number.isInteger(amountCents) || amountCents < 50)
    return refuseParameter('amount', 'Amount must be at least $0.50 usd');
  const flags = ['confirm', 'off_session'].find((name) => readFormText(fields, name) !== 'true');
  if (flags) return refuseParameter(flags, 'Only charges without the owner of the card are played here.');
  const facts: SessionInput = {
    id: headers['idempotency-key'] ?? `${text} ${created}`,
    ...{ livemode: /^Bearer (sk|rk)_live_/.test(headers.authorization ?? ''), amountCents },
    currency: readFormText(fields, 'currency') ?? 'usd',
    ...{ clientReferenceId: null, metadata: listTexts(readFormFields(fields, 'metadata')) },
    ...{ created, expiresAt: created, successUrl: null, cancelUrl: null },
  };
  const kept: KeptCharge = { facts, customerId, play };
  charges.set(derivePaymentIntentId(facts.id), kept);
  const payment_intent = buildPaymentIntent(kept);
  if (play === 'saved') return { json: payment_intent, headers: buildRequestId(facts.id) };
  const { message, ...codes } = REFUSED[play];
  return refuse(402, 'card_error', message, { ...codes, payment_intent });
}

/** GET /v1/payment_intents, newest first; `refundedCents` of each. */
function listCharges(
  url: URL,
  newestFirst: readonly KeptCharge[],
  refundedCents: (charge: KeptCharge) => number,
): TwinReply {
  const { searchParams } = url;
  const customer = searchParams.get('customer');
  const since = Number(searchParams.get('created[gte]') ?? 0);
  const after = searchParams.get('starting_after');
  const expands = [...searchParams].some(([name, value]) => /^expand\[/.test(name) && value === 'data.latest_charge');
  const limit = Number(searchParams.get('limit') ?? 10);
  const start =
    after === null ? 0 : newestFirst.findIndex(({ facts }) => derivePaymentIntentId(facts.id) === after) + 1;
  const rest = newestFirst
    .slice(start)
    .filter(({ facts, customerId }) => facts.created >= since && (customer === null || customer === customerId));
  const data = rest.slice(0, limit).map((kept) => {
    const latest_charge = expands && kept.play === 'saved' ? buildCharge(kept.facts, refundedCents(kept)) : null;
    return buildPaymentIntent(kept, { latest_charge });
  });
  return { json: { object: 'list', url: url.pathname, has_more: rest.length > limit, data } };
}

export interface ChargeBook {
  charges: LRUCache<string, KeptCharge>;
  /** Unix seconds. */
  created: number;
  once(request: TwinRequest, run: () => TwinReply): TwinReply;
  refundedCents(charge: KeptCharge): number;
}

/** Undefined for an address that is not about cards. */
export function handleCards(request: TwinRequest, book: ChargeBook): TwinReply | undefined {
  const { method, url } = request;
  const [, setupId] = /^\/v1\/setup_intents\/(\w+)$/.exec(url.pathname) ?? [];
  if (setupId !== undefined) return method === 'GET' ? readSetup(setupId, url) : refuseAddress(method, url);
  const [, methodId] = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(url.pathname) ?? [];
  if (methodId !== undefined && method === 'POST')
    return readPlay(methodId)
      ? { json: buildMethod(methodId, null) }
      : refuseMissing(methodId, 'PaymentMethod', 'payment_method');
  if (url.pathname !== '/v1/payment_intents') return undefined;
  if (method === 'POST') return book.once(request, () => charge(request, book.created, book.charges));
  return listCharges(url, [...book.charges.values()], book.refundedCents);
}
