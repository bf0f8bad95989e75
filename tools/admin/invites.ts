import { z } from 'zod';
import { DAYS_MAX, USES_MAX } from '../../src/identity/invites/invite-types.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { amountUsd, toMicros } from './_accounts.ts';

export default defineTool({
  title: 'Create an invite',
  description:
    'Create an invite link. It lets people sign up, even while sign-up is closed, and credits each account that uses it once.',
  route: 'POST /admin/invites',
  effect: 'write',
  secret: true,
  input: z.strictObject({
    uses: z.number().int().min(1).max(USES_MAX).default(1).describe('Number of accounts that can use the invite.'),
    days: z.number().int().min(1).max(DAYS_MAX).default(14).describe('Number of days until it expires.'),
    grantUsd: amountUsd.default(0).describe('Credit in USD for each account that uses the invite.'),
  }),
  output: z.object({
    code: z.string().describe('Invite code. It is shown only once.'),
    url: z.string().describe('Page to send to the invited person.'),
    uses: z.number().int().describe('Number of accounts that can use the invite.'),
    grantUsd: z.number().describe('Credit per account in USD.'),
    expiresAt: z.string().describe('ISO 8601 timestamp in UTC.'),
  }),
  examples: [{}, { uses: 20, days: 30, grantUsd: 2.5 }],
  async run({ uses, days, grantUsd }, ctx) {
    const order = { uses, days, grantMicros: toMicros(grantUsd) };
    const invite = await ctx.services.operator(ctx.principal).invite(order);
    const url = `${ctx.server.baseUrl}/claw?code=${invite.code}`;
    return { code: invite.code, url, uses, grantUsd: toUsd(invite.grantMicros), expiresAt: invite.expiresAt };
  },
});
