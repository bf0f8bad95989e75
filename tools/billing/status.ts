import { z } from 'zod';
import { usageOutput } from '../../src/identity/keys/usage-output.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'The plan of the company',
  description: 'Which plan the company has, what it allows, and what of it is used.',
  route: 'GET /billing/status',
  effect: 'read',
  output: z.object({
    plan: z.enum(['free', 'pro', 'business']).describe('The plan.'),
    status: z
      .enum(['active', 'past_due', 'canceled'])
      .describe('past_due: keeps its limits for 14 days. canceled: keeps them until what is paid ends.'),
    current_period_end: z
      .string()
      .nullable()
      .describe('When what is paid ends, ISO 8601; null without a subscription.'),
    cancel_at_period_end: z.boolean().describe('The subscription ends then.'),
    limits: objectOf('What holds now.', {
      analyses_per_month: z.number().int().describe('Analyses in a calendar month.'),
      daily_mailing_limit: z.number().int().describe('Mails a day.'),
      members: z.number().int().describe('Members and open invitations.'),
    }),
    usage: usageOutput.describe('What is used of it.'),
    provider: z.enum(['none', 'stripe']).describe('Who sells plans here.'),
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
