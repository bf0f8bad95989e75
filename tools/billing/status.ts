import { z } from 'zod';
import { usageOutput } from '../../src/identity/keys/usage-output.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Plan and usage',
  description: 'Get the current plan of the company with its limits and usage this month.',
  keywords: 'current plan, plan limits, quota, プラン, 契約状況, 当前套餐, 套餐用量',
  route: 'GET /billing/status',
  effect: 'read',
  output: z.object({
    plan: z.enum(['free', 'pro', 'business']).describe('Current plan of the company.'),
    status: z
      .enum(['active', 'past_due', 'canceled'])
      .describe('past_due keeps the limits for 14 days; canceled keeps them until the paid period ends.'),
    current_period_end: z
      .string()
      .nullable()
      .describe('End of the paid period, ISO 8601; null without a subscription.'),
    cancel_at_period_end: z.boolean().describe('Whether the subscription ends with the paid period.'),
    limits: objectOf('Limits of the plan.', {
      analyses_per_month: z.number().int().describe('Analyses per calendar month.'),
      daily_mailing_limit: z.number().int().describe('Campaign emails per day.'),
      members: z.number().int().describe('Members, including open invitations.'),
    }),
    usage: usageOutput.describe('Usage this month.'),
    provider: z.enum(['none', 'stripe']).describe('Payment provider for plans; none if plans are not sold.'),
  }),
  async run(_input, ctx) {
    const { companyId } = requireMember(ctx);
    const { billing, identity } = ctx.services;
    const [status, usage] = await Promise.all([billing.readStatus(ctx, companyId), identity.readUsage(companyId)]);
    const { plan, currentPeriodEnd, limits, provider } = status;
    return {
      plan,
      status: status.status,
      current_period_end: currentPeriodEnd === null ? null : formatZonedTime(currentPeriodEnd, ctx.server.timeZone),
      cancel_at_period_end: status.cancelAtPeriodEnd,
      limits: {
        analyses_per_month: limits.analyses,
        daily_mailing_limit: limits.mailsPerDay,
        members: limits.members,
      },
      usage,
      provider,
    };
  },
});
