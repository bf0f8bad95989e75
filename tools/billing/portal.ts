import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Manage the subscription',
  description: 'Opens the page of the payment provider where a person changes or ends the subscription of the company.',
  route: 'GET /billing/portal',
  effect: 'read',
  failsWith: ['INVALID_INPUT', 'CONFLICT', 'TOOL_UNAVAILABLE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  input: z.object({
    return_url: z.string().default('').describe('Where the page leads back to: absolute, https. Empty: our own pages.'),
  }),
  output: z.object({
    portal_url: z.string().describe('The page to open in a browser.'),
    url: z.string().describe('The same.'),
  }),
  examples: [{}],
  async run({ return_url }, ctx) {
    const url = await ctx.services.billing.openPortal(ctx, requireMember(ctx).companyId, return_url);
    return { portal_url: url, url };
  },
});
