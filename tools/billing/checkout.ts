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
    'Create a checkout page where a person subscribes the company to a plan. The plan changes once the payment is confirmed. To change an existing subscription use `billing-portal`.',
  keywords: 'upgrade plan, subscribe, buy subscription, プランを購入, アップグレード, 购买套餐, 升级套餐',
  effect: 'write',
  failsWith: ['INVALID_INPUT', 'CONFLICT', 'TOOL_UNAVAILABLE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  input: z.object({
    success_url: z.string().describe('Absolute https URL to return to after the payment.'),
    cancel_url: z.string().describe('Absolute https URL to return to if the payment is canceled.'),
    plan: z.string().default('pro').describe('Plan to buy: pro or business.'),
  }),
  output: z.object({
    checkout_url: z.string().describe('URL to open in a browser.'),
    url: z.string().describe('Alias of checkout_url, kept for compatibility.'),
    session_id: z.string().describe('ID of the checkout at the payment provider.'),
    plan: z.enum(SOLD_PLANS).describe('Plan that was chosen.'),
    expires_at: z.string().describe('Expiry time of the page, ISO 8601 in the server’s time zone.'),
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
