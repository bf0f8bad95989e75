import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Remove an operator',
  description: 'Remove an operator’s permissions immediately, in all sessions. Operators cannot remove themselves.',
  route: 'DELETE /admin/operators/{email}',
  effect: 'destroy',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ email: z.string().max(320).describe('Email address of the user.') }),
  output: z.object({
    email: z.string().describe('Address that was requested.'),
    operator: z.literal(false).describe('The user is no longer an operator.'),
  }),
  examples: [{ email: 'ada@example.com' }],
  async run(input, ctx) {
    const { email } = await ctx.services.operator(ctx.principal).demote(input.email);
    return { email, operator: false as const };
  },
});
