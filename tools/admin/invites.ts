import { z } from 'zod';
import { DAYS_MAX, USES_MAX } from '../../src/identity/invites/invite-types.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { amountUsd, toMicros } from './_accounts.ts';

export default defineTool({
  title: 'Invite',
  description:
    'Makes an invite: a link that lets people sign up, also while sign-up is closed, and credits each account that uses it once.',
  route: 'POST /admin/invites',
  effect: 'write',
  secret: true,
  input: z.strictObject({
    uses: z.number().int().min(1).max(USES_MAX).default(1).describe('Number of accounts that can use the invite.'),
    days: z.number().int().min(1).max(DAYS_MAX).default(14).describe('Number of days until it expires.'),
    grantUsd: amountUsd.default(0).describe('USD credited to each account that uses it.'),
  }),
  output: z.object({
    code: z.string().describe('It is shown only now.'),
    url: z.string().describe('Page to send to the invited person.'),
    uses: z.number().int().describe('Number of accounts that can use the invite.'),
    grantUsd: z.number().describe('USD credited to each.'),
    expiresAt: z.string().describe('ISO 8601 UTC.'),
  }),
  examples: [{}, { uses: 20, days: 30, grantUsd: 2.5 }],
  async run({ uses, days, grantUsd }, ctx) {
    const order = { uses, days, grantMicros: toMicros(grantUsd) };
    const invite = await ctx.services.operator(ctx.principal).invite(order);
    const url = `${ctx.server.baseUrl}/claw?code=${invite.code}`;
    return { code: invite.code, url, uses, grantUsd: toUsd(invite.grantMicros), expiresAt: invite.expiresAt };
  },
});
