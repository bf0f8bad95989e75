/** Output schemas of a company's plan usage. */
import { z } from 'zod';
import { listOf, objectOf } from '../../kernel/tool/fields.ts';

export const usageOutput = z.object({
  period: z.string().describe('Calendar month, YYYY-MM.'),
  analyses_used: z.number().int().describe('Analyses of the month.'),
  analyses_limit: z.number().int().describe('What the plan allows.'),
  analyses_remaining: z.number().int().describe('What is left.'),
  resets_at: z.string().describe('The next month begins. ISO 8601 in the service’s zone.'),
  by_mode: z.record(z.string(), z.number().int()).describe('Analyses by mode.'),
  uncounted: objectOf('What does not count against the plan.', {
    company_scan: z.number().int().describe('Scans of companies.'),
    health_report: z.number().int().describe('Health reports.'),
  }),
  tokens: objectOf('Tokens of models.', {
    input: z.number().int().describe('Read.'),
    output: z.number().int().describe('Written.'),
  }),
  cost_usd: z.number().describe('What models cost.'),
  currency: z.literal('USD').describe('Of the cost.'),
  daily: listOf('Days with analyses.', {
    date: z.string().describe('YYYY-MM-DD.'),
    analyses: z.number().int().describe('Of the day.'),
  }),
});
