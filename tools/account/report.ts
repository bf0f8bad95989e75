import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { UsageReport } from '../../src/ledger/accounts/accounts-types.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

type Part = NonNullable<UsageReport['breakdown']>[number];

export default defineTool({
  title: 'Usage report',
  description:
    'What the account spent in the last UTC days, seven unless asked for more, by day and by tool, with its totals.',
  keywords: 'spending, usage, costs, expenses, 利用状況, 利用履歴, 支出, 消费记录, 用量, 花费',
  route: 'GET /api/proxy/account/report',
  access: 'account-reader',
  effect: 'read',
  mcpResource: 'farebox://account/report',
  input: z.object({
    days: z.number().int().min(1).max(90).default(7).describe('How many UTC days, today included.'),
    by: z
      .enum(['day', 'tool', 'key'])
      .optional()
      .describe('Adds report.breakdown: every day, tool or key of those days.'),
    mode: modeField,
  }),
  output: z.object({
    report: z.object({
      agentName: z.string().describe('Name of the account.'),
      totalSpent: z.number().describe('Charges less refunds since the beginning, in USD.'),
      totalTransactions: z.number().int().describe('Charges since the beginning, refunded ones included.'),
      topServices: listOf('The tools that cost most in those days, at most ten.', {
        name: z.string().describe('Name of the tool.'),
        count: z.number().int().describe('Charges in those days.'),
        spent: z.number().describe('Charges less refunds in those days, in USD.'),
      }),
      dailyBreakdown: listOf('Each of the days, seven unless asked for more; oldest first, today last.', {
        date: z.string().describe('UTC day, YYYY-MM-DD.'),
        spent: z.number().describe('Charges less refunds in USD, booked on the day of the charge.'),
        transactions: z.number().int().describe('Charges of the day.'),
      }),
      breakdown: z
        .array(
          z.object({
            day: z.string().optional().describe('UTC day, YYYY-MM-DD; days without a charge are left out.'),
            tool: z.string().optional().describe('Name of the tool.'),
            keyId: z
              .string()
              .optional()
              .describe('The key, as the list of keys names it; it stays when the key is rotated.'),
            name: z.string().optional().describe('Name of the key.'),
            count: z.number().int().describe('Charges.'),
            settled: z.number().int().describe('Those of them that were not refunded.'),
            spent: z.number().describe('Charges less refunds in USD.'),
          }),
        )
        .optional()
        .describe('With by: days oldest first, tools and keys by what they cost, at most 200.'),
      wtTokensEarned: z.number().describe('Reward tokens earned (one is worth 0.001 USD).'),
      currentBalance: z.number().describe('Balance in USD.'),
      accountAge: z.string().describe('When the account was created, ISO 8601 UTC.'),
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

function formatPart({ lineage, charges, settled, spentMicros, ...part }: Part) {
  const key = lineage === undefined ? {} : { keyId: lineage };
  return { ...part, ...key, count: charges, settled, spent: toUsd(spentMicros) };
}
