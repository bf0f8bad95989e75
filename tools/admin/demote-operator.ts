import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Take an operator’s rights',
  description: 'Takes the rights of an operator at once, in all sessions. Nobody takes their own.',
  route: 'DELETE /admin/operators/{email}',
  effect: 'destroy',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ email: z.string().max(320).describe('The address of the user.') }),
  output: z.object({
    email: z.string().describe('Address that was requested.'),
    operator: z.literal(false).describe('The user is not an operator.'),
  }),
  examples: [{ email: 'ada@example.com' }],
  async run(input, ctx) {
    const { email } = await ctx.services.operator(ctx.principal).demote(input.email);
    return { email, operator: false as const };
  },
});
