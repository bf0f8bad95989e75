/** What a company has used of its plan, in the schemas of operations that answer it. */
import { z } from 'zod';

export const usageOutput = z.object({
  period: z.string().describe('Calendar month, YYYY-MM.'),
  analyses_used: z.number().int().describe('Analyses of the month.'),
  analyses_limit: z.number().int().describe('What the plan allows.'),
  analyses_remaining: z.number().int().describe('What is left.'),
  resets_at: z.string().describe('The next month begins. ISO 8601 in the service’s zone.'),
  by_mode: z.record(z.string(), z.number().int()).describe('Analyses by mode.'),
  uncounted: z
    .object({
      company_scan: z.number().int().describe('Scans of companies.'),
      health_report: z.number().int().describe('Health reports.'),
    })
    .describe('What does not count against the plan.'),
  tokens: z
    .object({ input: z.number().int().describe('Read.'), output: z.number().int().describe('Written.') })
    .describe('Tokens of models.'),
  cost_usd: z.number().describe('What models cost.'),
  currency: z.literal('USD').describe('Of the cost.'),
  daily: z
    .array(z.object({ date: z.string().describe('YYYY-MM-DD.'), analyses: z.number().int().describe('Of the day.') }))
    .describe('Days with analyses.'),
});
