import { z } from 'zod';
import type { AccountEntry } from '../../src/identity/operators/operator.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { cursorField, cursorPage, formatCursorPage } from './_pages.ts';

const account = z.object({
  agentId: z.string().describe('ID of the account.'),
  name: z.string().describe('Name chosen by the owner.'),
  mode: z.enum(['live', 'test']).describe('`live` for real money, `test` for test credit.'),
  status: z.enum(['active', 'suspended', 'closed']).describe('Account status. Only active accounts can call tools.'),
  balance: z.number().describe('Amount in USD.'),
  receivable: z.number().describe('Amount in USD that the account owes after refunds and disputes.'),
  callCount: z.number().int().describe('Number of paid calls that succeeded.'),
  totalSpent: z.number().describe('Spending in USD, less refunds.'),
  companyId: z.string().nullable().describe('Company that owns the account.'),
  createdAt: z.string().describe('ISO 8601 timestamp in UTC.'),
});

export default defineTool({
  title: 'Accounts',
  description:
    'List the accounts of this server, newest first, 50 per page. A page of a search can be short or empty and still have a next page.',
  route: 'GET /admin/accounts',
  effect: 'read',
  input: z.object({
    q: z.string().max(200).optional().describe('An account ID, or part of the name or company name.'),
    cursor: cursorField.describe('`next_cursor` of the previous page. Default: the newest accounts.'),
  }),
  output: cursorPage(account),
  examples: [{}, { q: 'Ada' }],
  async run({ q, cursor }, ctx) {
    const page = await ctx.services.operator(ctx.principal).listAccounts({
      ...(q === undefined ? {} : { q }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { nextCursor } = page;
    return formatCursorPage(page.accounts.map(formatAccount), nextCursor);
  },
});

function formatAccount(entry: AccountEntry): z.input<typeof account> {
  const { balanceMicros, receivableMicros, totalSpentMicros, ...rest } = entry;
  return {
    ...rest,
    balance: toUsd(balanceMicros),
    receivable: toUsd(receivableMicros),
    totalSpent: toUsd(totalSpentMicros),
  };
}
