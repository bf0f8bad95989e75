import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pauseOutput, resumeCompany, setPaused } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Resume email',
  description: 'Resume email after a pause, or the email of one company that was paused because of its bounces.',
  route: 'POST /admin/resume',
  effect: 'write',
  input: z.object({
    company_id: z.string().max(64).default('').describe('Resume only this company; empty resumes everything.'),
  }),
  output: pauseOutput,
  examples: [{}],
  run: ({ company_id }, ctx) => (company_id === '' ? setPaused(ctx, false) : resumeCompany(ctx, company_id)),
});
