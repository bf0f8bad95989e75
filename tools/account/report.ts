import { z } from 'zod';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { UsageReport } from '../../src/ledger/accounts/accounts-types.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

type Part = NonNullable<UsageReport['breakdown']>[number];

export default defineTool({
  title: 'Usage report',
  description:
    'Get spending and number of calls of this account by day and tool, for the last 7 to 90 days. For single transactions use `account-history`.',
  keywords:
    'spent this month, monthly spending, spending by day, how much did i spend, most expensive tools, usage by tool, spending, usage, costs, expenses, 利用状況, 利用履歴, 支出, 消费记录, 用量, 花费',
  route: 'GET /api/proxy/account/report',
  access: 'account-reader',
  effect: 'read',
  mcpResource: 'farebox://account/report',
  input: z.object({
    days: z.number().int().min(1).max(90).default(7).describe('Number of UTC days, including today.'),
    by: z
      .enum(['day', 'tool', 'key', 'task'])
      .optional()
      .describe('Adds report.breakdown, grouped by day, tool, key or task.'),
    mode: modeField,
  }),
  output: z.object({
    report: objectOf('Usage report of the account.', {
      agentName: z.string().describe('Name of the account.'),
      totalSpent: z.number().describe('Total spending since the account was created in USD, net of refunds.'),
      totalTransactions: z
        .number()
        .int()
        .describe('Number of charges since the account was created, including refunded ones.'),
      topServices: listOf('Up to ten tools with the highest spending in the period.', {
        name: z.string().describe('Name of the tool.'),
        count: z.number().int().describe('Number of charges in the period.'),
        spent: z.number().describe('Spending in the period in USD, net of refunds.'),
      }),
      dailyBreakdown: listOf('Every day of the period, oldest first.', {
        date: z.string().describe('UTC day, YYYY-MM-DD.'),
        spent: z.number().describe('Spending of the day in USD. A refund counts on the day of its charge.'),
        transactions: z.number().int().describe('Number of charges on the day.'),
      }),
      breakdown: z
        .array(
          z.object({
            day: z.string().optional().describe('UTC day, YYYY-MM-DD. Days without charges are omitted.'),
            tool: z.string().optional().describe('Name of the tool.'),
            keyId: z.string().optional().describe('Stable ID of the key; unchanged when the key is rotated.'),
            name: z.string().optional().describe('Name of the key.'),
            taskRef: z.string().optional().describe('Task that the calls count for, as sent in X-Task-Ref.'),
            maxTotal: z.number().nullable().optional().describe('Limit of the task in USD; null if it has none.'),
            count: z.number().int().describe('Number of charges.'),
            settled: z.number().int().describe('Number of charges that were not refunded.'),
            spent: z.number().describe('Spending in USD, net of refunds.'),
          }),
        )
        .optional()
        .describe('Up to 200 rows, only if by was given: days oldest first, all others by spending.'),
      wtTokensEarned: z.number().describe('Reward tokens earned; one token is worth 0.001 USD.'),
      currentBalance: z.number().describe('Current balance in USD.'),
      accountAge: z.string().describe('Creation time of the account, ISO 8601 in UTC.'),
    }),
  }),
  examples: [{}, { days: 30, by: 'tool' }],
  async run({ days, by, mode }, ctx) {
    const report = await ctx.services.accounts.readReport(await requireReader(ctx, mode), { days, by });
    return {
      report: {
        agentName: report.agentName,
        totalSpent: toUsd(report.totalSpentMicros),
        totalTransactions: report.totalTransactions,
        topServices: report.topServices.map(({ name, count, spentMicros }) => ({
          name,
          count,
          spent: toUsd(spentMicros),
        })),
        dailyBreakdown: report.dailyBreakdown.map(({ date, spentMicros, transactions }) => ({
          date,
          spent: toUsd(spentMicros),
          transactions,
        })),
        ...(report.breakdown ? { breakdown: report.breakdown.map(formatPart) } : {}),
        wtTokensEarned: report.wtTokensEarned,
        currentBalance: toUsd(report.balanceMicros),
        accountAge: report.createdAt,
      },
    };
  },
});

function formatPart({ lineage, charges, settled, spentMicros, maxTotalMicros: most, ...part }: Part) {
  const key = lineage === undefined ? {} : { keyId: lineage };
  const limit = most === undefined ? {} : { maxTotal: most === null ? null : toUsd(most) };
  return { ...part, ...key, ...limit, count: charges, settled, spent: toUsd(spentMicros) };
}
