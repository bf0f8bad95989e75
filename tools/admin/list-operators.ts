import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'List operators',
  description:
    'List operators added by other operators, sorted by address. Operators in ADMIN_EMAILS and the holder of ADMIN_TOKEN are managed in the configuration.',
  route: 'GET /admin/operators',
  effect: 'read',
  output: z.object({
    items: listOf('Operators, sorted by address.', {
      email: z.string().describe('Address that was requested.'),
      lastLoginAt: z
        .string()
        .nullable()
        .describe('ISO 8601 timestamp in UTC; `null` if the operator has never signed in.'),
    }),
    total: z.number().int().describe('Total number of operators.'),
  }),
  async run(_input, ctx) {
    const items = await ctx.services.operator(ctx.principal).listOperators();
    return { items, total: items.length };
  },
});
