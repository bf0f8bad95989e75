import { z } from 'zod';
import { SCOPES } from '../../src/identity/oauth/types.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { fromUsd, MICROS_PER_GRANT_MAX, toUsd } from '../../src/lib/money.ts';

const cap = (about: string) =>
  z.number().min(0).max(toUsd(MICROS_PER_GRANT_MAX)).optional().describe(`${about}, in USD. Absent: no such limit.`);

export default defineTool({
  title: 'Give access',
  description:
    'What the consent page sends when its reader agrees: with the session of a member, or the root key of an account that belongs to no company.',
  route: 'POST /oauth/authorize',
  access: 'key-maker',
  effect: 'write',
  secret: true,
  input: z.object({
    request: z.string().max(16_000).default('').describe('The sealed request, from the page.'),
    caps: z
      .object({
        total: cap('The most that the client may spend in all'),
        perDay: cap('The most that it may spend in one UTC day'),
        perCall: cap('The highest price of one call'),
      })
      .default({})
      .describe('Limits of the access, checked inside every charge.'),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .optional()
      .describe('Of what was asked for, what is given. Absent: all of it.'),
  }),
  output: z.object({ redirectTo: z.string().describe('Where the browser goes on, with a code for the client.') }),
  examples: [],
  async run({ request, caps: { total, perDay, perCall }, scopes }, ctx) {
    const caps = {
      ...(total === undefined ? {} : { totalMicros: fromUsd(total) }),
      ...(perDay === undefined ? {} : { perDayMicros: fromUsd(perDay) }),
      ...(perCall === undefined ? {} : { perCallMicros: fromUsd(perCall) }),
    };
    return { redirectTo: await ctx.services.oauth.approve(ctx.principal, { ticket: request, caps, scopes }) };
  },
});
