/** Stripe's facts, and its own client over our transport. */
import type Stripe from 'stripe';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { createFetch } from './shared/network/fetch.ts';
import { type ProviderReply, type RequestContext, settingsOf } from './shared/provider.ts';

export const facts: ProviderDefinition = {
  id: 'stripe',
  title: 'Stripe',
  tier: 'T3',
  about: 'Card payments and subscriptions; without it only the operator can add credit',
  baseUrl: 'https://api.stripe.com',
  settings: {
    apiKey: {
      kind: 'secret',
      about: 'Live secret key (sk_live_… or rk_live_…)',
      required: true,
      single: true,
      sandbox: 'sk_test_sandbox',
    },
    webhookSecret: {
      kind: 'secret',
      about: 'Signing secret (whsec_…) of the webhook endpoint <BASE_URL>/billing/webhook',
      required: true,
    },
    pricePro: { kind: 'text', about: 'Price ID (price_…) of the Pro plan' },
    priceBusiness: { kind: 'text', about: 'Price ID (price_…) of the Business plan' },
  },
};

/** Loaded with the first payment: a server that sells nothing by card does not carry it. */
export async function loadLibrary(): Promise<typeof Stripe> {
  const { default: client } = await import('stripe');
  return client;
}

/** `declines`: a declined card is an answer, which the library throws as its own error; default: a failure of ours. */
export async function createClient(ctx: RequestContext, { declines = false } = {}): Promise<Stripe> {
  const Client = await loadLibrary();
  const settings = settingsOf(facts, ctx);
  return new Client(settings.apiKey ?? '', {
    ...buildAddress(settings),
    httpClient: Client.createFetchHttpClient(
      createFetch(facts, ctx, { retryable: true, ...(declines ? DECLINES : { classify }) }),
    ),
    // The road to a provider retries by itself, and knows the deadline.
    maxNetworkRetries: 0,
    timeout: Math.max(1, ctx.deadlineMs - Date.now()),
    telemetry: false,
  });
}

function buildAddress({ baseUrl = facts.baseUrl }: ProviderSettings) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}

const DECLINED = 402;
const DECLINES = {
  answerStatuses: [DECLINED],
  classify: (reply: ProviderReply) => (reply.status === DECLINED ? undefined : classify(reply)),
};

/** 409: the same request is being answered right now. 402 speaks of a card, not of our credit with Stripe. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  if (status === 409) return 'overloaded';
  if (status === 402) return 'bad_request';
  if (status >= 300) return undefined;
  if (json === undefined) return 'malformed';
  return hasMember(json, 'error') ? 'lying' : undefined;
}
