/** Output schemas of a company's plan usage. */
import { z } from 'zod';
import { listOf, objectOf } from '../../kernel/tool/fields.ts';

export const usageOutput = z.object({
  period: z.string().describe('Calendar month of the figures, YYYY-MM.'),
  analyses_used: z.number().int().describe('Analyses used this month.'),
  analyses_limit: z.number().int().describe('Analyses that the plan includes per month.'),
  analyses_remaining: z.number().int().describe('Analyses left this month.'),
  resets_at: z.string().describe('Start of the next month, ISO 8601 in the server’s time zone.'),
  by_mode: z.record(z.string(), z.number().int()).describe('Number of analyses by mode.'),
  uncounted: objectOf('Usage that does not count toward the plan.', {
    company_scan: z.number().int().describe('Number of company scans.'),
    health_report: z.number().int().describe('Number of health reports.'),
  }),
  tokens: objectOf('Language model tokens this month.', {
    input: z.number().int().describe('Input tokens this month.'),
    output: z.number().int().describe('Output tokens this month.'),
  }),
  cost_usd: z.number().describe('Language model cost this month, in USD.'),
  currency: z.literal('USD').describe('Currency of cost_usd.'),
  daily: listOf('Days with at least one analysis.', {
    date: z.string().describe('Date of the analyses, YYYY-MM-DD.'),
    analyses: z.number().int().describe('Number of analyses on that day.'),
  }),
});
