import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { parseMailAddress } from '../../src/lib/mail-address.ts';

export default defineTool({
  title: 'Add an operator',
  description: 'Make a user an operator. For an address that has never signed in, it applies from the first sign-in.',
  route: 'POST /admin/operators',
  effect: 'write',
  input: z.object({
    email: z
      .string()
      .refine((text) => parseMailAddress(text) !== null, 'not a valid e-mail address')
      .describe('Email address of the user.'),
  }),
  output: z.object({
    email: z.string().describe('Address that was requested.'),
    operator: z.literal(true).describe('The user is now an operator.'),
    changed: z.boolean().describe('`false` if the user already was an operator.'),
  }),
  examples: [{ email: 'ada@example.com' }],
  async run(input, ctx) {
    const { email, changed } = await ctx.services.operator(ctx.principal).promote(input.email);
    return { email, operator: true as const, changed };
  },
});
