/** Stripe: checkout sessions with form bodies, idempotency keys and its own errors. It remembers a bounded number of them. */
import { LRUCache } from 'lru-cache';
import { type FormFields, listFormNames, parseForm, readFormFields, readFormText } from './shared/form.ts';
import { defineTwin, type Twin, type TwinReply, type TwinRequest } from './shared/twin.ts';
import { handleCards, type KeptCharge } from './stripe-cards.ts';
import {
  buildCharge,
  buildDispute,
  buildRefund,
  buildSession,
  type DisputeStatus,
  deriveId,
  derivePaymentIntentId,
  listTexts,
  type RefundStatus,
  type SessionInput,
  type SessionState,
} from './stripe-objects.ts';
import { buildRequestId, refuse, refuseAddress, refuseMissing, refuseParameter } from './stripe-refusals.ts';
import { buildPortalSession } from './stripe-subscriptions.ts';

const REMEMBERED_MAX = 1_000;
const DAY_SECONDS = 86_400;

interface KeptSession {
  facts: SessionInput;
  state: SessionState;
  refunds: { cents: number; status: RefundStatus }[];
  disputes: { cents: number; status: DisputeStatus }[];
}

type MoneyBack = Pick<KeptSession, 'refunds' | 'disputes'>;

export interface StripeTwin extends Twin {
  /** The sessions made so far, oldest first. */
  sessions(): SessionInput[];
  /** Changes what a later look at a session shows, as its customer or operator would. */
  change(sessionId: string, change: Partial<Omit<KeptSession, 'facts'>>): void;
  /** The charges to saved cards so far, oldest first, and what came back of one. */
  charges(): KeptCharge[];
  changeCharge(key: string, back: Partial<MoneyBack>): void;
}

/** `now` in milliseconds: ids follow from the request, times from the clock. */
export function createStripeTwin(now: () => number = Date.now): StripeTwin {
  const sessions = new LRUCache<string, KeptSession>({ max: REMEMBERED_MAX });
  const answered = new LRUCache<string, { body: string; reply: TwinReply }>({ max: REMEMBERED_MAX });
  const charges = new LRUCache<string, KeptCharge>({ max: REMEMBERED_MAX });
  const chargesBack = new LRUCache<string, MoneyBack>({ max: REMEMBERED_MAX });
  const backOf = (key: string): MoneyBack => chargesBack.get(key) ?? { refunds: [], disputes: [] };
  const oldestFirst = (): KeptSession[] => [...sessions.values()].reverse();

  const create = (request: TwinRequest): TwinReply => {
    const facts = parseNewSession(request, Math.floor(now() / 1000));
    if (!('livemode' in facts)) return facts;
    sessions.set(facts.id, { facts, state: OPEN, refunds: [], disputes: [] });
    return { json: buildSession(facts, OPEN), headers: buildRequestId(facts.id) };
  };

  const refundedCents = ({ facts }: KeptCharge): number => sumRefunds(backOf(facts.id).refunds);

  const listPayments = () =>
    [...oldestFirst(), ...charges.values()].map((kept) => ({ ...backOf(kept.facts.id), ...kept }));

  const once = (request: TwinRequest, run: () => TwinReply): TwinReply => {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return run();
    const before = answered.get(key);
    if (before && before.body !== request.text) return refuse(400, 'idempotency_error', OTHER_PARAMETERS);
    if (before) return { ...before.reply, headers: { ...before.reply.headers, 'idempotent-replayed': 'true' } };
    const reply = run();
    // What was refused for its parameters is not remembered; a declined card is.
    const { status = 200 } = reply;
    if (status < 400 || status === 402) answered.set(key, { body: request.text, reply });
    return reply;
  };

  const handle = (request: TwinRequest): TwinReply => {
    const { method, url, headers } = request;
    const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    if (key === undefined) return badKey();
    if (url.pathname === '/v1/checkout/sessions') {
      return method === 'POST' ? once(request, () => create(request)) : listSessions(url, oldestFirst().reverse());
    }
    const created = Math.floor(now() / 1000);
    const card = handleCards(request, { charges, created, once, refundedCents });
    if (card) return card;
    const [, kind] = /^\/v1\/(refunds|disputes)$/.exec(url.pathname) ?? [];
    if (kind && method === 'GET') return listMoneyBack(kind, url, listPayments());
    if (url.pathname === '/v1/billing_portal/sessions' && method === 'POST')
      return openPortal(request, oldestFirst(), created);
    const [, id = '', act] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(url.pathname) ?? [];
    const session = sessions.peek(id);
    if (id === '') return refuseAddress(method, url);
    if (!session) return refuseMissing(id);
    if (act === undefined)
      return method === 'GET' ? { json: buildSession(session.facts, session.state) } : refuseAddress(method, url);
    if (session.state.status !== 'open') return refuse(400, 'invalid_request_error', NOT_OPEN, { param: 'session' });
    session.state = { status: 'expired', paymentStatus: 'unpaid' };
    return { json: buildSession(session.facts, session.state) };
  };

  return {
    ...defineTwin({ id: 'stripe', handle, failures }),
    sessions: () => oldestFirst().map(({ facts }) => facts),
    change(sessionId, change) {
      const session = sessions.peek(sessionId);
      if (!session) throw new Error(`There is no session ${sessionId}`);
      Object.assign(session, change);
    },
    charges: () => [...charges.values()].reverse(),
    changeCharge: (key, back) => chargesBack.set(key, { ...backOf(key), ...back }),
  };
}

/** For customers that have checked a subscription out here. */
function openPortal({ text, headers }: TwinRequest, kept: readonly KeptSession[], created: number): TwinReply {
  const fields = parseForm(text);
  const customer = (fields && readFormText(fields, 'customer')) ?? '';
  if (!fields || !kept.some(({ facts }) => facts.subscription?.customerId === customer)) {
    const code = { code: 'resource_missing', param: 'customer' };
    return refuse(400, 'invalid_request_error', `No such customer: '${customer}'`, code);
  }
  const back = readFormText(fields, 'return_url') ?? null;
  return { json: buildPortalSession(customer, back, isLive(headers), created), headers: buildRequestId(customer) };
}

const OPEN: SessionState = { status: 'open', paymentStatus: 'unpaid' };
const NOT_OPEN = 'Only Checkout Sessions with a status in ["open"] can be expired.';
const OTHER_PARAMETERS =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.';

/** Parameters that are taken; another one is refused, so that a stray one is noticed. */
const fieldPatterns = [
  /^(mode|submit_type|client_reference_id|success_url|cancel_url|expires_at|locale|customer_email|customer|ui_mode|customer_creation|currency)$/,
  /^allowed_payment_method_types\[\d+\]$/,
  /^line_items\[\d+\]\[(quantity|price)\]$/,
  /^line_items\[\d+\]\[price_data\]\[(currency|unit_amount|product_data\]\[(name|description))\]$/,
  /^((payment_intent|subscription|setup_intent)_data\[)?metadata\]?\[\w{1,40}\]$/,
  /^(adaptive_pricing|automatic_tax|invoice_creation)\[enabled\]$/,
  /^allow_promotion_codes$/,
];

function parseNewSession({ text, headers }: TwinRequest, created: number): SessionInput | TwinReply {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return refuse(400, 'invalid_request_error', 'Invalid request: unsupported content type.');
  }
  const fields = parseForm(text);
  if (!fields) return refuse(400, 'invalid_request_error', 'Invalid request.');
  const extra = listFormNames(fields).find((name) => !fieldPatterns.some((pattern) => pattern.test(name)));
  if (extra !== undefined) return refuseParameter(extra, `Received unknown parameter: ${extra}`, 'parameter_unknown');
  const mode = readFormText(fields, 'mode');
  if (mode !== 'payment' && mode !== 'subscription' && mode !== 'setup')
    return refuseParameter('mode', 'You must provide one of `mode`.');
  const priceId = mode === 'subscription' ? readFormText(fields, 'line_items', '0', 'price') : undefined;
  if (mode === 'subscription' && !priceId?.startsWith('price_')) {
    return refuseParameter('line_items[0][price]', `No such price: '${priceId}'`, 'resource_missing');
  }
  const amount = mode === 'setup' ? 0 : priceId === undefined ? parseAmount(fields) : PLAN_CENTS;
  if (typeof amount !== 'number') return amount;
  const expiresAt = Number(readFormText(fields, 'expires_at') ?? created + DAY_SECONDS);
  if (!(expiresAt - created >= 1_800 && expiresAt - created <= DAY_SECONDS)) {
    const range = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.';
    return refuseParameter('expires_at', range);
  }
  const livemode = isLive(headers);
  const seed = headers['idempotency-key'] ?? `${text} ${created}`;
  const customerId = readFormText(fields, 'customer') ?? deriveId('cus_', seed, 14);
  return {
    id: deriveId(livemode ? 'cs_live_' : 'cs_test_', seed, 58),
    livemode,
    amountCents: amount,
    currency: readFormText(fields, 'line_items', '0', 'price_data', 'currency') ?? 'usd',
    clientReferenceId: readFormText(fields, 'client_reference_id') ?? null,
    metadata: listTexts(readFormFields(fields, 'metadata')),
    created,
    expiresAt,
    successUrl: readFormText(fields, 'success_url') ?? null,
    cancelUrl: readFormText(fields, 'cancel_url') ?? null,
    ...(priceId === undefined ? {} : { subscription: { priceId, customerId } }),
    ...(mode === 'setup' ? { card: { customerId, play: 'saved' } } : {}),
  };
}

const isLive = (headers: TwinRequest['headers']): boolean => /^Bearer (sk|rk)_live_/.test(headers.authorization ?? '');

/** Price of every plan here. */
const PLAN_CENTS = 3_000;

function parseAmount(fields: FormFields): number | TwinReply {
  let sum = 0;
  for (const index of Object.keys(readFormFields(fields, 'line_items'))) {
    const unit = Number(readFormText(fields, 'line_items', index, 'price_data', 'unit_amount') ?? Number.NaN);
    const quantity = Number(readFormText(fields, 'line_items', index, 'quantity') ?? Number.NaN);
    if (!Number.isInteger(unit) || unit < 0)
      return refuseParameter('line_items[0][price_data][unit_amount]', 'Invalid integer');
    if (!Number.isInteger(quantity) || quantity < 1)
      return refuseParameter('line_items[0][quantity]', 'Invalid integer');
    sum += unit * quantity;
  }
  return sum >= 50
    ? sum
    : refuseParameter('line_items', 'The Checkout Session total amount due must add up to at least $0.50 usd.');
}

function listSessions(url: URL, newestFirst: readonly KeptSession[]): TwinReply {
  const limit = Number(url.searchParams.get('limit') ?? 10);
  if (!(limit >= 1 && limit <= 100)) return refuseParameter('limit', 'This value must be between 1 and 100.');
  const after = url.searchParams.get('starting_after');
  const since = Number(url.searchParams.get('created[gte]') ?? 0);
  const start = after === null ? 0 : newestFirst.findIndex(({ facts }) => facts.id === after) + 1;
  if (after !== null && start === 0) return refuseMissing(after);
  const rest = newestFirst.slice(start).filter(({ facts }) => facts.created >= since);
  const expands = [...url.searchParams].some(([name, value]) => /^expand\[/.test(name) && value === CHARGES);
  return {
    json: {
      object: 'list',
      url: '/v1/checkout/sessions',
      has_more: rest.length > limit,
      data: rest
        .slice(0, limit)
        .map((session) => (expands ? buildPaidSession(session) : buildSession(session.facts, session.state))),
    },
  };
}

const CHARGES = 'data.payment_intent.latest_charge';

const isRefunded = ({ status }: { status: RefundStatus }): boolean => status !== 'failed' && status !== 'canceled';

const sumRefunds = (refunds: KeptSession['refunds']): number =>
  refunds.filter(isRefunded).reduce((sum, { cents }) => sum + cents, 0);

function buildPaidSession({ facts, state, refunds, disputes }: KeptSession): object {
  const object = buildSession(facts, state);
  const refundedCents = sumRefunds(refunds);
  const disputed = disputes.length > 0;
  if (state.status !== 'complete') return object;
  const latest_charge = state.paymentStatus === 'paid' ? buildCharge(facts, refundedCents, disputed) : null;
  const { metadata, amountCents: amount, currency, livemode } = facts;
  const id = derivePaymentIntentId(facts.id);
  return {
    ...object,
    payment_intent: { id, object: 'payment_intent', amount, currency, livemode, metadata, latest_charge },
  };
}

/** The refunds or disputes of a payment. */
function listMoneyBack(kind: string, url: URL, kept: readonly (MoneyBack & Pick<KeptSession, 'facts'>)[]): TwinReply {
  const payment = url.searchParams.get('payment_intent') ?? '';
  const session = kept.find(({ facts }) => derivePaymentIntentId(facts.id) === payment);
  const refunds = session?.refunds.map(({ cents, status }, at) => buildRefund(session.facts, status, cents, `${at}`));
  const disputes = session?.disputes.map(({ cents, status }, at) =>
    buildDispute(session.facts, status, cents, `${at}`),
  );
  const data = (kind === 'refunds' ? refunds : disputes) ?? [];
  return { json: { object: 'list', url: url.pathname, has_more: false, data } };
}

const badKey = (): TwinReply => refuse(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****ndbx');

const failures: NonNullable<Twin['failures']> = {
  'rate-limit': () => ({
    ...refuse(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' }),
    headers: { 'stripe-should-retry': 'false', ...buildRequestId('rate') },
  }),
  'bad-key': badKey,
  quota: () => refuse(402, 'card_error', 'Your card was declined.', { code: 'card_declined', decline_code: 'generic' }),
  down: () => refuse(503, 'api_error', 'An unexpected error occurred.'),
  'error-in-200': () => ({ json: { error: { type: 'api_error', message: 'An unexpected error occurred.' } } }),
  empty: () => ({ json: { object: 'list', data: [], has_more: false, url: '/v1/checkout/sessions' } }),
  'not-found': () => refuseMissing('cs_x'),
};

export default createStripeTwin();
