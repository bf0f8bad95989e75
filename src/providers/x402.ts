/** Facilitator of x402 v2: verifies signed payments and settles them. https://github.com/x402-foundation/x402 */
import { z } from 'zod';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineProvider, type RequestContext, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'x402',
  title: 'x402',
  tier: 'T0',
  about: 'Payment per call without an account, in USDC from a wallet; the facilitator verifies and settles payments',
  baseUrl: '',
  settings: {
    network: {
      kind: 'text',
      about: 'Networks to accept payments on, comma-separated, such as eip155:8453 (Base)',
      required: true,
      sandbox: 'eip155:84532',
    },
    payTo: {
      kind: 'text',
      about: 'Your address that receives the payments; with several networks one each, or one for all',
    },
    asset: {
      kind: 'text',
      about: 'Token as <address> <name> <version>, with 6 decimals and EIP-3009; default: USDC of the network',
    },
    facilitatorUrl: { kind: 'url', about: 'Address of the facilitator' },
    facilitatorToken: { kind: 'secret', about: 'Bearer token for the facilitator, if it needs one' },
    settleTimeoutMs: { kind: 'text', about: 'Time in milliseconds to wait for a settlement', default: '15000' },
  },
};

/** The body of both requests: what the payer signed, and what was asked for. */
export interface PaymentToCheck {
  payload: Readonly<Record<string, unknown>>;
  requirements: Readonly<Record<string, unknown>>;
}

/** Facilitators also answer with these, and the same body. */
const ANSWER_STATUSES = [400, 409, 412, 422];

const verifyReply = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().max(500).nullish(),
  payer: z.string().max(200).nullish(),
});

const settleReply = z.object({
  success: z.boolean(),
  errorReason: z.string().max(500).nullish(),
  payer: z.string().max(200).nullish(),
  transaction: z.string().max(200).nullish(),
  network: z.string().max(200).nullish(),
  amount: z.string().max(100).nullish(),
});

const supportedReply = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string(), network: z.string() })),
});

export type VerifyReply = z.output<typeof verifyReply>;
export type SettleReply = z.output<typeof settleReply>;

/** Whether the payment would be settled. Moves nothing. */
const verify = (payment: PaymentToCheck, ctx: RequestContext): Promise<VerifyReply> =>
  post('/verify', payment, verifyReply, ctx);

/** Moves the money, once for each signature. */
const settle = (payment: PaymentToCheck, ctx: RequestContext): Promise<SettleReply> =>
  post('/settle', payment, settleReply, ctx);

async function post<S extends z.ZodType>(
  path: string,
  { payload, requirements }: PaymentToCheck,
  reply: S,
  ctx: RequestContext,
): Promise<z.output<S>> {
  return await requestJson(facts, ctx, {
    ...buildAddress(settingsOf(facts, ctx)),
    path,
    json: { x402Version: 2, paymentPayload: payload, paymentRequirements: requirements },
    reply,
    answerStatuses: ANSWER_STATUSES,
  });
}

/** Payments that the facilitator can settle. */
const listSupported = async (ctx: RequestContext) =>
  (
    await requestJson(facts, ctx, {
      ...buildAddress(settingsOf(facts, ctx)),
      path: '/supported',
      reply: supportedReply,
    })
  ).kinds;

const buildAddress = ({ facilitatorUrl, facilitatorToken }: ProviderSettings) => ({
  ...(facilitatorUrl === undefined ? {} : { baseUrl: facilitatorUrl }),
  headers: { authorization: facilitatorToken === undefined ? undefined : `Bearer ${facilitatorToken}` },
});

export default defineProvider(facts, { verify, settle, listSupported });
