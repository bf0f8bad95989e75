import { z } from 'zod';
import { toUsd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { requireAccount } from './_shared.ts';

export default defineTool({
  title: 'Usage report',
  description: 'What the account spent in the last seven UTC days, by day and by tool, with its totals.',
  keywords: 'spending, usage, costs, expenses, 利用状況, 利用履歴, 支出, 消费记录, 用量, 花费',
  route: 'GET /api/proxy/account/report',
  effect: 'read',
  mcpResource: 'farebox://account/report',
  input: z.object({}),
  output: z.object({
    report: z.object({
      agentName: z.string().describe('Name of the account.'),
      totalSpent: z.number().describe('Charges less refunds since the beginning, in USD.'),
      totalTransactions: z.number().int().describe('Charges since the beginning, refunded ones included.'),
      topServices: z
        .array(
          z.object({
            name: z.string().describe('Name of the tool.'),
            count: z.number().int().describe('Charges in the seven days.'),
            spent: z.number().describe('Charges less refunds in the seven days, in USD.'),
          }),
        )
        .describe('The tools that cost most in the seven days, at most ten.'),
      dailyBreakdown: z
        .array(
          z.object({
            date: z.string().describe('UTC day, YYYY-MM-DD.'),
            spent: z.number().describe('Charges less refunds in USD, booked on the day of the charge.'),
            transactions: z.number().int().describe('Charges of the day.'),
          }),
        )
        .describe('Exactly seven days, oldest first, today last.'),
      wtTokensEarned: z.number().describe('Reward tokens earned (one is worth 0.001 USD).'),
      currentBalance: z.number().describe('Balance in USD.'),
      accountAge: z.string().describe('When the account was created, ISO 8601 UTC.'),
    }),
  }),
  examples: [{}],
  async run(_input, ctx) {
    const report = await ctx.services.accounts.readReport(requireAccount(ctx.principal));
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
        wtTokensEarned: report.wtTokensEarned,
        currentBalance: toUsd(report.balanceMicros),
        accountAge: report.createdAt,
      },
    };
  },
});
