import { z } from 'zod';
import { buildClaim } from '../../src/database/batches/write-claim.ts';
import { SOLD_PLANS, type SoldPlan } from '../../src/identity/billing/billing.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Buy a plan',
  description:
    'Opens the page of the payment provider where a person subscribes the company to a plan; the plan changes once the payment is confirmed.',
  effect: 'write',
  failsWith: ['INVALID_INPUT', 'CONFLICT', 'TOOL_UNAVAILABLE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  input: z.object({
    success_url: z.string().describe('Where the customer goes back to after paying: absolute, https.'),
    cancel_url: z.string().describe('And without having paid.'),
    plan: z.string().default('pro').describe('`pro` or `business`.'),
  }),
  output: z.object({
    checkout_url: z.string().describe('The page to open in a browser.'),
    url: z.string().describe('The same.'),
    session_id: z.string().describe('Id of the checkout at the provider.'),
    plan: z.enum(SOLD_PLANS).describe('What is bought.'),
    expires_at: z.string().describe('Until when the page is open, ISO 8601 in the service’s zone.'),
  }),
  examples: [{ success_url: 'https://app.example/paid', cancel_url: 'https://app.example/plans' }],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const plan = parsePlan(input.plan);
    const { success_url: successUrl, cancel_url: cancelUrl } = input;
    const claim = buildClaim(ctx, 'billing-checkout', input);
    const checkout = await ctx.services.billing.openCheckout(ctx, { companyId, plan, successUrl, cancelUrl, claim });
    const { url, sessionId, expiresAtMs } = checkout;
    const expires_at = formatZonedTime(expiresAtMs, ctx.server.timeZone);
    return { checkout_url: url, url, session_id: sessionId, plan, expires_at };
  },
});

function parsePlan(name: string): SoldPlan {
  const soldPlan = SOLD_PLANS.find((plan) => plan === name);
  if (soldPlan) return soldPlan;
  throw new FareboxError('INVALID_INPUT', { message: `plan must be one of: ${SOLD_PLANS.join(', ')}` });
}
