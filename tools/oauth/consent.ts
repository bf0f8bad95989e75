import { z } from 'zod';
import { SCOPES } from '../../src/identity/oauth/types.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { fromUsd, MICROS_PER_GRANT_MAX, toUsd } from '../../src/lib/money.ts';

const cap = (about: string) =>
  z.number().min(0).max(toUsd(MICROS_PER_GRANT_MAX)).optional().describe(`${about} in USD. Default: no limit.`);

export default defineTool({
  title: 'Grant access',
  description:
    'Grants a client access from the consent page. Requires the session of a member, or the root key of an account without a company.',
  route: 'POST /oauth/authorize',
  access: 'key-maker',
  effect: 'write',
  secret: true,
  input: z.object({
    request: z.string().max(16_000).default('').describe('Sealed request from the consent page.'),
    caps: z
      .object({
        total: cap('Maximum total spending of the client'),
        perDay: cap('Maximum spending of the client per UTC day'),
        perCall: cap('Maximum price of one call'),
      })
      .default({})
      .describe('Limits of the access, enforced on every call.'),
    scopes: z.array(z.enum(SCOPES)).min(1).optional().describe('Granted scopes. Default: all requested scopes.'),
  }),
  output: z.object({ redirectTo: z.string().describe('URL to redirect the browser to, with a code for the client.') }),
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
