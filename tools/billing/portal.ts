import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Manage the subscription',
  description:
    'Get a page where a person changes, cancels or views the subscription of the company. For a first subscription use `billing-checkout`.',
  keywords: 'cancel subscription, change plan, invoices, 解約, プラン変更, 取消订阅, 更改套餐',
  route: 'GET /billing/portal',
  effect: 'read',
  failsWith: ['INVALID_INPUT', 'CONFLICT', 'TOOL_UNAVAILABLE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  input: z.object({
    return_url: z.string().default('').describe('Absolute https URL to return to. Default: pages of this server.'),
  }),
  output: z.object({
    portal_url: z.string().describe('URL to open in a browser.'),
    url: z.string().describe('Alias of portal_url, kept for compatibility.'),
  }),
  examples: [{}],
  async run({ return_url }, ctx) {
    const url = await ctx.services.billing.openPortal(ctx, requireMember(ctx).companyId, return_url);
    return { portal_url: url, url };
  },
});
