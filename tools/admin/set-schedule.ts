import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { changeSettings, settingsOutput } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Set the schedule',
  description: 'Sets when the daily mailing begins, in the service’s zone.',
  route: 'PUT /admin/settings/schedule',
  effect: 'write',
  input: z.object({
    hour: z.number().int().min(0).max(23).describe('0 to 23.'),
    minute: z.number().int().min(0).max(59).describe('0 to 59.'),
  }),
  output: settingsOutput,
  examples: [{ hour: 10, minute: 0 }],
  run: (schedule, ctx) => changeSettings(ctx, { schedule }),
});
